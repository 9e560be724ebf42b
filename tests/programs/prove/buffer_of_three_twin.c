// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because it may come to rest
// fermata-args: --engine prove --property termination
// Whoever takes one takes all, and waits for those in vain.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_cond_t d = PTHREAD_COND_INITIALIZER; static int count, n;
static void* put(void* arg) {
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&m);
    while (count == 3) pthread_cond_wait(&d, &m);
    count++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  return arg;
}
static void* get(void* arg) {
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&c, &m);
    if (count == 3) count--; else count = 0;
    pthread_cond_signal(&d);
    pthread_mutex_unlock(&m);
  }
  return arg;
}
int main(void) {
  n = __VERIFIER_nondet_int();
  pthread_t t[2];
  pthread_create(&t[0], 0, put, 0);
  pthread_create(&t[1], 0, get, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
