// fermata: violated hang deadlock at 16
// fermata-args: --engine bounded --property hang
//
// Each of 32 threads takes its own lock, and then its neighbour's.
#include <mutex>
#include <thread>
#include <vector>

constexpr int seats = 32;
std::mutex locks[seats];

void sit(int seat) {
  const int first = seat, second = (seat + 1) % seats;
  std::lock_guard one(locks[first]);
  std::this_thread::yield();
  std::lock_guard two(locks[second]);
}

int main() {
  std::vector<std::thread> threads;
  for (int seat = 0; seat < seats; ++seat) threads.emplace_back(sit, seat);
  for (std::thread& t : threads) t.join();
}
