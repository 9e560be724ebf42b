// fermata: holds
// The twin of mutex_normal_attr_relock.c: lock once, then destroy the unlocked mutex.
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
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  pthread_mutex_destroy(&mutex);
  return 0;
}
