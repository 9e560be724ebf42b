// fermata: violated hang self-deadlock at 13
// One program, three mutex types. The normal one blocks its owner.
#include <pthread.h>

static pthread_mutex_t mutex;

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&mutex, &attr);
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_lock(&mutex) == 0) pthread_mutex_unlock(&mutex);  // stuck here
  pthread_mutex_unlock(&mutex);
  return 0;
}
