// fermata: holds
// One order, also where the recursive mutex is locked twice.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  (void)unused;
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  pthread_mutex_unlock(&outer);
  pthread_join(thread, NULL);
  return 0;
}
