// fermata: holds
// A slot that is empty or holds a string, handed over under a lock.
#include <cassert>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

std::mutex mutex;
std::optional<std::string> slot;

int main() {
  std::thread thread([] {
    std::lock_guard<std::mutex> guard(mutex);
    slot = "a message that does not fit in place";
  });
  std::optional<std::string> taken;
  while (!taken) {
    std::lock_guard<std::mutex> guard(mutex);
    taken.swap(slot);
  }
  thread.join();
  assert(!slot.has_value());
  assert(taken->substr(2, 7) == "message");
  taken.reset();
  assert(taken.value_or("nothing") == "nothing");
}
