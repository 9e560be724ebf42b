// fermata: holds
// Threads are moved into a vector, which grows and moves them again.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::mutex mutex;
  int sum = 0;
  std::vector<std::thread> threads;
  for (int i = 1; i <= 2; ++i) {
    threads.emplace_back([&mutex, &sum, i] {
      std::lock_guard<std::mutex> guard(mutex);
      sum += i;
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert(sum == 3);
}
