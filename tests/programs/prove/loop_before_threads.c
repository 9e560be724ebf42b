// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// Main goes round a loop as often as an input says, before it starts a thread.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int sum;

static void* work(void* arg) {
  sum++;
  return arg;
}

int main(void) {
  int rounds = __VERIFIER_nondet_int();
  for (int i = 0; i < rounds; i++) sum = i;
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  return 0;
}
