// fermata: holds
// Freed under the lock, together with what says so: who holds the lock sees neither or both.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *offer, freed;

static void *producer(void *arg) {
  int *first = malloc(sizeof *first);
  pthread_mutex_lock(&m);
  offer = first;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  int *second = malloc(sizeof *second);
  if (!freed) assert(second != first);
  pthread_mutex_unlock(&m);
  free(second);
  return arg;
}

static void *consumer(void *arg) {
  pthread_mutex_lock(&m);
  int *taken = offer;
  offer = NULL;
  free(taken);
  freed = 1;
  pthread_mutex_unlock(&m);
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
