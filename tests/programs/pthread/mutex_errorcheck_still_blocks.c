// fermata: violated hang deadlock
// An error-checking mutex sees only its own owner: two of them in two orders deadlock like any.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t b = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *b_then_a(void *unused) {
  (void)unused;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, b_then_a, NULL);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(thread, NULL);
  return 0;
}
