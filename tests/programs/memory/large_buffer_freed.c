// fermata: violated safety use-after-free
// A thread still writes to the end of a large buffer when it is freed.
#include <pthread.h>
#include <stdlib.h>

static char *buffer;

static void *worker(void *arg) {
  (void)arg;
  buffer[900000] = 1;  // fails here
  return 0;
}

int main(void) {
  buffer = calloc(1, 1000000);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  free(buffer);
  pthread_join(t, 0);
}
