// fermata: violated safety misuse at 17
// A semaphore is destroyed while a thread waits for it.
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void *work(void *unused) {
  sem_wait(&ready);
  return unused;
}

int main(void) {
  pthread_t worker;
  sem_init(&ready, 0, 0);
  pthread_create(&worker, NULL, work, NULL);
  sem_destroy(&ready);  // fails here
  return 0;
}
