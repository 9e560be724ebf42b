// fermata: holds
// Waiting for a flag as an endless loop with a break: somebody sets it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *setter(void *unused) {
  (void)unused;
  atomic_store(&flag, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, setter, NULL);
  for (;;) if (atomic_load(&flag) != 0) break;
  pthread_join(thread, NULL);
  return 0;
}
