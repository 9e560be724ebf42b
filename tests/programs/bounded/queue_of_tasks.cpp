// fermata: violated hang lost-wakeup at 21
// fermata-args: --engine bounded --property hang
//
// Two workers take tasks from a std::queue until it is closed. Closing it wakes only one of them.
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

constexpr int workers = 2, tasks = 2;

std::mutex mutex;
std::condition_variable ready;
std::queue<int> waiting;
bool closed;

void work() {
  for (;;) {
    std::unique_lock lock(mutex);
    ready.wait(lock, [] { return !waiting.empty() || closed; });
    if (waiting.empty()) return;
    waiting.pop();
  }
}

int main() {
  std::vector<std::thread> all;
  for (int i = 0; i < workers; ++i) all.emplace_back(work);
  for (int i = 0; i < tasks; ++i) {
    {
      std::lock_guard lock(mutex);
      waiting.push(i);
    }
    ready.notify_one();
  }
  {
    std::lock_guard lock(mutex);
    closed = true;
  }
  ready.notify_one();
  for (std::thread& t : all) t.join();
}
