// fermata: violated safety misuse at 23
//
// The worker waits at most a second, so it is never blocked for good; but while it waits, others must not
// initialise the semaphore.
#include <pthread.h>
#include <semaphore.h>

sem_t requests;
int rounds;

void *worker(void *unused) {
  struct timespec soon = {1, 0};
  int again = rounds;
  while (sem_timedwait(&requests, &soon) != 0 && again-- > 0) continue;
  return unused;
}

int main(void) {
  sem_init(&requests, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  // A fresh start.
  sem_init(&requests, 0, 1);  // fails here
  pthread_join(thread, 0);
  return 0;
}
