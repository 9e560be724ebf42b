// fermata: holds
// The setter never signals, but the waiter looks again and again: its deadline has passed.
#include <assert.h>
#include <errno.h>
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
  struct timespec deadline = {1, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, setter, NULL);
  pthread_mutex_lock(&mutex);
  while (!ready) {
    int result = pthread_cond_timedwait(&cond, &mutex, &deadline);
    assert(result == 0 || result == ETIMEDOUT);
  }
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
