// fermata: violated hang deadlock at 24,13
// fermata-says: mutex_recursive_abba.c:22)
// Two orders, and a recursive mutex that is locked twice: it is held since the first time.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  (void)unused;
  pthread_mutex_lock(&inner);
  pthread_mutex_lock(&outer);  // stuck here
  pthread_mutex_unlock(&outer);
  pthread_mutex_unlock(&inner);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);  // stuck here
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  pthread_mutex_unlock(&outer);
  pthread_join(thread, NULL);
  return 0;
}
