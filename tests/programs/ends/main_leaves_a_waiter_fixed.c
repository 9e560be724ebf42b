// fermata: holds
// fermata-notes: nothing
// As main_leaves_a_waiter.c, but it is woken and joined.
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
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
