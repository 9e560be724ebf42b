// fermata: holds
// Waiting by compare-exchange, whose `expected` each failure overwrites: somebody sets it.
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
  int expected = 1;
  while (!atomic_compare_exchange_strong(&flag, &expected, 2)) expected = 1;
  pthread_join(thread, NULL);
  return 0;
}
