// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because it may come to rest
// fermata-args: --engine prove --property termination
// The second thread takes them in the other order.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int rounds;
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void* one(void* arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
  }
  return arg;
}

static void* other(void* arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&right);
    pthread_mutex_lock(&left);
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
  }
  return arg;
}

int main(void) {
  rounds = __VERIFIER_nondet_int();
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
