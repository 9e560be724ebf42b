// fermata: violated safety assertion at 20
// fermata-clang: -std=c++20
// Nobody promises that a wait of 10 ms is over after 20.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::mutex m;
std::condition_variable never_notified;

int main() {
  for (int round = 0; round < 2; ++round) {
    const auto before = Clock::now();
    std::unique_lock lock(m);
    never_notified.wait_for(lock, 10ms);
    assert(Clock::now() - before < 20ms);  // fails here
  }
}
