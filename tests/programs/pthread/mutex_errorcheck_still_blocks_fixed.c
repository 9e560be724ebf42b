// fermata: holds
// The twin of mutex_errorcheck_still_blocks.c: one order.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t b = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *a_then_b(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, a_then_b, NULL);
  a_then_b(NULL);
  pthread_join(thread, NULL);
  return 0;
}
