// fermata: violated safety misuse at 14
// A thread can be joined once.
#include <pthread.h>

static void *worker(void *unused) {
  (void)unused;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_join(thread, NULL);  // fails here
  return 0;
}
