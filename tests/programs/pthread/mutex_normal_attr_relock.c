// fermata: violated hang self-deadlock at 25
// The type NORMAL asked for by attribute: locking twice blocks, though the other thread has gone.
#include <pthread.h>

static pthread_mutex_t mutex;

static void *other(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&mutex, &attr);
  pthread_mutexattr_destroy(&attr);

  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);  // stuck here
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
  return 0;
}
