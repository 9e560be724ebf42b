// fermata: violated safety misuse at 22
// The mutex is destroyed while, in one interleaving, the worker holds it.
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
  while (__atomic_load_n(&value, __ATOMIC_SEQ_CST) == 0) {
  }
  pthread_mutex_destroy(&mutex);  // fails here
  pthread_join(thread, NULL);
  return 0;
}
