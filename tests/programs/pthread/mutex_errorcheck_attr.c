// fermata: holds
// An error-checking mutex, by attribute, says EDEADLK instead of blocking its owner.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *other(void *unused) {
  (void)unused;
  int result = pthread_mutex_lock(&mutex);
  assert(result == 0);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &attr);

  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  int first = pthread_mutex_lock(&mutex);
  int second = pthread_mutex_lock(&mutex);
  assert(first == 0 && second == EDEADLK);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  pthread_mutex_destroy(&mutex);
  return 0;
}
