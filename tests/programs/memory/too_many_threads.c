// fermata: unmodelled more than 1023 threads at a time
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return arg;
}

int main(void) {
  static pthread_t threads[1100];
  pthread_mutex_lock(&gate);
  for (int i = 0; i < 1100; ++i) pthread_create(&threads[i], NULL, worker, NULL);
  pthread_mutex_unlock(&gate);
  for (int i = 0; i < 1100; ++i) pthread_join(threads[i], NULL);
  return 0;
}
