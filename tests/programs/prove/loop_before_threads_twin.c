// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found
// fermata-args: --engine prove --property termination
// Main goes round a loop that goes past its input if that is odd, and never ends.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int sum;

static void* work(void* arg) {
  sum++;
  return arg;
}

int main(void) {
  int rounds = __VERIFIER_nondet_int();
  for (int i = 0; i != rounds; i += 2) sum = i;
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  return 0;
}
