// fermata: holds
// Waiting for a flag with goto: somebody sets it.
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
again:
  if (atomic_load(&flag) == 0) goto again;
  pthread_join(thread, NULL);
  return 0;
}
