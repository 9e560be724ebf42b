// fermata: unknown because only with a clock that goes back
// fermata-clang: -std=c++20
// Whoever is told a moment does not see an earlier one. Here the teller may have seen time pass of which the other one has not
// heard: our clock breaks the assertion, a real one does not, and we do not say which of them the program has.
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
