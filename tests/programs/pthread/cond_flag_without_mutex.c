// fermata: violated hang lost-wakeup at 20
// The flag is set outside the mutex, between the waiter's test and its sleep.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static volatile int ready;

static void *signaller(void *unused) {
  (void)unused;
  ready = 1;
  pthread_cond_signal(&cond);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, signaller, NULL);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&cond, &mutex);  // stuck here
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
