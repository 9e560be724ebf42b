// fermata: violated hang lost-wakeup at 24
// fermata-args: --timeouts never
// The program of cond_timedwait_may.c when timeouts do not fire: the signal that is missing.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *setter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  struct timespec deadline = {4102444800, 0};  // the year 2100
  pthread_t thread;
  pthread_create(&thread, NULL, setter, NULL);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_timedwait(&cond, &mutex, &deadline);  // stuck here
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
