// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because it may come to rest
// fermata-args: --engine prove --property termination
// Nobody begins.
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);

static int rounds;
static sem_t ping, pong;

static void* one(void* arg) {
  for (int i = 0; i < rounds; i++) {
    sem_wait(&ping);
    sem_post(&pong);
  }
  return arg;
}

static void* other(void* arg) {
  for (int i = 0; i < 1000; i++) {
    sem_wait(&pong);
    sem_post(&ping);
  }
  return arg;
}

int main(void) {
  rounds = 1000;
  sem_init(&ping, 0, 0);
  sem_init(&pong, 0, 0);
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
