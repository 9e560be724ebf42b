// fermata: holds
// The reaper that has been told that a worker has finished waits until it is out.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>

static sem_t finished;

static void *work(void *p) {
  sem_post(&finished);
  return p;
}

int main(void) {
  pthread_t worker;
  sem_init(&finished, 0, 0);
  pthread_create(&worker, NULL, work, NULL);
  sem_wait(&finished);
  while (pthread_tryjoin_np(worker, NULL) != 0) {}
}
