// fermata: violated hang stuck-loop at 25
// fermata-args: --spurious-wakeups on
// The program of spurious_wakeups_off.cpp on a machine that has them.
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
  while (active > 0) std::this_thread::yield();  // stuck here
  helper.join();
}
