// fermata: violated hang lost-wakeup at 19
// Three threads, all of them waiting at some time; only one of them for ever.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable first_ready;
std::condition_variable second_ready;
bool ready = false;

int main() {
  std::thread first([] {
    std::unique_lock<std::mutex> lock(mutex);
    first_ready.wait(lock, [] { return ready; });
  });
  std::thread second([] {
    std::unique_lock<std::mutex> lock(mutex);
    second_ready.wait(lock, [] { return ready; });  // stuck here
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    ready = true;
    first_ready.notify_all();
  }
  first.join();
  second.join();
}
