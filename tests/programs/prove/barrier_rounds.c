// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// Three threads meet at a barrier in each of any number of rounds.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static pthread_barrier_t b; static int rounds; static atomic_int work;
static void* worker(void* arg) {
  for (int i = 0; i < rounds; i++) {
    work++;
    pthread_barrier_wait(&b);
  }
  return arg;
}
int main(void) {
  rounds = __VERIFIER_nondet_int();
  pthread_barrier_init(&b, 0, 3);
  pthread_t t[3];
  pthread_create(&t[0], 0, worker, 0);
  pthread_create(&t[1], 0, worker, 0);
  pthread_create(&t[2], 0, worker, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  pthread_join(t[2], 0);
  return 0;
}
