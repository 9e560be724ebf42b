// fermata: holds
// fermata-args: --spurious-wakeups off
// This program hangs by a spurious wakeup only: the helper would leave without signing off.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable release;
bool released = false;
std::atomic<int> active{1};

int main() {
  std::thread helper([] {
    std::unique_lock<std::mutex> lock(mutex);
    if (!released) release.wait(lock);
    if (released) --active;
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    released = true;
    release.notify_all();
  }
  while (active > 0) std::this_thread::yield();
  helper.join();
}
