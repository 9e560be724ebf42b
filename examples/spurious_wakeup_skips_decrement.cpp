// fermata: violated hang stuck-loop at 26
//
// A helper that takes any wakeup for an order (nasa/fprime PR #5695). If it wakes spuriously,
// before it was released, it believes it was cancelled and leaves without signing off; the main
// thread then counts on it for ever. Without spurious wakeups the program is fine.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

class Team {
 public:
  void help() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!released_) release_.wait(lock);
    if (!released_) return;  // cancelled, it thinks
    --active_;
  }

  void finish() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      released_ = true;
    }
    release_.notify_all();
    while (active_ > 0) std::this_thread::yield();  // stuck here
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
