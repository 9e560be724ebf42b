// fermata: violated safety assertion at 17
// The new thread frees its argument; what is allocated meanwhile may get its address.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  free(arg);
  return NULL;
}

int main(void) {
  pthread_t t;
  int *first = malloc(sizeof *first);
  pthread_create(&t, NULL, worker, first);
  int *second = malloc(sizeof *second);
  assert(second != first);  // fails here
  pthread_join(t, NULL);
  free(second);
}
