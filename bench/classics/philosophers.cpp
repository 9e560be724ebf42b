// SPDX-License-Identifier: Apache-2.0
// N philosophers at a round table. Each takes the fork on the left, then the one on the right.
// -DREPAIRED: the lower number first.
#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 5
#endif

std::mutex forks[N];
int meals[N];

void philosopher(int seat) {
  int first = seat, second = (seat + 1) % N;
#ifdef REPAIRED
  if (second < first) std::swap(first, second);
#endif
  std::lock_guard one(forks[first]);
  std::lock_guard two(forks[second]);
  ++meals[seat];
}

int main() {
  std::vector<std::thread> philosophers;
  for (int seat = 0; seat < N; ++seat) philosophers.emplace_back(philosopher, seat);
  for (std::thread& p : philosophers) p.join();
}
