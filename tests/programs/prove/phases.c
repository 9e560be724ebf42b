// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// Two threads meet at a barrier after each round.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int rounds;
static pthread_barrier_t barrier;

static void* worker(void* arg) {
  for (int i = 0; i < 100000; i++) pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  rounds = 0;
  pthread_barrier_init(&barrier, 0, 1);
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return rounds;
}
