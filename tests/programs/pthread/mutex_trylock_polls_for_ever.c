// fermata: violated hang stuck-loop at 17
// Polling with trylock for a mutex that its owner took to the grave: busy, and stuck all the same.
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *careless(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, careless, NULL);
  while (pthread_mutex_trylock(&mutex) != 0) sched_yield();  // stuck here
  pthread_mutex_unlock(&mutex);
  return 0;
}
