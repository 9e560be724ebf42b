// fermata: violated hang deadlock at 9
// A barrier for three, and only two come.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *walk(void *unused) {
  (void)unused;
  pthread_barrier_wait(&barrier);  // stuck here
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_t thread;
  pthread_create(&thread, NULL, walk, NULL);
  walk(NULL);
  pthread_join(thread, NULL);
  return 0;
}
