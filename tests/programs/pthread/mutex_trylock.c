// fermata: holds
// A trylock never waits: it says EBUSY, to the owner too; for others both outcomes are possible.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused) {
  (void)unused;
  int result = pthread_mutex_trylock(&mutex);
  assert(result == 0 || result == EBUSY);
  if (result == 0) pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  pthread_mutex_lock(&mutex);
  int again = pthread_mutex_trylock(&mutex);
  assert(again == EBUSY);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  int free_now = pthread_mutex_trylock(&mutex);
  assert(free_now == 0);
  pthread_mutex_unlock(&mutex);
  return 0;
}
