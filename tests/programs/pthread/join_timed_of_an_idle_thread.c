// fermata: violated hang never-signalled at 16
// A thread that has nothing to do may still be running when its creator's patience ends.
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
  if (pthread_timedjoin_np(worker, NULL, &deadline) != 0) sem_wait(&never);  // stuck here
}
