// SPDX-License-Identifier: Apache-2.0
// N philosophers who put the left fork down when the right one is taken, and begin again.
// -DREVERSED: the last one begins on the right, and nobody goes round for ever.
#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 5
#endif

std::mutex forks[N];

void dine(int seat) {
  int first = seat, second = (seat + 1) % N;
#ifdef REVERSED
  if (second < first) std::swap(first, second);
#endif
  forks[first].lock();
  while (!forks[second].try_lock()) {
    forks[first].unlock();
    forks[first].lock();
  }
  forks[second].unlock();
  forks[first].unlock();
}

int main() {
  std::vector<std::thread> philosophers;
  for (int seat = 0; seat < N; ++seat) philosophers.emplace_back(dine, seat);
  for (std::thread& p : philosophers) p.join();
}
