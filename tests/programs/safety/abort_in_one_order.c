// fermata: violated safety abort at 18
// A handler that gives up when the events come in the wrong order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int opened;

static void *open_it(void *unused) {
  (void)unused;
  atomic_store(&opened, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, open_it, NULL);
  if (!atomic_load(&opened)) abort();  // fails here
  pthread_join(thread, NULL);
  return 0;
}
