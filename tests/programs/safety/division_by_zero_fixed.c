// fermata: holds
// The twin of division_by_zero.c: one read for both.
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
  int present = atomic_load(&workers);
  if (present > 0) printf("%d each\n", 100 / present);
  pthread_join(thread, NULL);
  return 0;
}
