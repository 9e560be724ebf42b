// fermata: holds
// Values, references, nothing and strings go from one thread to another.
#include <cassert>
#include <future>
#include <string>
#include <thread>

int shared_number = 3;

int main() {
  std::promise<int> number;
  std::promise<int&> reference;
  std::promise<void> event;
  std::promise<std::string> text;
  std::future<int> get_number = number.get_future();
  std::thread giver([&] {
    number.set_value(7);
    reference.set_value(shared_number);
    text.set_value("text");
    event.set_value();
  });
  assert(get_number.valid() && get_number.get() == 7 && !get_number.valid());
  assert(&reference.get_future().get() == &shared_number);
  event.get_future().wait();
  std::future<std::string> get_text = text.get_future();
  assert(get_text.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
  assert(get_text.get() == "text");
  giver.join();
}
