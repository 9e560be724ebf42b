// fermata: holds
// Both ways to the pointer lead into the array.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int full;

static void *fill(void *unused) {
  (void)unused;
  atomic_store(&full, 1);
  return NULL;
}

int main(void) {
  struct {
    int count;
    int cells[3];
  } ring = {0};
  pthread_t thread;
  pthread_create(&thread, NULL, fill, NULL);
  int *cell = atomic_load(&full) ? &ring.cells[2] : &ring.cells[0];
  *cell = 1;
  pthread_join(thread, NULL);
  return 0;
}
