// fermata: violated hang never-signalled at 25
//
// A task that waits for a task of the same pool (TileDB PR #1757 and #1994, OpenImageIO PR #1560).
// The pool has one thread, and that thread is busy waiting for work that only it could do.
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

class Task {
 public:
  explicit Task(std::function<void()> work) : work_(std::move(work)) {}

  void run() {
    work_();
    std::lock_guard<std::mutex> guard(mutex_);
    done_ = true;
    finished_.notify_all();
  }

  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    finished_.wait(lock, [this] { return done_; });  // stuck here
  }

 private:
  std::function<void()> work_;
  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
};

class Pool {
 public:
  Pool() : worker_([this] { run(); }) {}

  ~Pool() {
    submit(nullptr);
    worker_.join();
  }

  std::shared_ptr<Task> submit(std::function<void()> work) {
    std::shared_ptr<Task> task = work ? std::make_shared<Task>(std::move(work)) : nullptr;
    std::lock_guard<std::mutex> guard(mutex_);
    tasks_.push_back(task);
    task_available_.notify_one();
    return task;
  }

 private:
  std::shared_ptr<Task> next() {
    std::unique_lock<std::mutex> lock(mutex_);
    task_available_.wait(lock, [this] { return !tasks_.empty(); });
    std::shared_ptr<Task> task = tasks_.front();
    tasks_.pop_front();
    return task;
  }

  void run() {
    while (std::shared_ptr<Task> task = next()) task->run();
  }

  std::mutex mutex_;
  std::condition_variable task_available_;
  std::deque<std::shared_ptr<Task>> tasks_;
  std::thread worker_;
};

int main() {
  Pool pool;
  int tiles = 0;
  std::shared_ptr<Task> image = pool.submit([&] {
    std::shared_ptr<Task> tile = pool.submit([&tiles] { ++tiles; });
    tile->wait();
  });
  image->wait();
}
