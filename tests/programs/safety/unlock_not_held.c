// fermata: violated safety misuse at 9
// A thread unlocks the mutex that main has locked.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *stranger(void *unused) {
  (void)unused;
  pthread_mutex_unlock(&mutex);  // fails here
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, stranger, NULL);
  pthread_join(thread, NULL);
  return 0;
}
