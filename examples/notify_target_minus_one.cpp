// fermata: violated hang stuck-loop at 25
//
// A notifier that waits until one waiter has left (mingw-std-threads PR #20). It reads the number
// of waiters twice. If the last waiter gives up between the two reads, the target becomes -1, and
// the number of waiters never sinks that low.
#include <atomic>
#include <thread>

class Gate {
 public:
  /// Waits for the gate to open, but loses patience soon.
  bool wait_briefly() {
    ++waiting_;
    bool passed = false;
    for (int look = 0; look < 2 && !passed; ++look) passed = open_;
    --waiting_;
    return passed;
  }

  /// Opens the gate until one of those who wait has gone.
  void notify_one() {
    if (waiting_ == 0) return;
    const int target = waiting_ - 1;
    open_ = true;
    while (waiting_ > target) std::this_thread::yield();  // stuck here
    open_ = false;
  }

 private:
  std::atomic<int> waiting_{0};
  std::atomic<bool> open_{false};
};

int main() {
  Gate gate;
  std::thread visitor([&gate] { gate.wait_briefly(); });
  gate.notify_one();
  visitor.join();
}
