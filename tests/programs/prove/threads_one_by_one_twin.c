// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because no function was found
// fermata-args: --engine prove --property termination
// It does not count.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int sum;

static void* worker(void* arg) {
  sum++;
  return arg;
}

int main(void) {
  int threads = __VERIFIER_nondet_int();
  for (int i = 0; i < threads; i += sum / 1000000) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
  }
  return 0;
}
