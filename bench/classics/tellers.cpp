// SPDX-License-Identifier: Apache-2.0
// N tellers, each locks two neighbouring accounts of a ring and moves money. The same as bank.cpp, with global arrays.
// -DREPAIRED: in the order of the accounts.
#include <algorithm>
#include <mutex>
#include <thread>

#ifndef N
#define N 5
#endif

std::mutex accounts[N];
int balance[N];

void transfer(int from, int to) {
  int first = from, second = to;
#ifdef REPAIRED
  if (second < first) std::swap(first, second);
#endif
  std::lock_guard one(accounts[first]);
  std::lock_guard two(accounts[second]);
  --balance[from];
  ++balance[to];
}

int main() {
  std::thread tellers[N];
  for (int i = 0; i < N; ++i) tellers[i] = std::thread(transfer, i, (i + 1) % N);
  for (std::thread& t : tellers) t.join();
}
