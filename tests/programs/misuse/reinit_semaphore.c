// fermata: violated safety misuse at 18
// fermata: violated hang never-signalled at 10
// A semaphore is initialised with the unit that a thread already waits for. That thread may sleep by then; it has to be posted.
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
  sem_init(&ready, 0, 1);  // fails here
  pthread_join(worker, NULL);
  return 0;
}
