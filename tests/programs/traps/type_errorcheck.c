// fermata: holds
// One program, three mutex types. The error-checking one refuses.
#include <pthread.h>

static pthread_mutex_t mutex;

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &attr);
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_lock(&mutex) == 0) pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
