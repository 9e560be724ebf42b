// fermata: holds
// The twin of global_destructor_joins.cpp: the destructor stops the thread first.
#include <condition_variable>
#include <mutex>
#include <thread>

class Background {
 public:
  Background() : thread_([this] { run(); }) {}

  ~Background() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      stop_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

 private:
  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    wake_.wait(lock, [this] { return stop_; });
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stop_ = false;
  std::thread thread_;
};

Background background;

int main() {}
