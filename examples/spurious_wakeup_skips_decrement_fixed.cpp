// fermata: holds
//
// The team of spurious_wakeup_skips_decrement.cpp, repaired: the helper waits for the order, not
// for a wakeup.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

class Team {
 public:
  void help() {
    std::unique_lock<std::mutex> lock(mutex_);
    release_.wait(lock, [this] { return released_; });
    --active_;
  }

  void finish() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      released_ = true;
    }
    release_.notify_all();
    while (active_ > 0) std::this_thread::yield();
  }

 private:
  std::mutex mutex_;
  std::condition_variable release_;
  bool released_ = false;
  std::atomic<int> active_{1};
};

int main() {
  Team team;
  std::thread helper([&team] { team.help(); });
  team.finish();
  helper.join();
}
