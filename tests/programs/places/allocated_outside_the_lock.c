// fermata: violated safety assertion at 19
// The thread looks under the lock whether the first object has been freed, and allocates after it.
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
  pthread_mutex_unlock(&m);
  int *second = malloc(sizeof *second);
  if (!seen) assert(second != first);  // fails here
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
