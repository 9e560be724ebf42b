// fermata: violated hang lost-wakeup at 21
// The flag is set, but nobody signals. If a wait were an unlock and a lock, the loop would end.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *setter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, setter, NULL);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&cond, &mutex);  // stuck here
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
