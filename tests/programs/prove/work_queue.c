// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// Two workers take what main has queued, however much that is. Nobody counts what was taken: there is never more in the queue than main has put there.
#include <pthread.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int queued;
static bool closed;
static void* worker(void* arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    while (queued == 0 && !closed) pthread_cond_wait(&work, &m);
    if (queued == 0) {
      pthread_mutex_unlock(&m);
      return arg;
    }
    queued--;
    pthread_mutex_unlock(&m);
  }
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&m);
    queued++;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_lock(&m);
  closed = true;
  pthread_cond_broadcast(&work);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
