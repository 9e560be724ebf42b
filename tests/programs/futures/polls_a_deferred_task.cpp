// fermata: violated hang stuck-loop at 12
// A deferred task runs where its result is asked for, and who only asks whether it is ready is told "deferred". Between two
// looks main sleeps, alone: a clock that only advances never comes back.
#include <chrono>
#include <future>
#include <thread>

int main() {
  using namespace std::chrono_literals;
  std::future<int> answer = std::async(std::launch::deferred, [] { return 42; });
  while (answer.wait_for(10ms) != std::future_status::ready)
    std::this_thread::sleep_for(1ms);  // stuck here
  return answer.get() == 42 ? 0 : 1;
}
