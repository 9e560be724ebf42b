// fermata: violated safety assertion at 19
// Addresses are remembered as numbers, in a table of what was seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static int *_Atomic offer;
static uintptr_t seen[2];

static void *producer(void *arg) {
  for (int i = 0; i < 2; i++) {
    int *p = malloc(sizeof *p);
    seen[i] = (uintptr_t)p >> 4;
    if (i == 0) offer = p;
    if (i == 1) free(p);
  }
  assert(seen[0] != seen[1]);  // fails here
  return arg;
}

static void *consumer(void *arg) {
  free(atomic_exchange(&offer, NULL));
  return arg;
}

int main(void) {
  pthread_t p, c;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  free(offer);
}
