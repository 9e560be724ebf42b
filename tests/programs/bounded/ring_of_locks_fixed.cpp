// fermata: unknown because no deadlock was found within 2 rounds of at most 32 steps
// fermata-args: --engine bounded --bound 2 --property hang
//
// Each of three threads takes the lock with the lower number first. The bounded engine proves nothing.
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

constexpr int seats = 3;
std::mutex locks[seats];

void sit(int seat) {
  int first = seat, second = (seat + 1) % seats;
  if (second < first) std::swap(first, second);
  std::lock_guard one(locks[first]);
  std::lock_guard two(locks[second]);
}

int main() {
  std::vector<std::thread> threads;
  for (int seat = 0; seat < seats; ++seat) threads.emplace_back(sit, seat);
  for (std::thread& t : threads) t.join();
}
