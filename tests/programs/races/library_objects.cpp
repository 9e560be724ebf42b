// fermata: holds
// fermata-warns: nothing
// fermata-clang: -std=c++20
// What the library keeps for itself, and memory that is handed from thread to thread through it, is no race.
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::mutex m;
std::condition_variable changed;
std::vector<std::string> queue;
std::once_flag once;
int made = 0;

static int& made_once() {
  static int value = 7;
  return value;
}

int main() {
  auto shared = std::make_shared<int>(5);
  std::atomic<int> result{0};
  std::thread worker([shared, &result] {
    std::call_once(once, [] { made = 1; });
    {
      std::lock_guard lock(m);
      queue.push_back("one");
    }
    changed.notify_one();
    result = *shared + made_once();
  });
  std::call_once(once, [] { made = 1; });
  {
    std::unique_lock lock(m);
    changed.wait(lock, [] { return !queue.empty(); });
    queue.pop_back();
  }
  const int got = made_once() + made;
  worker.join();
  return got + result == 20 ? 0 : 1;
}
