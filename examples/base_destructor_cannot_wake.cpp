// fermata: violated hang never-signalled at 32
//
// A base class that stops its thread in its destructor (4diac-forte PR #877, libcoro PR #420).
// When ~Worker runs, the derived part is gone, so the virtual call reaches the empty function of
// the base class. Nobody tells the thread to stop, and the join waits for it for ever.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class Worker {
 public:
  virtual ~Worker() {
    request_stop();
    thread_.join();
  }

  void start() {
    thread_ = std::thread([this] { run(); });
  }

 protected:
  virtual void request_stop() {}

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;

 private:
  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    wake_.wait(lock, [this] { return stopping_; });  // stuck here
  }

  std::thread thread_;
};

class Logger : public Worker {
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
