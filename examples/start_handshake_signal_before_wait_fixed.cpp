// fermata: holds
//
// The service of start_handshake_signal_before_wait.cpp, repaired: a flag remembers that the
// thread is up, and the creator waits for the flag, not for the notification.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class Service {
 public:
  void start() {
    thread_ = std::thread([this] { run(); });
    std::unique_lock<std::mutex> lock(mutex_);
    started_.wait(lock, [this] { return is_up_; });
  }

  void stop() { thread_.join(); }

 private:
  void run() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      is_up_ = true;
      started_.notify_one();
    }
    std::puts("service is running");
  }

  std::mutex mutex_;
  std::condition_variable started_;
  bool is_up_ = false;
  std::thread thread_;
};

int main() {
  Service service;
  service.start();
  service.stop();
}
