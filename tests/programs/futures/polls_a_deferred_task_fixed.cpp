// fermata: holds
// The task is not deferred.
#include <chrono>
#include <future>
#include <thread>

int main() {
  using namespace std::chrono_literals;
  std::future<int> answer = std::async(std::launch::async, [] { return 42; });
  while (answer.wait_for(10ms) != std::future_status::ready)
    std::this_thread::sleep_for(1ms);
  return answer.get() == 42 ? 0 : 1;
}
