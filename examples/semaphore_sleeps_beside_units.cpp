// fermata: violated hang lost-wakeup
//
// A semaphore made of an atomic that can be waited on. Taking a unit may fail because the count has just changed; then the
// thread goes to sleep until it changes again, although there are units. And giving one back notifies only if there was none.
// Met in libstdc++'s std::counting_semaphore (GCC's bugs 98033 and 104928, pytorch PR #177884, arangodb PR #16642, btop #47).
#include <atomic>
#include <thread>

class Semaphore {
 public:
  explicit Semaphore(int units) : count_(units) {}

  void acquire() {
    for (;;) {
      int seen = count_;
      if (seen > 0 && count_.compare_exchange_strong(seen, seen - 1)) return;
      count_.wait(seen);  // stuck here, with two units free
    }
  }

  void release() {
    if (count_.fetch_add(1) > 0) return;  // somebody could take one before: nobody can be asleep, it is believed
    count_.notify_one();
  }

 private:
  std::atomic<int> count_;
};

Semaphore semaphore(1);

int main() {
  std::thread other([] { semaphore.release(); });
  semaphore.acquire();
  other.join();
}
