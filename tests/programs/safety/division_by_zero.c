// fermata: violated safety division-by-zero at 19
// The number of workers is checked, and read again for the division.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int workers = 1;

static void *leave(void *unused) {
  (void)unused;
  atomic_fetch_sub(&workers, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  if (atomic_load(&workers) > 0) {
    printf("%d each\n", 100 / atomic_load(&workers));  // fails here
  }
  pthread_join(thread, NULL);
  return 0;
}
