// fermata: holds
// A loop that polls, with an array of its own in each round. It comes back to where it was.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go;
static volatile int n = 4;

static void *worker(void *arg) {
  for (;;) {
    int seen[n];
    seen[n - 1] = atomic_load(&go);
    if (seen[n - 1]) break;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&go, 1);
  pthread_join(t, 0);
  return 0;
}
