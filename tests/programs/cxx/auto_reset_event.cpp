// fermata: violated hang lost-wakeup at 17
// An event that resets itself: two settings before the first wait count as one.
#include <condition_variable>
#include <mutex>
#include <thread>

class Event {
 public:
  void set() {
    std::lock_guard<std::mutex> guard(mutex_);
    set_ = true;
    changed_.notify_one();
  }

  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return set_; });  // stuck here
    set_ = false;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool set_ = false;
};

int main() {
  Event item_added;
  std::thread producer([&item_added] {
    item_added.set();
    item_added.set();
  });
  item_added.wait();
  item_added.wait();
  producer.join();
}
