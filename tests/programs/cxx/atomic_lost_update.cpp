// fermata: violated hang stuck-loop at 13
// Load and store are atomic, the increment is not: one is lost, and main waits for two.
#include <atomic>
#include <thread>

std::atomic<int> finished{0};

void work() { finished = finished + 1; }

int main() {
  std::thread first(work);
  std::thread second(work);
  while (finished != 2) std::this_thread::yield();  // stuck here
  first.join();
  second.join();
}
