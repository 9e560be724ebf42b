// fermata: violated hang stuck-loop at 19
// Waiting for a flag by compare-exchange, whose `expected` each failure overwrites: nobody sets it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static atomic_int other_flag;

static void *setter(void *unused) {
  (void)unused;
  atomic_store(&other_flag, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, setter, NULL);
  int expected = 1;
  while (!atomic_compare_exchange_strong(&flag, &expected, 2)) expected = 1;  // stuck here
  pthread_join(thread, NULL);
  return 0;
}
