// fermata: holds
// fermata-clang: -std=c++20
// The same two places in each round: what is seen at the second is not before what was seen at the first.
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::mutex m;
std::condition_variable changed;
bool done = false;

int main() {
  std::thread worker([] {
    std::lock_guard lock(m);
    done = true;
    changed.notify_one();
  });
  std::unique_lock lock(m);
  while (!done) {
    const auto before = Clock::now();
    const auto status = changed.wait_for(lock, 10ms);
    const auto taken = Clock::now() - before;
    assert(taken >= 0ms);
    if (status == std::cv_status::timeout) assert(taken >= 10ms);
  }
  lock.unlock();
  worker.join();
}
