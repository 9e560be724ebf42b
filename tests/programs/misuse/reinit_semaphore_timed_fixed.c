// fermata: holds
//
// One more unit is a post: that may come while the worker waits.
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
  // One more request.
  sem_post(&requests);
  pthread_join(thread, 0);
  return 0;
}
