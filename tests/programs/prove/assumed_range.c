// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// An input that is assumed to be positive, and steps that are.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);

#include <fermata/fermata.h>
static int step;
static atomic_int at;

static void* worker(void* arg) {
  for (int i = 0; i < 1000000; i += step) at++;
  return arg;
}

int main(void) {
  int much = __VERIFIER_nondet_int();
  fermata_assume(much > 0 && much < 100);
  step = much;
  pthread_t w;
  pthread_create(&w, 0, worker, 0);
  pthread_join(w, 0);
  return 0;
}
