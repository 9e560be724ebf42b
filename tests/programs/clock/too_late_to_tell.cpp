// fermata: violated hang stuck-loop at 13
// fermata-clang: -std=c++20
// Between two looks at the clock, one after the other, any time may pass.
#include <atomic>
#include <chrono>
#include <thread>

std::atomic<bool> done{false};

int main() {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  std::thread waiter([] {
    while (!done) {  // stuck here
    }
  });
  if (std::chrono::steady_clock::now() < deadline) done = true;
  waiter.join();
}
