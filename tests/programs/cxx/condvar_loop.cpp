// fermata: holds
// wait without a predicate, in a loop: the same thing by hand.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool ready = false;

int main() {
  std::thread thread([] {
    std::lock_guard<std::mutex> guard(mutex);
    ready = true;
    changed.notify_all();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    while (!ready) changed.wait(lock);
  }
  thread.join();
}
