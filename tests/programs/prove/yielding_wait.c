// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// A wait that gives the processor away.
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>
extern int __VERIFIER_nondet_int(void);

static int limit;
static atomic_int ready;

static void* worker(void* arg) {
  for (int i = 0; i < limit; i++) sched_yield();
  ready = 1;
  return arg;
}

int main(void) {
  limit = __VERIFIER_nondet_int();
  pthread_t w;
  pthread_create(&w, 0, worker, 0);
  while (!ready) sched_yield();
  pthread_join(w, 0);
  return 0;
}
