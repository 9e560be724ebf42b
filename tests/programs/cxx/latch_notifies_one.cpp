// fermata: violated hang lost-wakeup at 18
// A latch for two waiters that wakes one of them.
#include <condition_variable>
#include <mutex>
#include <thread>

class Latch {
 public:
  explicit Latch(int count) : count_(count) {}

  void count_down() {
    std::lock_guard<std::mutex> guard(mutex_);
    if (--count_ == 0) zero_.notify_one();
  }

  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    zero_.wait(lock, [this] { return count_ == 0; });  // stuck here
  }

 private:
  std::mutex mutex_;
  std::condition_variable zero_;
  int count_;
};

int main() {
  Latch started(1);
  std::thread first([&started] { started.wait(); });
  std::thread second([&started] { started.wait(); });
  started.count_down();
  first.join();
  second.join();
}
