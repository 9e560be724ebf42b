// fermata: violated hang lost-wakeup at 19
//
// A bounded queue that wakes the reader when something arrives, but never the writer when there is
// room again (ApolloAuto/apollo #13159). Once the writer has met a full queue it sleeps for ever,
// whatever the reader does.
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
    not_full_.wait(lock, [this] { return elements_.size() < capacity_; });  // stuck here
    elements_.push_back(element);
    not_empty_.notify_one();
  }

  int wait_dequeue() {
    std::unique_lock<std::mutex> lock(mutex_);
    not_empty_.wait(lock, [this] { return !elements_.empty(); });
    int element = elements_.front();
    elements_.pop_front();
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
