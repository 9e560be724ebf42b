// fermata: holds
// The twin of destroy_locked_mutex.c: join first.
#include <pthread.h>

static pthread_mutex_t mutex;
static int value;

static void *worker(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  value = 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_mutex_init(&mutex, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_destroy(&mutex);
  return value == 1 ? 0 : 1;
}
