// fermata: holds
//
// The watcher of join_under_lock.cpp, repaired: the flag is set under the lock, the join is not.
#include <mutex>
#include <thread>

class Watcher {
 public:
  void start() {
    thread_ = std::thread([this] { watch(); });
  }

  void stop() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      stopping_ = true;
    }
    thread_.join();
  }

 private:
  void watch() {
    for (;;) {
      std::lock_guard<std::mutex> guard(mutex_);
      if (stopping_) return;
      scans_ = (scans_ + 1) % 2;
    }
  }

  std::mutex mutex_;
  bool stopping_ = false;
  int scans_ = 0;
  std::thread thread_;
};

int main() {
  Watcher watcher;
  watcher.start();
  watcher.stop();
}
