// fermata: violated hang lost-wakeup at 20
// A signal that nobody hears is gone. There is no flag, so the waiter cannot know.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *signaller(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, signaller, NULL);
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&cond, &mutex);  // stuck here
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
