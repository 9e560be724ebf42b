// fermata: holds
// Looks and allocates under the lock.
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
  int seen = freed;
  int *second = malloc(sizeof *second);
  pthread_mutex_unlock(&m);
  if (!seen) assert(second != first);
  free(second);
  return arg;
}

static void *consumer(void *arg) {
  pthread_mutex_lock(&m);
  free(offer);
  offer = NULL;
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
