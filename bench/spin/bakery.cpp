// SPDX-License-Identifier: Apache-2.0
// Lamport's bakery: -DN=threads, -DK=entries of each. With -DBUG nobody waits for those who are choosing.
#include <atomic>
#include <cassert>
#include <thread>

#ifndef N
#define N 2
#endif
#ifndef K
#define K 1
#endif

#ifndef BUG
static std::atomic<bool> choosing[N];
#endif
static std::atomic<int> number[N];
static int counter;  // protected by the lock

static void lock(int me) {
#ifndef BUG
  choosing[me] = true;
#endif
  int mine = 0;
  for (int j = 0; j < N; j++) {
    int n = number[j];
    if (n > mine) mine = n;
  }
  mine++;
  number[me] = mine;
#ifndef BUG
  choosing[me] = false;
#endif
  for (int j = 0; j < N; j++) {
    if (j == me) continue;
#ifndef BUG
    while (choosing[j])
      ;
#endif
    for (;;) {
      int n = number[j];
      if (n == 0 || n > mine || (n == mine && j > me)) break;
    }
  }
}

static void unlock(int me) { number[me] = 0; }

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
