// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found
// fermata-args: --engine prove --property termination
// The token is passed to one that is not there.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);

static int rounds;
static atomic_int turn;

static void* worker(void* arg) {
  int me = (int)(long)arg;
  while (turn != me) {
  }
  for (int i = 0; i < rounds; i++) atomic_thread_fence(memory_order_seq_cst);
  turn = (me + 1) % 4;
  return 0;
}

int main(void) {
  rounds = __VERIFIER_nondet_int();
  pthread_t t[2];
  for (long k = 1; k < 3; k++) pthread_create(&t[k - 1], 0, worker, (void*)k);
  turn = 1;
  while (turn != 0) {
  }
  return 0;
}
