// fermata: holds
// A thread that detaches itself, and is still at work when main returns.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int work;

static void *background(void *unused) {
  (void)unused;
  pthread_detach(pthread_self());
  pthread_mutex_lock(&mutex);
  work++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, background, NULL);
  pthread_mutex_lock(&mutex);
  work++;
  pthread_mutex_unlock(&mutex);
  return 0;
}
