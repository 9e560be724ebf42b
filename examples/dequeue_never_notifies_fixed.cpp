// fermata: holds
//
// The queue of dequeue_never_notifies.cpp, repaired: taking an element makes room, and says so.
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>

class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  void wait_enqueue(int element) {
    std::unique_lock<std::mutex> lock(mutex_);
    not_full_.wait(lock, [this] { return elements_.size() < capacity_; });
    elements_.push_back(element);
    not_empty_.notify_one();
  }

  int wait_dequeue() {
    std::unique_lock<std::mutex> lock(mutex_);
    not_empty_.wait(lock, [this] { return !elements_.empty(); });
    int element = elements_.front();
    elements_.pop_front();
    not_full_.notify_one();
    return element;
  }

 private:
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable not_full_;
  std::condition_variable not_empty_;
  std::deque<int> elements_;
};

int main() {
  BoundedQueue frames(1);
  std::thread camera([&frames] {
    frames.wait_enqueue(1);
    frames.wait_enqueue(2);
  });
  std::printf("frame %d\n", frames.wait_dequeue());
  camera.join();
}
