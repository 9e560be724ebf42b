// fermata: holds
// fermata-args: --property hang,safety,termination
// A queue with one place. Both wait again after every spurious wakeup, but whoever could move in the meantime does.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable changed;
bool full = false;

int main() {
  std::thread consumer([] {
    for (int i = 0; i < 2; ++i) {
      std::unique_lock<std::mutex> lock(m);
      changed.wait(lock, [] { return full; });
      full = false;
      changed.notify_one();
    }
  });
  for (int i = 0; i < 2; ++i) {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [] { return !full; });
    full = true;
    changed.notify_one();
  }
  consumer.join();
}
