// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because it may come to rest
// fermata-args: --engine prove --property termination
// The barrier is for three.
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
  pthread_barrier_init(&barrier, 0, 3);
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return rounds;
}
