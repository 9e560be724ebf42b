// fermata: holds
// fermata-clang: -std=c++20
// A wait that has timed out has taken its time, and nothing takes less than none, however often one looks.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::mutex m;
std::condition_variable never_notified;

int main() {
  const auto before = Clock::now();
  std::unique_lock lock(m);
  const auto status = never_notified.wait_for(lock, 10ms);
  const auto taken = Clock::now() - before;
  if (status == std::cv_status::timeout) assert(taken >= 10ms);
  assert(taken >= 0ms);
  assert(Clock::now() - before >= taken);
}
