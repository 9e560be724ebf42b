// fermata: holds
// The twin of templates_lock_order.cpp: a value is copied out before the other is used.
#include <mutex>
#include <thread>
#include <utility>

template <typename Value>
class Guarded {
 public:
  template <typename Function>
  auto with(Function&& function) {
    std::lock_guard guard(mutex_);
    return std::forward<Function>(function)(value_);
  }

 private:
  std::mutex mutex_;
  Value value_{};
};

Guarded<int> width;
Guarded<long> height;

int main() {
  std::thread thread([] {
    long h = height.with([](long value) { return value; });
    width.with([h](int& w) { w = static_cast<int>(h); });
  });
  int w = width.with([](int value) { return value; });
  height.with([w](long& h) { h = w; });
  thread.join();
}
