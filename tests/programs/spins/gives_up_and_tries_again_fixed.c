// fermata: holds
// The worker says that it is ready.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *work(void *unused) {
  atomic_store(&ready, 1);
  return unused;
}

static int look(void) {
  for (int n = 0; n < 3; n++)
    if (atomic_load(&ready)) return 1;
  return 0;
}
int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  while (!look());
  pthread_join(worker, 0);
  return 0;
}
