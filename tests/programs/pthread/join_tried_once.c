// fermata: violated hang lost-wakeup at 19
// A reaper is told that a worker has finished, and collects it. But the worker says so while it is still on its way out: then
// the reaper waits to be told again.
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
  do sem_wait(&finished);  // stuck here
  while (pthread_tryjoin_np(worker, NULL) != 0);
}
