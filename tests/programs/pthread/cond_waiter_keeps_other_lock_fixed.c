// fermata: holds
// The twin of cond_waiter_keeps_other_lock.c: the waiter holds nothing but the mutex of the wait.
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *producer(void *unused) {
  (void)unused;
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  ready = 1;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  pthread_mutex_lock(&inner);
  while (!ready) pthread_cond_wait(&cond, &inner);
  pthread_mutex_unlock(&inner);
  pthread_mutex_lock(&outer);
  pthread_mutex_unlock(&outer);
  pthread_join(thread, NULL);
  return 0;
}
