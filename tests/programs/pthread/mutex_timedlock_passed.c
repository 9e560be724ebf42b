// fermata: holds
// Two mutexes in two orders, but the second one is awaited until a moment that has passed already.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void with_both(pthread_mutex_t *first, pthread_mutex_t *second) {
  struct timespec deadline = {1, 0};
  pthread_mutex_lock(first);
  int result = pthread_mutex_timedlock(second, &deadline);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *b_then_a(void *unused) {
  (void)unused;
  with_both(&b, &a);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, b_then_a, NULL);
  with_both(&a, &b);
  pthread_join(thread, NULL);
  return 0;
}
