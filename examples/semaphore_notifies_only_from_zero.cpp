// fermata: violated hang lost-wakeup at 19
//
// A counting semaphore that saves notifications (libc++, llvm #46357 and #77659). "If the count
// was not zero, nobody can be waiting" is wrong: after two quick releases one waiter is awake, the
// other still sleeps, and the second release told neither.
#include <condition_variable>
#include <mutex>
#include <thread>

class Semaphore {
 public:
  void release() {
    std::lock_guard<std::mutex> guard(mutex_);
    if (count_++ == 0) available_.notify_one();
  }

  void acquire() {
    std::unique_lock<std::mutex> lock(mutex_);
    available_.wait(lock, [this] { return count_ > 0; });  // stuck here
    --count_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable available_;
  int count_ = 0;
};

int main() {
  Semaphore permits;
  std::thread first([&permits] { permits.acquire(); });
  std::thread second([&permits] { permits.acquire(); });
  permits.release();
  permits.release();
  first.join();
  second.join();
}
