// fermata: violated hang deadlock at 13
// fermata-args: --timeouts never
// The program of mutex_timedlock_may.c when timeouts do not fire: the deadlock they hide.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void with_both(pthread_mutex_t *first, pthread_mutex_t *second) {
  struct timespec deadline = {4102444800, 0};  // the year 2100
  pthread_mutex_lock(first);
  int result = pthread_mutex_timedlock(second, &deadline);  // stuck here
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
