// SPDX-License-Identifier: Apache-2.0
// A ticket lock: -DN=threads, -DK=entries of each.
// Steps: fetch_add, read (again and again), read counter, write counter, write.
#include <atomic>
#include <cassert>
#include <thread>

#ifndef N
#define N 2
#endif
#ifndef K
#define K 1
#endif

static std::atomic<int> next_ticket, serving;
static int counter;  // protected by the lock

static void worker() {
  for (int k = 0; k < K; k++) {
    int my = next_ticket.fetch_add(1);
    while (serving != my)
      ;
    int t = counter;
    counter = t + 1;
    serving = my + 1;
  }
}

int main() {
  std::thread th[N];
  for (int i = 0; i < N; i++) th[i] = std::thread(worker);
  for (int i = 0; i < N; i++) th[i].join();
  assert(counter == N * K);
}
