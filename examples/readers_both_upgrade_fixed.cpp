// fermata: holds
//
// The cache of readers_both_upgrade.cpp, repaired: only one reader at a time may be on its way to
// become the writer. Another one is sent back, and takes the write lock from the start.
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

  /// From reader to writer; or, if another reader is on that way already, to nothing at all.
  bool try_upgrade() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (upgrading_) {
      --readers_;
      changed_.notify_all();
      return false;
    }
    upgrading_ = true;
    changed_.wait(lock, [this] { return readers_ == 1; });
    upgrading_ = false;
    readers_ = 0;
    writing_ = true;
    return true;
  }

  void lock() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !writing_ && readers_ == 0; });
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
  bool upgrading_ = false;
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
  if (!cache_lock.try_upgrade()) cache_lock.lock();
  cache[key] = key * key;
  cache_lock.unlock();
}

int main() {
  std::thread visitor([] { look_up(3); });
  look_up(3);
  visitor.join();
}
