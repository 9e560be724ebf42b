// fermata: violated hang lost-wakeup at 27
//
// A single-producer single-consumer queue whose consumer oversleeps (citra #5012, yuzu PR #9971).
// The ring itself needs no lock, and `size_` is atomic; the mutex is there only because a condition
// variable wants one. The producer never takes it, so it can count up and notify exactly between
// the consumer's look at `size_` and its sleep.
#include <array>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

class SpscQueue {
 public:
  void push(int value) {
    ring_[write_ % ring_.size()] = value;
    ++write_;
    ++size_;
    not_empty_.notify_one();
  }

  int pop_wait() {
    if (size_ == 0) {
      std::unique_lock<std::mutex> lock(wait_mutex_);
      not_empty_.wait(lock, [this] { return size_ > 0; });  // stuck here
    }
    int value = ring_[read_ % ring_.size()];
    ++read_;
    --size_;
    return value;
  }

 private:
  std::array<int, 2> ring_{};
  std::size_t write_ = 0;  // the producer's
  std::size_t read_ = 0;   // the consumer's
  std::atomic<int> size_{0};
  std::mutex wait_mutex_;
  std::condition_variable not_empty_;
};

int main() {
  SpscQueue queue;
  std::thread producer([&queue] {
    queue.push(1);
    queue.push(2);
  });
  int first = queue.pop_wait();
  int second = queue.pop_wait();
  assert(first == 1 && second == 2);
  producer.join();
}
