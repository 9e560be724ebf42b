// fermata: violated hang lost-wakeup at 37
//
// A thread pool whose destructor sometimes never returns (bshoshany/thread-pool #93, #100, #107).
// The stop flag is atomic, so it looks safe to set it without the mutex. But the worker may have
// just read `running_ == true` and not be asleep yet: the notification comes too early, and the
// worker falls asleep for good.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>

class ThreadPool {
 public:
  ThreadPool() : worker_([this] { run(); }) {}

  ~ThreadPool() {
    running_ = false;
    task_available_.notify_all();
    worker_.join();
  }

  void submit(std::function<void()> task) {
    {
      std::lock_guard<std::mutex> guard(tasks_mutex_);
      tasks_.push(std::move(task));
    }
    task_available_.notify_one();
  }

 private:
  void run() {
    for (;;) {
      std::unique_lock<std::mutex> lock(tasks_mutex_);
      task_available_.wait(lock, [this] { return !tasks_.empty() || !running_; });  // stuck here
      if (tasks_.empty()) return;
      std::function<void()> task = std::move(tasks_.front());
      tasks_.pop();
      lock.unlock();
      task();
    }
  }

  std::atomic<bool> running_{true};
  std::mutex tasks_mutex_;
  std::condition_variable task_available_;
  std::queue<std::function<void()>> tasks_;
  std::thread worker_;
};

int main() {
  ThreadPool pool;
  pool.submit([] { std::puts("task done"); });
}
