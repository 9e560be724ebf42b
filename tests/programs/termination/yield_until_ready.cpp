// fermata: holds
// fermata-args: --property hang,safety,termination --fairness weak
// Polite busy waiting. The other thread can move all the time, and so it will.
#include <atomic>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  std::thread other([] { ready = true; });
  while (!ready) std::this_thread::yield();
  other.join();
}
