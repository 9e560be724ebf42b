// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// Two threads meet in each round, and read what they are to do before they begin to count.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_barrier_t step;
static int rounds, cells[2];
static void* simulate(void* arg) {
  int me = *(int*)arg;
  for (int r = 0; r < rounds; r++) {
    cells[me]++;
    pthread_barrier_wait(&step);
  }
  return 0;
}
int main(void) {
  rounds = __VERIFIER_nondet_int();
  pthread_barrier_init(&step, 0, 2);
  int ids[2] = {0, 1};
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, simulate, &ids[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
