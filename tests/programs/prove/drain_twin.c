// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found
// fermata-args: --engine prove --property termination
// It is filled again before it is empty.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);

static int level;
static atomic_int closed;

static void* worker(void* arg) {
  int todo = level;
  while (todo > 0) {
    if (todo > 10)
      todo -= 10;
    else
      todo = todo > 5 ? 20 : todo - 1;
  }
  closed = 1;
  return arg;
}

int main(void) {
  level = __VERIFIER_nondet_int();
  pthread_t w;
  pthread_create(&w, 0, worker, 0);
  while (!closed) {
  }
  pthread_join(w, 0);
  return 0;
}
