// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// Each thread counts to a number that is an input.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int limit;
static int sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* count(void* arg) {
  for (int i = 0; i < limit; i++) {
    pthread_mutex_lock(&m);
    sum++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  limit = __VERIFIER_nondet_int();
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
