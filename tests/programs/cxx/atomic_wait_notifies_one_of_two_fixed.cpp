// fermata: holds
// fermata-clang: -std=c++20
#include <atomic>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  std::thread one([] { ready.wait(false); }), two([] { ready.wait(false); });
  ready = true;
  ready.notify_all();
  one.join();
  two.join();
}
