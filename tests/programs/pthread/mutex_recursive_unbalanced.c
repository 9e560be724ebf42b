// fermata: violated hang never-released at 20
// A recursive mutex locked twice and unlocked once is still owned, by a thread that has ended.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *careless(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, careless, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex);  // stuck here
  pthread_mutex_unlock(&mutex);
  return 0;
}
