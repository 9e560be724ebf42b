// fermata: holds
// The worker finds the mutex taken and is blocked; then main unlocks, and it is not.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int entered;

static void *worker(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  entered = 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, worker, NULL);
  assert(entered == 0);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(entered == 1);
  return 0;
}
