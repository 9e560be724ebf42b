// fermata: holds
// fermata-args: --timeouts may
// The setter never signals, but the waiter looks again when its time is up.
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
  while (!ready) pthread_cond_timedwait(&cond, &mutex, &deadline);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
