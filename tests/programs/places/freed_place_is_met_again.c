// fermata: violated hang stuck-loop at 15
// A thread that has published an object allocates another one, and another thread may have freed the first in between: then
// the new one is in its place, and looks like the old one. Nothing visible happens between publishing and allocating.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic offer;

static void *producer(void *arg) {
  int *first = malloc(sizeof *first);
  offer = first;
  int *second = malloc(sizeof *second);
  if (second == first)
    for (;;) {}  // stuck here
  free(second);
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
