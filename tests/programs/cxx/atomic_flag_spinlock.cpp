// fermata: holds
// A spin lock out of an atomic_flag, used through lock_guard.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class SpinLock {
 public:
  void lock() {
    while (taken_.test_and_set(std::memory_order_acquire)) {
    }
  }

  void unlock() { taken_.clear(std::memory_order_release); }

 private:
  std::atomic_flag taken_ = ATOMIC_FLAG_INIT;
};

SpinLock lock;
int count = 0;

void increment() {
  std::lock_guard<SpinLock> guard(lock);
  ++count;
}

int main() {
  std::thread thread(increment);
  increment();
  thread.join();
  assert(count == 2);
}
