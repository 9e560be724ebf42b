// fermata: holds
// The new object is allocated before the old one is freed.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int *shared;

static void *use(void *p) {
  const int *old = shared;
  int *next = malloc(sizeof *next);
  assert(next != old);
  free(shared);
  shared = next;
  return p;
}

int main(void) {
  pthread_t t;
  shared = malloc(sizeof *shared);
  pthread_create(&t, NULL, use, NULL);
  pthread_join(t, NULL);
  free(shared);
}
