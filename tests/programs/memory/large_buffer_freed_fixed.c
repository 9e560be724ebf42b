// fermata: holds
// As large_buffer_freed.c, but the buffer is freed when the thread has been joined.
#include <pthread.h>
#include <stdlib.h>

static char *buffer;

static void *worker(void *arg) {
  (void)arg;
  buffer[900000] = 1;
  return 0;
}

int main(void) {
  buffer = calloc(1, 1000000);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  free(buffer);
}
