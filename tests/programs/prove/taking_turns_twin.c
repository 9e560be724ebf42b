// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because it may come to rest
// fermata-args: --engine prove --property termination
// One of them does not say that it is done.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int turn, n;
static void* ping(void* arg) {
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&m);
    while (turn != 0) pthread_cond_wait(&c, &m);
    turn = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  return arg;
}
static void* pong(void* arg) {
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&m);
    while (turn != 1) pthread_cond_wait(&c, &m);
    turn = 0;
    pthread_mutex_unlock(&m);
  }
  return arg;
}
int main(void) {
  n = __VERIFIER_nondet_int();
  pthread_t t[2];
  pthread_create(&t[0], 0, ping, 0);
  pthread_create(&t[1], 0, pong, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
