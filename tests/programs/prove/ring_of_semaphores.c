// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// Three threads pass a token on.
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
static sem_t s[3]; static int n;
static void* stage0(void* arg) {
  for (int i = 0; i < n; i++) {
    sem_wait(&s[0]);
    sem_post(&s[1]);
  }
  return arg;
}
static void* stage1(void* arg) {
  for (int i = 0; i < n; i++) {
    sem_wait(&s[1]);
    sem_post(&s[2]);
  }
  return arg;
}
static void* stage2(void* arg) {
  for (int i = 0; i < n; i++) {
    sem_wait(&s[2]);
    sem_post(&s[0]);
  }
  return arg;
}
int main(void) {
  n = __VERIFIER_nondet_int();
  sem_init(&s[0], 0, 1);
  sem_init(&s[1], 0, 0);
  sem_init(&s[2], 0, 0);
  pthread_t t[3];
  pthread_create(&t[0], 0, stage0, 0);
  pthread_create(&t[1], 0, stage1, 0);
  pthread_create(&t[2], 0, stage2, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  pthread_join(t[2], 0);
  return 0;
}
