// fermata: holds
// exit() called by a worker ends the process, though main waits for a semaphore that stays at zero.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t never;

static void *worker(void *unused) {
  (void)unused;
  exit(0);
}

int main(void) {
  sem_init(&never, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&never);
  return 1;
}
