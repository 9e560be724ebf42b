// fermata: holds
// The twin of atomic_lost_update.cpp: one step for the whole increment.
#include <atomic>
#include <thread>

std::atomic<int> finished{0};

void work() { ++finished; }

int main() {
  std::thread first(work);
  std::thread second(work);
  while (finished != 2) std::this_thread::yield();
  first.join();
  second.join();
}
