// fermata: holds
// The twin of reinit_mutex.c: unlocked instead. To initialise it once more when nobody uses it does no harm.
#include <pthread.h>

static pthread_mutex_t m;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_init(&m, NULL), pthread_mutex_lock(&m), pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_unlock(&m);
  pthread_join(worker, NULL);
  pthread_mutex_init(&m, NULL);
  return 0;
}
