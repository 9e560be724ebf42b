// fermata: violated hang never-signalled at 28
//
// A cache behind a read-write lock with upgrade (osquery PR #4721, parking_lot #200). Two readers
// miss and both want to become the writer. Each waits until the other has stopped reading, and
// neither stops.
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

class UpgradeLock {
 public:
  void lock_shared() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !writing_; });
    ++readers_;
  }

  void unlock_shared() {
    std::lock_guard<std::mutex> guard(mutex_);
    --readers_;
    changed_.notify_all();
  }

  /// From reader to writer: waits until this is the only reader.
  void upgrade() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return readers_ == 1; });  // stuck here
    readers_ = 0;
    writing_ = true;
  }

  void unlock() {
    std::lock_guard<std::mutex> guard(mutex_);
    writing_ = false;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int readers_ = 0;
  bool writing_ = false;
};

UpgradeLock cache_lock;
std::map<int, int> cache;

void look_up(int key) {
  cache_lock.lock_shared();
  if (cache.count(key) > 0) {
    cache_lock.unlock_shared();
    return;
  }
  cache_lock.upgrade();
  cache[key] = key * key;
  cache_lock.unlock();
}

int main() {
  std::thread visitor([] { look_up(3); });
  look_up(3);
  visitor.join();
}
