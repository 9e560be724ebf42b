// fermata: holds
//
// The gate of notify_target_minus_one.cpp, repaired: the number of waiters is read once, so the
// test for "nobody" and the target speak of the same moment.
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
    const int before = waiting_;
    if (before == 0) return;
    open_ = true;
    while (waiting_ > before - 1) std::this_thread::yield();
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
