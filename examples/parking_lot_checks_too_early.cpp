// fermata: violated hang never-signalled at 18
//
// A hand-made futex (unikraft PR #1763, asterinas PR #1642, nanos PR #1601). `park` compares the
// word before it takes the lock of the waiting list; the waker changes the word, finds the list
// empty and leaves; then the sleeper enters the list.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class ParkingLot {
 public:
  void park(const std::atomic<int>& word, int expected) {
    if (word != expected) return;
    std::unique_lock<std::mutex> lock(list_mutex_);
    ++sleepers_;
    bed_.wait(lock, [this] { return wakeups_ > 0; });  // stuck here
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
