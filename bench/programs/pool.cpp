// SPDX-License-Identifier: Apache-2.0
// A pool of workers with a bounded queue, and a shutdown that waits for them.
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef TASKS
#define TASKS 4
#endif

class Pool {
 public:
  explicit Pool(int workers) {
    for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> hold(mutex_);
      closing_ = true;
    }
    wake_.notify_all();
    for (auto& t : threads_) t.join();
  }
  void submit(std::function<void()> task) {
    std::unique_lock<std::mutex> hold(mutex_);
    room_.wait(hold, [this] { return tasks_.size() < 2; });
    tasks_.push_back(std::move(task));
    wake_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock<std::mutex> hold(mutex_);
        wake_.wait(hold, [this] { return closing_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
        room_.notify_one();
      }
      task();
    }
  }
  std::mutex mutex_;
  std::condition_variable wake_, room_;
  std::deque<std::function<void()>> tasks_;
  bool closing_ = false;
  std::vector<std::thread> threads_;
};

int main() {
  std::mutex m;
  int done = 0;
  {
    Pool pool(WORKERS);
    for (int i = 0; i < TASKS; ++i)
      pool.submit([&] {
        std::lock_guard<std::mutex> hold(m);
        ++done;
      });
  }
  return done == TASKS ? 0 : 1;
}
