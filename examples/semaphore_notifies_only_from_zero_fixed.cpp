// fermata: holds
//
// The semaphore of semaphore_notifies_only_from_zero.cpp, repaired: one permit, one notification.
#include <condition_variable>
#include <mutex>
#include <thread>

class Semaphore {
 public:
  void release() {
    std::lock_guard<std::mutex> guard(mutex_);
    ++count_;
    available_.notify_one();
  }

  void acquire() {
    std::unique_lock<std::mutex> lock(mutex_);
    available_.wait(lock, [this] { return count_ > 0; });
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
