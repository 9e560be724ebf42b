// fermata: holds
// _exit in a thread ends the process, whatever main waits for.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t never;

static void *worker(void *unused) {
  (void)unused;
  _exit(0);
}

int main(void) {
  sem_init(&never, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&never);
  return 1;
}
