// fermata: holds
//
// Who could not take a unit sleeps only if there is none.
#include <atomic>
#include <thread>

class Semaphore {
 public:
  explicit Semaphore(int units) : count_(units) {}

  void acquire() {
    for (;;) {
      int seen = count_;
      if (seen > 0 && count_.compare_exchange_strong(seen, seen - 1)) return;
      count_.wait(0);
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
