// fermata: holds
// fermata-args: --property hang,safety,termination --fairness none
// Everybody takes the fork with the smaller number first, and waits for the other: nothing is ever tried twice.
#include <algorithm>
#include <mutex>
#include <thread>

constexpr int philosophers = 3;
std::mutex forks[philosophers];

void dine(int seat) {
  int other = (seat + 1) % philosophers;
  std::scoped_lock<std::mutex> first(forks[std::min(seat, other)]);
  std::scoped_lock<std::mutex> second(forks[std::max(seat, other)]);
}

int main() {
  std::thread second(dine, 1);
  std::thread third(dine, 2);
  dine(0);
  second.join();
  third.join();
}
