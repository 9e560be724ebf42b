// fermata: violated safety assertion at 13
// What main has allocated is freed by a thread that allocates next: with a cache for each thread it gets the same place.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int *shared;

static void *use(void *p) {
  const int *old = shared;
  free(shared);
  assert((shared = malloc(sizeof *shared)) != old);  // fails here
  return p;
}

int main(void) {
  pthread_t t;
  shared = malloc(sizeof *shared);
  pthread_create(&t, NULL, use, NULL);
  pthread_join(t, NULL);
  free(shared);
}
