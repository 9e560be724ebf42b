// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found
// fermata-args: --engine prove --property termination
// One does not call the next.
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>
extern int __VERIFIER_nondet_int(void);
static atomic_uint next, serving; static int n;
static void* worker(void* arg) {
  unsigned mine = next++;
  while (serving != mine) {}
  for (int i = 0; i < n; i++) sched_yield();
  if (mine != 1) serving++;
  return arg;
}
int main(void) {
  n = __VERIFIER_nondet_int();
  pthread_t t[3];
  pthread_create(&t[0], 0, worker, 0);
  pthread_create(&t[1], 0, worker, 0);
  pthread_create(&t[2], 0, worker, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  pthread_join(t[2], 0);
  return 0;
}
