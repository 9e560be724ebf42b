// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found
// fermata-args: --engine prove --property termination
// After a failure it compares with what is never there.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int x; static int n;
static void* worker(void* arg) {
  for (int i = 0; i < n; i++) {
    int old = x;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1)) old = -1;
  }
  return arg;
}
int main(void) {
  n = __VERIFIER_nondet_int();
  pthread_t t[2];
  pthread_create(&t[0], 0, worker, 0);
  pthread_create(&t[1], 0, worker, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
