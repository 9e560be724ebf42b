// fermata: violated hang never-signalled at 17
// Only main's return ends the process. The function of another thread returns for itself alone.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *worker(void *unused) {
  (void)unused;
  return NULL;
}

int main(void) {
  sem_init(&never, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&never);  // stuck here
  return 0;
}
