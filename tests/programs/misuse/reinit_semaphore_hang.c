// fermata: violated hang never-signalled at 11
// fermata-args: --property hang
// fermata-says: initialising a semaphore that threads wait for
// The semaphore has a unit, and the thread that waits for it sleeps on: nobody has told the kernel.
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void *work(void *unused) {
  sem_wait(&ready);  // stuck here
  return unused;
}

int main(void) {
  pthread_t worker;
  sem_init(&ready, 0, 0);
  pthread_create(&worker, NULL, work, NULL);
  sem_init(&ready, 0, 1);
  pthread_join(worker, NULL);
  return 0;
}
