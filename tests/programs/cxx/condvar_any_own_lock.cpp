// fermata: holds
// condition_variable_any with a lock type of our own, which only has lock and unlock.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

class CountingLock {
 public:
  void lock() {
    mutex_.lock();
    ++locked_;
  }

  void unlock() {
    --locked_;
    mutex_.unlock();
  }

  int locked() const { return locked_; }

 private:
  std::mutex mutex_;
  int locked_ = 0;
};

CountingLock counting;
std::condition_variable_any changed;
bool ready = false;

int main() {
  std::thread thread([] {
    std::lock_guard<CountingLock> guard(counting);
    ready = true;
    changed.notify_one();
  });
  counting.lock();
  while (!ready) changed.wait(counting);
  assert(counting.locked() == 1);
  counting.unlock();
  thread.join();
}
