// fermata: holds
// The same with a broadcast when what the thread waits for is true, too.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, other;

static void *waits(void *unused) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_mutex_lock(&m), other = 1, pthread_cond_broadcast(&changed), pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m), ready = 1, pthread_cond_broadcast(&changed), pthread_mutex_unlock(&m);
  pthread_join(thread, NULL);
  return !other;
}
