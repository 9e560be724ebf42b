// fermata: holds
// fermata-clang: -std=c++20
// Whoever is told a moment does not see an earlier one, also if time has passed before it was told.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;

std::atomic<long> told{0};

int main() {
  std::thread teller([] { told = Clock::now().time_since_epoch().count(); });
  while (told == 0) {
  }
  assert(Clock::now().time_since_epoch().count() >= told);
  teller.join();
}
