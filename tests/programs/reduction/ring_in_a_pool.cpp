// fermata: violated hang deadlock
//
// Three of twenty tasks make a ring of three locks, and eight workers do them: each of the three has to stop with its first lock while
// the others go far. Random ways meet that if whoever has a lock takes its time.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

std::mutex a, b, c;

class Pool {
 public:
  explicit Pool(int workers) {
    for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard hold(mutex_);
      done_ = true;
    }
    changed_.notify_all();
    for (auto& t : threads_) t.join();
  }
  void add(int task) {
    {
      std::lock_guard hold(mutex_);
      tasks_.push_back(task);
    }
    changed_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      int task;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return done_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        task = tasks_.front();
        tasks_.pop_front();
      }
      if (task == 3) {
        std::lock_guard first(a);
        std::lock_guard second(b);
      } else if (task == 9) {
        std::lock_guard first(b);
        std::lock_guard second(c);
      } else if (task == 15) {
        std::lock_guard first(c);
        std::lock_guard second(a);
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> tasks_;
  bool done_ = false;
  std::vector<std::thread> threads_;
};

int main() {
  Pool pool(8);
  for (int task = 0; task < 20; ++task) pool.add(task);
}
