// fermata: violated hang lost-wakeup at 14
// wait without a predicate and without a loop misses a notification that came before.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;

int main() {
  std::thread thread([] { changed.notify_all(); });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock);  // stuck here
  }
  thread.join();
}
