// fermata: violated safety misuse
// fermata: violated hang deadlock at 17
// The same as destroy_barrier_hang.c: it is misuse in the first place.
#include <pthread.h>

static pthread_barrier_t all;

static void *work(void *unused) {
  pthread_barrier_wait(&all);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_barrier_init(&all, NULL, 2);
  pthread_create(&worker, NULL, work, NULL);
  pthread_barrier_destroy(&all);  // fails here
  return 0;
}
