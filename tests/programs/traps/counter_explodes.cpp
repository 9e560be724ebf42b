// fermata: unknown ticks
// fermata-args: --time 6s
// Too many states, and it says why: a counter that nobody needs to be that large.
#include <atomic>
#include <thread>

std::atomic<int> ticks{0};
std::atomic<bool> stop{false};

int main() {
  std::thread clock([] {
    for (int i = 0; i < 10'000'000; ++i) ticks = ticks + 1;
    stop = true;
  });
  while (!stop && ticks >= 0) std::this_thread::yield();
  clock.join();
}
