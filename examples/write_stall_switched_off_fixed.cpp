// fermata: holds
//
// The buffer of write_stall_switched_off.cpp, repaired: switching stalling off ends the stall.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class WriteBuffer {
 public:
  explicit WriteBuffer(int limit) : limit_(limit) {}

  void write() {
    std::unique_lock<std::mutex> lock(mutex_);
    stall_ended_.wait(lock, [this] { return !enabled() || used_ < limit_; });
    ++used_;
  }

  void set_limit(int limit) {
    std::lock_guard<std::mutex> guard(mutex_);
    limit_ = limit;
    maybe_end_stall();
  }

 private:
  bool enabled() const { return limit_ > 0; }

  void maybe_end_stall() {
    if (!enabled() || used_ < limit_) stall_ended_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable stall_ended_;
  int limit_;
  int used_ = 0;
};

int main() {
  WriteBuffer buffer(1);
  std::thread writer([&buffer] {
    buffer.write();
    buffer.write();
    std::puts("both written");
  });
  buffer.set_limit(0);
  writer.join();
}
