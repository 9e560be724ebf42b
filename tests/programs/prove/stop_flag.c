// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// A worker works until it is told to stop; the other one counts first.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);

static int limit;
static atomic_int stop;

static void* worker(void* arg) {
  while (!stop) {
  }
  return arg;
}

int main(void) {
  limit = __VERIFIER_nondet_int();
  pthread_t w;
  pthread_create(&w, 0, worker, 0);
  for (int i = 0; i < limit; i++) stop = 0;
  stop = 1;
  pthread_join(w, 0);
  return 0;
}
