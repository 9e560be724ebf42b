// fermata: holds
// launch::async runs in another thread, launch::deferred in the one that waits, and only if one does.
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int runs = 0;

int main() {
  const std::thread::id here = std::this_thread::get_id();
  auto there = std::async(std::launch::async, [](std::thread::id other) { return std::this_thread::get_id() != other; }, here);
  auto later = std::async(std::launch::deferred, [&] {
    ++runs;
    return std::this_thread::get_id() == here;
  });
  auto never = std::async(std::launch::deferred, [&] { runs += 100; });
  assert(later.wait_for(std::chrono::seconds(1)) == std::future_status::deferred);
  assert(runs == 0);
  assert(later.get() && runs == 1);
  assert(there.get());
}
