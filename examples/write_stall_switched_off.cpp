// fermata: violated hang lost-wakeup at 17
//
// A database that stalls writers while its buffer is full (RocksDB PR #9009). Setting the limit to
// zero switches stalling off. The function that ends a stall has an early return for "stalling is
// off", so the writers that are stalled at that moment are forgotten.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class WriteBuffer {
 public:
  explicit WriteBuffer(int limit) : limit_(limit) {}

  void write() {
    std::unique_lock<std::mutex> lock(mutex_);
    stall_ended_.wait(lock, [this] { return !enabled() || used_ < limit_; });  // stuck here
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
    if (!enabled()) return;
    if (used_ < limit_) stall_ended_.notify_all();
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
