// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// A thread is started and joined again and again.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int sum;

static void* worker(void* arg) {
  sum++;
  return arg;
}

int main(void) {
  int threads = __VERIFIER_nondet_int();
  for (int i = 0; i < threads; i++) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
  }
  return 0;
}
