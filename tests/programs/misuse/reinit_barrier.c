// fermata: violated safety misuse at 17
// fermata: violated hang deadlock at 18
// A barrier is initialised for more threads while one waits at it already.
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
  pthread_barrier_init(&all, NULL, 2);  // fails here
  pthread_barrier_wait(&all);
  pthread_join(worker, NULL);
  return 0;
}
