// fermata: holds
// An error-checking mutex by its static initialiser. Unlocking what one does not hold is for this
// type no misuse but an answer: EPERM.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *stranger(void *unused) {
  (void)unused;
  int result = pthread_mutex_unlock(&mutex);
  assert(result == EPERM);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, stranger, NULL);
  pthread_join(thread, NULL);
  int again = pthread_mutex_lock(&mutex);
  assert(again == EDEADLK);
  pthread_mutex_unlock(&mutex);
  return 0;
}
