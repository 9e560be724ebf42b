// fermata: holds
// fermata-clang: -std=c++20
#include <atomic>
#include <chrono>
#include <thread>

std::atomic<bool> done{false};
std::atomic<int> in_time{0};

int main() {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  std::thread waiter([] {
    while (!done) {
    }
  });
  if (std::chrono::steady_clock::now() < deadline) in_time = 1;
  done = true;
  waiter.join();
}
