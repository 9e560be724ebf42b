// fermata: violated hang lost-wakeup at 16
//
// A service that waits until its thread is up (open5gs #1204, CppCoreGuidelines #554). A condition
// variable remembers nothing: if the thread is faster than its creator, it notifies nobody, and
// the creator then waits for a notification that has been.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class Service {
 public:
  void start() {
    thread_ = std::thread([this] { run(); });
    std::unique_lock<std::mutex> lock(mutex_);
    started_.wait(lock);  // stuck here
  }

  void stop() { thread_.join(); }

 private:
  void run() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      started_.notify_one();
    }
    std::puts("service is running");
  }

  std::mutex mutex_;
  std::condition_variable started_;
  std::thread thread_;
};

int main() {
  Service service;
  service.start();
  service.stop();
}
