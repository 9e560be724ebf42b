// fermata: holds
// Three threads, two rounds at the same barrier; a fast thread does not slip into the old round.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static pthread_barrier_t barrier;
static atomic_int arrived;

static void *walk(void *unused) {
  (void)unused;
  atomic_fetch_add(&arrived, 1);
  pthread_barrier_wait(&barrier);
  assert(atomic_load(&arrived) == THREADS);
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, THREADS);
  pthread_t first, second;
  pthread_create(&first, NULL, walk, NULL);
  pthread_create(&second, NULL, walk, NULL);
  walk(NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
