// fermata: holds
// The twin of mutex_never_released.c: one way out, through the unlock.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int jobs;

static void *worker(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  if (jobs > 0) jobs--;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  jobs++;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
