// fermata: violated hang lost-wakeup at 19
// Closing a queue lets waiting readers go, but tells only one of them.
#include <condition_variable>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>

class BlockingQueue {
 public:
  void close() {
    std::lock_guard<std::mutex> guard(mutex_);
    closed_ = true;
    changed_.notify_one();
  }

  std::optional<int> pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !items_.empty(); });  // stuck here
    if (items_.empty()) return std::nullopt;
    int item = items_.front();
    items_.pop();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<int> items_;
  bool closed_ = false;
};

int main() {
  BlockingQueue queue;
  std::thread first([&queue] { queue.pop(); });
  std::thread second([&queue] { queue.pop(); });
  queue.close();
  first.join();
  second.join();
}
