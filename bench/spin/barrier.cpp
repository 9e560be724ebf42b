// SPDX-License-Identifier: Apache-2.0
// A barrier that reverses its sense: -DN=threads, -DK=rounds; each looks at its neighbour after each round.
// With -DBUG a counter that everybody awaits to be zero again: a fast thread comes back before a slow one has looked,
// and all of them spin for ever.
#include <atomic>
#include <cassert>
#include <thread>

#ifndef N
#define N 2
#endif
#ifndef K
#define K 2
#endif

static std::atomic<int> phase[N];
#ifdef BUG
static std::atomic<int> count;

static void barrier_wait(bool) {
  if (count.fetch_add(1) + 1 == N)
    count = 0;
  else
    while (count != 0)
      ;
}
#else
static std::atomic<int> count{N};
static std::atomic<bool> sense;

static void barrier_wait(bool mine) {
  if (count.fetch_sub(1) == 1) {
    count = N;
    sense = mine;
  } else {
    while (sense != mine)
      ;
  }
}
#endif

static void worker(int me) {
  bool mine = false;
  for (int k = 0; k < K; k++) {
    phase[me] = k + 1;
    mine = !mine;
    barrier_wait(mine);
    int p = phase[(me + 1) % N];
    assert(p >= k + 1);
  }
}

int main() {
  std::thread th[N];
  for (int i = 0; i < N; i++) th[i] = std::thread(worker, i);
  for (int i = 0; i < N; i++) th[i].join();
}
