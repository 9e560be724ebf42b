// fermata: violated hang lost-wakeup
//
// A read-write lock of one's own: a writer looks at the state before it takes the mutex of the waiting list. If the last reader
// leaves in between, its notification comes before the writer sleeps. Met in hpx #6854, PR #6866, #6900.
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
    while (readers_ > 0) {  // the mistake: the state may change before the next line
      std::unique_lock<std::mutex> lock(state_);
      no_readers_.wait(lock);  // stuck here
    }
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
