// fermata: violated safety double-free at 14
// Both threads see the buffer and both free it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) buffer;

static void *clean_up(void *unused) {
  (void)unused;
  int *mine = atomic_load(&buffer);
  if (mine != NULL) {
    atomic_store(&buffer, NULL);
    free(mine);  // fails here
  }
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
