// SPDX-License-Identifier: Apache-2.0
// The counter of C. Flanagan and S. Qadeer, "Transactions for software model checking", SoftMC 2003: incr, decr, read.
// -DN=threads, -DK=calls of each; which method is called is an input, and choosing it is one step.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

#ifndef N
#define N 2
#endif
#ifndef K
#define K 1
#endif

extern "C" {
void __VERIFIER_atomic_begin();
void __VERIFIER_atomic_end();
bool __VERIFIER_nondet_bool();
}

static int choose() {
  __VERIFIER_atomic_begin();  // two inputs, but one choice
  int method = __VERIFIER_nondet_bool() ? 0 : __VERIFIER_nondet_bool() ? 1 : 2;
  __VERIFIER_atomic_end();
  return method;
}

static std::mutex mx, my;
static int x, y;                // increments, decrements
static std::atomic<int> count;  // specification: x - y

static void incr() {
  mx.lock();
  int tx = x;
  count++;
  x = tx + 1;
  mx.unlock();
}

static void decr() {
  my.lock();
  int ty = y;
  count--;
  y = ty + 1;
  my.unlock();
}

static void read() {
  mx.lock();
  int tx = x;
  my.lock();
  int ty = y;
  assert(count == tx - ty);
  my.unlock();
  mx.unlock();
}

static void worker() {
  for (int k = 0; k < K; k++) {
    switch (choose()) {
      case 0:
        incr();
        break;
      case 1:
        decr();
        break;
      default:
        read();
        break;
    }
  }
}

int main() {
  std::thread th[N];
  for (int i = 0; i < N; i++) th[i] = std::thread(worker);
  for (int i = 0; i < N; i++) th[i].join();
}
