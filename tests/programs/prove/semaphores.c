// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// Two threads take turns, as often as the input says.
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
    sem_post(&ping);
    sem_wait(&pong);
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
  pthread_detach(a);
  pthread_detach(b);
  return 0;
}
