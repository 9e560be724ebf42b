// fermata: violated hang deadlock at 17
// fermata-args: --property hang
// A barrier is destroyed while a thread waits at it: as in glibc, that waits until it has left.
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
  pthread_barrier_destroy(&all);  // stuck here
  return 0;
}
