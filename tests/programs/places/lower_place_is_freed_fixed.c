// fermata: holds
// What the other thread frees is higher.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic offer;
static atomic_int waits;

static void *producer(void *arg) {
  int *high = malloc(sizeof *high), *low = malloc(sizeof *low);
  offer = low;
  free(high);
  int *again = malloc(sizeof *again);
  int same = again == high;
  free(again);
  waits = !same;
  while (waits) {}
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
