// fermata: holds
// fermata-args: --property hang,safety,termination
// The other thread never ends, but main does, and with it the process.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *other(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}
