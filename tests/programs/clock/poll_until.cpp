// fermata: holds
// fermata-clang: -std=c++20
// Deadlines computed once, and in each round, in nested loops: all of them pass.
#include <atomic>
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::atomic<bool> ready{false};

int main() {
  std::thread worker([] { ready = true; });
  for (int round = 0; round < 2; ++round) {
    const auto end = Clock::now() + 1s;
    while (!ready && Clock::now() < end) std::this_thread::sleep_for(1ms);
  }
  worker.join();
}
