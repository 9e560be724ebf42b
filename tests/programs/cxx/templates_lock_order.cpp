// fermata: violated hang deadlock
// Two guarded values, each used from within the other.
#include <mutex>
#include <thread>
#include <utility>

template <typename Value>
class Guarded {
 public:
  template <typename Function>
  void with(Function&& function) {
    std::lock_guard guard(mutex_);
    std::forward<Function>(function)(value_);
  }

 private:
  std::mutex mutex_;
  Value value_{};
};

Guarded<int> width;
Guarded<long> height;

int main() {
  std::thread thread([] {
    width.with([](int& w) { height.with([&w](long& h) { w = static_cast<int>(h); }); });
  });
  height.with([](long& h) { width.with([&h](int& w) { h = w; }); });
  thread.join();
}
