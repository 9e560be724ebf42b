// fermata: violated hang stuck-loop at 19
// The thread frees an object of its own and expects to get the same address again. It gets that of another one, which is lower,
// if that has been freed meanwhile: no pointer to what the other thread frees is ever compared.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic offer;
static atomic_int waits;

static void *producer(void *arg) {
  int *low = malloc(sizeof *low), *high = malloc(sizeof *high);
  offer = low;
  free(high);
  int *again = malloc(sizeof *again);
  int same = again == high;
  free(again);
  waits = !same;
  while (waits) {}  // stuck here
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
