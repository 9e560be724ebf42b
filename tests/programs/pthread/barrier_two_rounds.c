// fermata: holds
// A barrier is used twice. In each round all meet, and exactly one of them is told so specially.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int arrived;
static atomic_int specials;

static void *walk(void *unused) {
  (void)unused;
  for (int round = 1; round <= 2; round++) {
    atomic_fetch_add(&arrived, 1);
    int result = pthread_barrier_wait(&barrier);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD) atomic_fetch_add(&specials, 1);
    assert(atomic_load(&arrived) >= 2 * round);
  }
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t thread;
  pthread_create(&thread, NULL, walk, NULL);
  walk(NULL);
  pthread_join(thread, NULL);
  assert(atomic_load(&specials) == 2);
  pthread_barrier_destroy(&barrier);
  return 0;
}
