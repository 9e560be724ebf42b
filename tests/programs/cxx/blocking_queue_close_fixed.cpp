// fermata: holds
// The twin of blocking_queue_close.cpp: all readers are told, and what was queued is still read.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>

class BlockingQueue {
 public:
  void push(int item) {
    std::lock_guard<std::mutex> guard(mutex_);
    items_.push(item);
    changed_.notify_one();
  }

  void close() {
    std::lock_guard<std::mutex> guard(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

  std::optional<int> pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !items_.empty(); });
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
  std::optional<int> one, other;
  std::thread first([&] { one = queue.pop(); });
  std::thread second([&] { other = queue.pop(); });
  queue.push(4);
  queue.close();
  first.join();
  second.join();
  assert(one.has_value() != other.has_value());
  assert(one.value_or(0) + other.value_or(0) == 4);
}
