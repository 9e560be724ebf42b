// fermata: holds
// The same, but what was taken is freed only after both have ended, so the old address stays taken.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic offer, *taken;

static void *producer(void *arg) {
  int *first = malloc(sizeof *first);
  offer = first;
  int *second = malloc(sizeof *second);
  if (second == first)
    for (;;) {}
  free(second);
  return arg;
}

static void *consumer(void *arg) {
  taken = atomic_exchange(&offer, NULL);
  return arg;
}

int main(void) {
  pthread_t p, c;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  free(offer);
  free(taken);
}
