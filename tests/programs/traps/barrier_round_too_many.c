// fermata: violated hang deadlock at 9
// Two threads and a barrier for two, but main goes round once more.
#include <pthread.h>

static pthread_barrier_t barrier;

static void walk(int rounds) {
  for (int i = 0; i < rounds; i++) {
    pthread_barrier_wait(&barrier);  // stuck here
  }
}

static void *other(void *unused) {
  (void)unused;
  walk(2);
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
