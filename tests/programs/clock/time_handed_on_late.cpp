// fermata: unknown because only with a clock that goes back
// fermata-clang: -std=c++20
// The teller may have looked twice, and have seen time pass of which the other one has not heard. So here our clock
// breaks the assertion, a real one does not, and we do not say which of them the program has.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;

std::atomic<long> told{0};

int main() {
  std::thread teller([] {
    for (int round = 0; round < 2; ++round) told = Clock::now().time_since_epoch().count();
  });
  while (told == 0) {
  }
  const long heard = told;
  assert(Clock::now().time_since_epoch().count() >= heard);
  teller.join();
}
