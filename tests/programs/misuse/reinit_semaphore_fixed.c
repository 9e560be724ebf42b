// fermata: holds
// The twin of reinit_semaphore.c: posted. With a unit that nobody waits for it may be initialised again.
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
  sem_post(&ready);
  pthread_join(worker, NULL);
  sem_post(&ready);
  sem_init(&ready, 0, 1);
  sem_destroy(&ready);
  return 0;
}
