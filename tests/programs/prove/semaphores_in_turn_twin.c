// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because it may come to rest
// fermata-args: --engine prove --property termination
// One of them waits twice in each round.
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
static sem_t a, b; static int n;
static void* ping(void* arg) {
  for (int i = 0; i < n; i++) {
    sem_wait(&a);
    sem_post(&b);
  }
  return arg;
}
static void* pong(void* arg) {
  for (int i = 0; i < n; i++) {
    sem_wait(&b);
    sem_wait(&b);
    sem_post(&a);
  }
  return arg;
}
int main(void) {
  n = __VERIFIER_nondet_int();
  sem_init(&a, 0, 1);
  sem_init(&b, 0, 0);
  pthread_t t[2];
  pthread_create(&t[0], 0, ping, 0);
  pthread_create(&t[1], 0, pong, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
