// SPDX-License-Identifier: Apache-2.0
// Peterson's mutual exclusion, two threads: -DK=entries of each. With -DBUG the flag is raised after the turn.
// Every access to an atomic and to the counter is a step.
#include <atomic>
#include <cassert>
#include <thread>

#ifndef K
#define K 1
#endif

static std::atomic<bool> flag[2];
static std::atomic<int> turn;
static int counter;  // protected by the lock

static void lock(int me) {
  int other = 1 - me;
#ifdef BUG
  turn = other;
  flag[me] = true;
#else
  flag[me] = true;
  turn = other;
#endif
  while (flag[other] && turn == other)
    ;
}

static void unlock(int me) { flag[me] = false; }

static void worker(int me) {
  for (int k = 0; k < K; k++) {
    lock(me);
    int t = counter;
    counter = t + 1;
    unlock(me);
  }
}

int main() {
  std::thread a(worker, 0), b(worker, 1);
  a.join();
  b.join();
  assert(counter == 2 * K);
}
