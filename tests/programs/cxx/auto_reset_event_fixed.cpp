// fermata: holds
// The twin of auto_reset_event.cpp: settings are counted.
#include <condition_variable>
#include <mutex>
#include <thread>

class Event {
 public:
  void set() {
    std::lock_guard<std::mutex> guard(mutex_);
    ++sets_;
    changed_.notify_one();
  }

  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return sets_ > 0; });
    --sets_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int sets_ = 0;
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
