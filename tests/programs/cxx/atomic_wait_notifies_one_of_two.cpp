// fermata: violated hang lost-wakeup
// fermata-clang: -std=c++20
// To notify one is not to notify all, whatever the size of the atomic.
#include <atomic>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  std::thread one([] { ready.wait(false); }), two([] { ready.wait(false); });
  ready = true;
  ready.notify_one();
  one.join();
  two.join();
}
