// fermata: holds
// The twin of barrier_early_leaver.c: both decide by what the flag was before the last meeting.
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int cancelled;
static int stop;

static void *walk(void *unused) {
  (void)unused;
  for (int round = 0; round < 2; round++) {
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
      stop = atomic_load(&cancelled);
    }
    pthread_barrier_wait(&barrier);
    if (stop) return NULL;
  }
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t first, second;
  pthread_create(&first, NULL, walk, NULL);
  pthread_create(&second, NULL, walk, NULL);
  atomic_store(&cancelled, 1);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
