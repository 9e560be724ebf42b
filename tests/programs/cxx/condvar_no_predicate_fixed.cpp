// fermata: holds
// The twin of condvar_no_predicate.cpp: a flag under the mutex.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool notified = false;

int main() {
  std::thread thread([] {
    {
      std::lock_guard<std::mutex> guard(mutex);
      notified = true;
    }
    changed.notify_all();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return notified; });
  }
  thread.join();
}
