// fermata: violated hang lost-wakeup at 20
// A notification goes to one condition variable, not to its neighbour.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable opened;
std::condition_variable closed;
bool is_open = false;

int main() {
  std::thread thread([] {
    std::lock_guard<std::mutex> guard(mutex);
    is_open = true;
    closed.notify_all();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    opened.wait(lock, [] { return is_open; });  // stuck here
  }
  thread.join();
}
