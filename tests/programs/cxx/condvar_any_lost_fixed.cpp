// fermata: holds
// The twin of condvar_any_lost.cpp: the flag changes under the lock.
#include <condition_variable>
#include <mutex>
#include <thread>

std::recursive_mutex mutex;
std::condition_variable_any changed;
bool ready = false;

int main() {
  std::thread thread([] {
    {
      std::lock_guard<std::recursive_mutex> guard(mutex);
      ready = true;
    }
    changed.notify_one();
  });
  {
    std::unique_lock<std::recursive_mutex> lock(mutex);
    while (!ready) changed.wait(lock);
  }
  thread.join();
}
