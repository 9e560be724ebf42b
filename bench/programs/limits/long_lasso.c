// SPDX-License-Identifier: Apache-2.0
// A loop of thousands of steps that is never left: nobody wakes main, and a detached thread counts, in BITS bits.
#include <pthread.h>
#include <semaphore.h>
#ifndef BITS
#define BITS 8
#endif
sem_t never;
unsigned count;
static void *counts(void *arg) {
  for (;;) count = (count + 1) % (1 << BITS);
}
int main(void) {
  pthread_t t;
  sem_init(&never, 0, 0);
  pthread_create(&t, 0, counts, 0);
  pthread_detach(t);
  sem_wait(&never);
}
