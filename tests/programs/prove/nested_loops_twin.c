// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found
// fermata-args: --engine prove --property termination
// The inner loop takes a round of the outer one back.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);

static int rows, columns;
static atomic_int cells;

static void* worker(void* arg) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) if (cells++ == 7) i--;
  return arg;
}

int main(void) {
  rows = __VERIFIER_nondet_int();
  columns = __VERIFIER_nondet_int();
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
