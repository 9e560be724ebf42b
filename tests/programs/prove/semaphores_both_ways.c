// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// One slot, and a semaphore for each direction.
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
static sem_t full, empty; static int limit; static int slot, seen;
static void* producer(void* arg) {
  for (int i = 0; i < limit; i++) {
    sem_wait(&empty);
    slot = i;
    sem_post(&full);
  }
  return arg;
}
static void* consumer(void* arg) {
  for (int i = 0; i < limit; i++) {
    sem_wait(&full);
    seen = slot;
    sem_post(&empty);
  }
  return arg;
}
int main(void) {
  limit = __VERIFIER_nondet_int();
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 1);
  pthread_t t[2];
  pthread_create(&t[0], 0, producer, 0);
  pthread_create(&t[1], 0, consumer, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
