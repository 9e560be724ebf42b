// fermata: holds
// The twin of barrier_round_too_many.c: both go round three times.
#include <pthread.h>

static pthread_barrier_t barrier;

static void walk(int rounds) {
  for (int i = 0; i < rounds; i++) {
    pthread_barrier_wait(&barrier);
  }
}

static void *other(void *unused) {
  (void)unused;
  walk(3);
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  walk(3);
  pthread_join(thread, NULL);
  return 0;
}
