// fermata: violated hang stuck-loop at 21
// Allocates until the address is new. That never comes to an end once the other thread has freed what was there: each time
// the same place is the lowest.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic offer;
static atomic_int retries;

static void *producer(void *arg) {
  int *first = malloc(sizeof *first);
  offer = first;
  for (;;) {
    int *next = malloc(sizeof *next);
    if (next != first) {
      free(next);
      return arg;
    }
    free(next);
    retries = 1;  // stuck here
  }
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
