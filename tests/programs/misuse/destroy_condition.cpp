// fermata: violated safety misuse
// fermata: violated hang lost-wakeup
// fermata-says: main has returned, or exit was called: static variables are destroyed
// The process ends, and its global condition variable with it, while a thread sleeps there.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;

int main() {
  std::thread([] {
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) changed.wait(lock);
  }).detach();
}
