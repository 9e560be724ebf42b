// fermata: holds
// One of the two knows.
#include <future>
#include <thread>

std::promise<int> answer;

void worker(bool knows) {
  if (knows) answer.set_value(42);
}

int main() {
  std::future<int> result = answer.get_future();
  std::thread one(worker, false);
  std::thread two(worker, true);
  one.join();
  result.get();
  two.join();
}
