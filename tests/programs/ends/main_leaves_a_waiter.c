// fermata: holds
// fermata-notes: main ended while 'worker#1' waited for condition variable 'ready'; the process ended with it
// A detached thread that nobody wakes is no hang, since the process ends; but it is told.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int go;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  while (!go) pthread_cond_wait(&ready, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_detach(t);
  return 0;
}
