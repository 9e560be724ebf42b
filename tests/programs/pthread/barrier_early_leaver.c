// fermata: violated hang deadlock at 13
// Two rounds for one thread, one round for the other if it sees the flag in time.
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int cancelled;

static void *walk(void *unused) {
  (void)unused;
  for (int round = 0; round < 2; round++) {
    if (atomic_load(&cancelled)) return NULL;
    pthread_barrier_wait(&barrier);  // stuck here
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
