// fermata: holds
//
// The library of double_checked_init_keeps_lock.cpp, repaired: a guard object unlocks on every
// path.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

class Library {
 public:
  void setup() {
    if (ready_) return;
    std::lock_guard<std::mutex> guard(mutex_);
    if (ready_) return;
    handles_ = 1;
    ready_ = true;
  }

  void shutdown() {
    std::lock_guard<std::mutex> guard(mutex_);
    handles_ = 0;
    ready_ = false;
  }

 private:
  std::atomic<bool> ready_{false};
  std::mutex mutex_;
  int handles_ = 0;
};

int main() {
  Library library;
  std::thread first([&library] { library.setup(); });
  std::thread second([&library] { library.setup(); });
  first.join();
  second.join();
  library.shutdown();
  std::puts("shut down");
}
