// fermata: holds
//
// pool_of_one_nested_future.cpp, repaired: the two tasks are submitted one after the other, by a thread that is not
// the pool's.
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>

class Pool {
 public:
  Pool() : thread_([this] { work(); }) {}
  ~Pool() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      stopping_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }

  std::future<int> submit(std::function<int()> function) {
    auto task = std::make_shared<std::packaged_task<int()>>(std::move(function));
    std::future<int> result = task->get_future();
    {
      std::lock_guard<std::mutex> guard(mutex_);
      tasks_.push(std::move(task));
    }
    changed_.notify_one();
    return result;
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      auto task = std::move(tasks_.front());
      tasks_.pop();
      lock.unlock();
      (*task)();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::shared_ptr<std::packaged_task<int()>>> tasks_;
  bool stopping_ = false;
  std::thread thread_;
};

int main() {
  Pool pool;
  const int half = pool.submit([] { return 21; }).get();
  std::future<int> sum = pool.submit([half] { return 2 * half; });
  return sum.get() == 42 ? 0 : 1;
}
