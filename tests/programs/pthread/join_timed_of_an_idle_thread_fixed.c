// fermata: holds
// fermata-args: --timeouts never
// If its creator is patient enough, the thread has ended.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t never;

static void *work(void *p) { return p; }

int main(void) {
  pthread_t worker;
  const struct timespec deadline = {2000000000, 0};
  pthread_create(&worker, NULL, work, NULL);
  if (pthread_clockjoin_np(worker, NULL, CLOCK_MONOTONIC, &deadline) != 0) sem_wait(&never);
}
