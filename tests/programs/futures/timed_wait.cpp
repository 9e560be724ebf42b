// fermata: violated safety assertion at 14
// A timed wait may time out, however long it is.
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main() {
  std::promise<void> done;
  std::future<void> future = done.get_future();
  std::thread worker([&done] { done.set_value(); });
  const auto status = future.wait_for(std::chrono::hours(1));
  worker.join();
  assert(status == std::future_status::ready);  // fails here
}
