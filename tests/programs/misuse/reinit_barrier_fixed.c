// fermata: holds
// The twin of reinit_barrier.c: it is initialised again when the round is over.
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
  pthread_barrier_wait(&all);
  pthread_join(worker, NULL);
  pthread_barrier_init(&all, NULL, 3);
  pthread_barrier_destroy(&all);
  return 0;
}
