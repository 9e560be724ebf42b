// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found
// fermata-args: --engine prove --property termination
// It does not.
#include <pthread.h>
#include <sched.h>
extern int __VERIFIER_nondet_int(void);
static int n;
static void* worker(void* arg) {
  int x = n, y = n;
  while (x > 0) {
    sched_yield();
    if (y > 0) y--;
    else { y = n; }
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
