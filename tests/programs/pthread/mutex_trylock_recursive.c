// fermata: holds
// A trylock of a recursive mutex counts like a lock; of an error-checking one it says EBUSY.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *other(void *unused) {
  (void)unused;
  int result = pthread_mutex_trylock(&recursive);
  assert(result == EBUSY);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&recursive);
  int counted = pthread_mutex_trylock(&recursive);
  assert(counted == 0);
  pthread_mutex_unlock(&recursive);
  pthread_create(&thread, NULL, other, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&recursive);

  pthread_mutex_lock(&checking);
  int busy = pthread_mutex_trylock(&checking);
  assert(busy == EBUSY);
  pthread_mutex_unlock(&checking);
  return 0;
}
