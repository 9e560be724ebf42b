// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// A lock for readers and writers, made of a mutex and a condition variable.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int readers, writing, n;
static void* reader(void* arg) {
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&m);
    while (writing) pthread_cond_wait(&c, &m);
    readers++;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (--readers == 0) pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
  }
  return arg;
}
static void* writer(void* arg) {
  pthread_mutex_lock(&m);
  while (readers > 0 || writing) pthread_cond_wait(&c, &m);
  writing = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  writing = 0;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  n = __VERIFIER_nondet_int();
  pthread_t t[2];
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, writer, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
