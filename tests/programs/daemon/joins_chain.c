// fermata: holds
// fermata-args: --daemon
// main waits for a supervisor, which waits for a worker, which works for ever: a join is followed to where it ends.
#include <pthread.h>

static int beat;

static void *work(void *unused) {
  for (;;) beat = !beat;
  return unused;
}

static void *supervise(void *unused) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
  return unused;
}

int main(void) {
  pthread_t supervisor;
  pthread_create(&supervisor, NULL, supervise, NULL);
  pthread_join(supervisor, NULL);
  return 0;
}
