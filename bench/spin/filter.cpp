// SPDX-License-Identifier: Apache-2.0
// Peterson's lock for N threads (the filter lock): -DN=threads, -DK=entries of each.
#include <atomic>
#include <cassert>
#include <thread>

#ifndef N
#define N 3
#endif
#ifndef K
#define K 1
#endif

static std::atomic<int> level[N];
static std::atomic<int> victim[N];
static int counter;  // protected by the lock

static void lock(int me) {
  for (int l = 1; l < N; l++) {
    level[me] = l;
    victim[l] = me;
    for (int j = 0; j < N; j++) {
      if (j == me) continue;
      while (level[j] >= l && victim[l] == me)
        ;
    }
  }
}

static void unlock(int me) { level[me] = 0; }

static void worker(int me) {
  for (int k = 0; k < K; k++) {
    lock(me);
    int t = counter;
    counter = t + 1;
    unlock(me);
  }
}

int main() {
  std::thread th[N];
  for (int i = 0; i < N; i++) th[i] = std::thread(worker, i);
  for (int i = 0; i < N; i++) th[i].join();
  assert(counter == N * K);
}
