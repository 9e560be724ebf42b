// fermata: holds
// A C program with cleanups, in which nothing is ever thrown.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *p) { pthread_mutex_unlock(p); }

static void *work(void *p) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  free(malloc(3));
  pthread_cleanup_pop(1);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
