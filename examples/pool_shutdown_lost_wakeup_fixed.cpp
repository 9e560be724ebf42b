// fermata: holds
//
// The thread pool of pool_shutdown_lost_wakeup.cpp, repaired: the stop flag changes under the mutex
// that the worker holds between its check and its sleep, so no notification can fall in between.
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
    {
      std::lock_guard<std::mutex> guard(tasks_mutex_);
      running_ = false;
    }
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
      task_available_.wait(lock, [this] { return !tasks_.empty() || !running_; });
      if (tasks_.empty()) return;
      std::function<void()> task = std::move(tasks_.front());
      tasks_.pop();
      lock.unlock();
      task();
    }
  }

  bool running_ = true;
  std::mutex tasks_mutex_;
  std::condition_variable task_available_;
  std::queue<std::function<void()>> tasks_;
  std::thread worker_;
};

int main() {
  ThreadPool pool;
  pool.submit([] { std::puts("task done"); });
}
