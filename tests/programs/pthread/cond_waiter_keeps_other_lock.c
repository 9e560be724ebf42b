// fermata: violated hang deadlock at 26
// A wait gives back its own mutex, but not the other lock of its thread, which the signaller needs.
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
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  while (!ready) pthread_cond_wait(&cond, &inner);  // stuck here
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  pthread_join(thread, NULL);
  return 0;
}
