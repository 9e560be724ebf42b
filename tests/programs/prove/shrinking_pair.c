// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// Whichever number the environment chooses gets smaller.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);

extern _Bool __VERIFIER_nondet_bool(void);
static atomic_int done;

static void* worker(void* arg) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_bool())
      x--;
    else
      y--;
  }
  done = 1;
  return arg;
}

int main(void) {
  pthread_t w;
  pthread_create(&w, 0, worker, 0);
  while (!done) {
  }
  pthread_join(w, 0);
  return 0;
}
