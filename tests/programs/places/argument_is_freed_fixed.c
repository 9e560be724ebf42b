// fermata: holds
// Both are allocated before the thread starts.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  free(arg);
  return NULL;
}

int main(void) {
  pthread_t t;
  int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  pthread_create(&t, NULL, worker, first);
  assert(second != first);
  pthread_join(t, NULL);
  free(second);
}
