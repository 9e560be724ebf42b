// fermata: holds
// After a wait without a time the result is there, and a timed wait sees it.
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main() {
  std::promise<void> done;
  std::future<void> future = done.get_future();
  std::thread worker([&done] { done.set_value(); });
  const auto first = future.wait_until(std::chrono::steady_clock::now() + std::chrono::seconds(1));
  if (first == std::future_status::timeout) future.wait();
  assert(future.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
  worker.join();
}
