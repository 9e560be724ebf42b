// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// A thread polls a lock; the other one takes it as often as the input says.
#include <pthread.h>
#include <sched.h>
extern int __VERIFIER_nondet_int(void);

static int rounds, sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&m);
    sum++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  rounds = __VERIFIER_nondet_int();
  pthread_t w;
  pthread_create(&w, 0, worker, 0);
  while (pthread_mutex_trylock(&m) != 0) sched_yield();
  pthread_mutex_unlock(&m);
  pthread_join(w, 0);
  return 0;
}
