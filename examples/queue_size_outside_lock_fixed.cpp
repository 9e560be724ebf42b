// fermata: holds
//
// The queue of queue_size_outside_lock.cpp, repaired: the producer passes through the mutex between
// counting up and notifying. The consumer is then either before its check or already asleep.
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
    { std::lock_guard<std::mutex> guard(wait_mutex_); }
    not_empty_.notify_one();
  }

  int pop_wait() {
    if (size_ == 0) {
      std::unique_lock<std::mutex> lock(wait_mutex_);
      not_empty_.wait(lock, [this] { return size_ > 0; });
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
