// fermata: violated hang lost-wakeup
// fermata-says: main has returned, or exit was called: static variables are destroyed
// fermata-args: --property hang
// fermata-says: destroying a condition variable that threads wait on
// The same, if only hangs are asked for: the destructor of the condition variable waits until nobody sleeps there, which is for ever.
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
