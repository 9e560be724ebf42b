// fermata: violated termination livelock
// fermata-args: --engine bounded --property termination
//
// Ten philosophers who put the left fork down when the right one is taken, all at the same time, again and again.
#include <mutex>
#include <thread>
#include <vector>

constexpr int seats = 10;
std::mutex forks[seats];

void dine(int seat) {
  std::mutex &left = forks[seat], &right = forks[(seat + 1) % seats];
  left.lock();
  while (!right.try_lock()) {
    left.unlock();
    left.lock();
  }
  right.unlock();
  left.unlock();
}

int main() {
  std::vector<std::thread> threads;
  for (int seat = 0; seat < seats; ++seat) threads.emplace_back(dine, seat);
  for (std::thread& t : threads) t.join();
}
