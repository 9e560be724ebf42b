// fermata: holds
//
// The futex of parking_lot_checks_too_early.cpp, repaired: the word is compared under the lock of
// the waiting list, so a waker that changed the word before sees the sleeper or is seen by it.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class ParkingLot {
 public:
  void park(const std::atomic<int>& word, int expected) {
    std::unique_lock<std::mutex> lock(list_mutex_);
    if (word != expected) return;
    ++sleepers_;
    bed_.wait(lock, [this] { return wakeups_ > 0; });
    --wakeups_;
    --sleepers_;
  }

  void unpark_one() {
    std::lock_guard<std::mutex> guard(list_mutex_);
    if (sleepers_ == 0) return;
    ++wakeups_;
    bed_.notify_one();
  }

 private:
  std::mutex list_mutex_;
  std::condition_variable bed_;
  int sleepers_ = 0;
  int wakeups_ = 0;
};

int main() {
  ParkingLot lot;
  std::atomic<int> ready{0};
  std::thread waiter([&] {
    while (ready == 0) lot.park(ready, 0);
    std::puts("ready");
  });
  ready = 1;
  lot.unpark_one();
  waiter.join();
}
