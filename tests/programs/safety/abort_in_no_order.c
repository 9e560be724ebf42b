// fermata: holds
// The twin of abort_in_one_order.c: the join comes before the question.
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
  pthread_join(thread, NULL);
  if (!atomic_load(&opened)) abort();
  return 0;
}
