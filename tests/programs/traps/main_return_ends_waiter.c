// fermata: holds
// A thread waits for ever for a semaphore, and main returns: that ends the process.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *waiter(void *unused) {
  (void)unused;
  sem_wait(&never);
  return NULL;
}

int main(void) {
  sem_init(&never, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  return 0;
}
