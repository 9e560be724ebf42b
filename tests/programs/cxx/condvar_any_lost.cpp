// fermata: violated hang lost-wakeup at 19
// condition_variable_any loses notifications as well, if the flag changes outside the lock.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::recursive_mutex mutex;
std::condition_variable_any changed;
std::atomic<bool> ready{false};

int main() {
  std::thread thread([] {
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock<std::recursive_mutex> lock(mutex);
    while (!ready) changed.wait(lock);  // stuck here
  }
  thread.join();
}
