// fermata: holds
// The twin of barrier_too_few.c: three come.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *walk(void *unused) {
  (void)unused;
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_t first, second;
  pthread_create(&first, NULL, walk, NULL);
  pthread_create(&second, NULL, walk, NULL);
  walk(NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
