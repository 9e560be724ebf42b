// fermata: unknown sweep#1
// fermata-args: --time 6s
// Too many states, and it says why: one thread goes round ten million times, and nothing but its own counter changes.
#include <atomic>
#include <thread>

std::atomic<bool> light{false};

void sweep() {
  for (int i = 0; i < 10'000'000; ++i) light = i % 2 == 0;
}

int main() {
  std::thread sweeper(sweep);
  light = true;
  light = false;
  sweeper.join();
}
