// SPDX-License-Identifier: Apache-2.0
// Dining philosophers, -DN of them, -DROUNDS meals each, with std::mutex. All reach for the fork on their left first and
// can deadlock; with -DORDERED all reach first for the fork with the lower number and cannot.
#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 5
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

std::mutex forks[N];

void dine(int seat) {
  int left = seat, right = (seat + 1) % N;
#ifdef ORDERED
  if (right < left) std::swap(left, right);
#endif
  for (int round = 0; round < ROUNDS; ++round) {
    std::lock_guard<std::mutex> first(forks[left]);
    std::lock_guard<std::mutex> second(forks[right]);
  }
}

int main() {
  std::vector<std::thread> table;
  for (int seat = 0; seat < N; ++seat) table.emplace_back(dine, seat);
  for (std::thread& philosopher : table) philosopher.join();
}
