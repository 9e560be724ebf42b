// fermata: holds
//
// The worker of base_destructor_cannot_wake.cpp, repaired: the most derived class stops the thread
// while it is still whole.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class Worker {
 public:
  virtual ~Worker() = default;

  void start() {
    thread_ = std::thread([this] { run(); });
  }

 protected:
  void shut_down() {
    request_stop();
    thread_.join();
  }

  virtual void request_stop() = 0;

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;

 private:
  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    wake_.wait(lock, [this] { return stopping_; });
  }

  std::thread thread_;
};

class Logger final : public Worker {
 public:
  ~Logger() override { shut_down(); }

 protected:
  void request_stop() override {
    std::lock_guard<std::mutex> guard(mutex_);
    stopping_ = true;
    wake_.notify_one();
  }
};

int main() {
  {
    Logger logger;
    logger.start();
  }
  std::puts("logger stopped");
}
