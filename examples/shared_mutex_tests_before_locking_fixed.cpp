// fermata: holds
//
// The state is looked at with the mutex in hand that the notifier needs.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

class SharedMutex {
 public:
  void lock_shared() { ++readers_; }
  void unlock_shared() {
    if (--readers_ > 0) return;
    std::lock_guard<std::mutex> lock(state_);
    no_readers_.notify_all();
  }
  void wait_for_readers() {
    std::unique_lock<std::mutex> lock(state_);
    while (readers_ > 0) no_readers_.wait(lock);
  }

 private:
  std::mutex state_;
  std::condition_variable no_readers_;
  std::atomic<int> readers_{0};
};

SharedMutex mutex;

int main() {
  mutex.lock_shared();
  std::thread reader([] { mutex.unlock_shared(); });
  mutex.wait_for_readers();
  reader.join();
}
