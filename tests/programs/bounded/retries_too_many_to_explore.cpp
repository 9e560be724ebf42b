// fermata: violated termination livelock
// fermata-args: --property termination
// fermata-says: 'worker#64'
//
// Sixty-four workers need two tools each, and lay the first one down while the second is taken. Nobody has asked for an engine.
#include <mutex>
#include <thread>
#include <vector>

constexpr int workers = 64;
std::mutex tools[workers];

void worker(int self) {
  std::mutex &first = tools[self], &second = tools[(self + 1) % workers];
  for (;;) {
    std::unique_lock<std::mutex> one(first);
    std::unique_lock<std::mutex> two(second, std::try_to_lock);
    if (two) return;
  }
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < workers; ++i) threads.emplace_back(worker, i);
  for (std::thread& t : threads) t.join();
}
