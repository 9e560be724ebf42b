// fermata: holds
// Waiting for a flag through a local variable: somebody sets it.
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
  int seen;
  do seen = atomic_load(&flag); while (seen == 0);
  pthread_join(thread, NULL);
  return 0;
}
