// fermata: holds
// The twin of double_free.c: whoever takes the pointer away frees it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) buffer;

static void *clean_up(void *unused) {
  (void)unused;
  free(atomic_exchange(&buffer, NULL));
  return NULL;
}

int main(void) {
  atomic_store(&buffer, malloc(sizeof(int)));
  pthread_t thread;
  pthread_create(&thread, NULL, clean_up, NULL);
  clean_up(NULL);
  pthread_join(thread, NULL);
  return 0;
}
