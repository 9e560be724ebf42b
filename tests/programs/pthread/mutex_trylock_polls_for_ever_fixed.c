// fermata: holds
// The twin of mutex_trylock_polls_for_ever.c: the owner unlocks.
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *careful(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, careful, NULL);
  while (pthread_mutex_trylock(&mutex) != 0) sched_yield();
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
