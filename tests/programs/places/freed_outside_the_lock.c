// fermata: violated safety assertion at 18
// What says that the first object has been freed is set under the lock, after it was freed. So the other thread may get the
// old address while it is told that the old object is still there.
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
  if (!freed) assert(second != first);  // fails here
  pthread_mutex_unlock(&m);
  free(second);
  return arg;
}

static void *consumer(void *arg) {
  pthread_mutex_lock(&m);
  int *taken = offer;
  offer = NULL;
  pthread_mutex_unlock(&m);
  free(taken);
  pthread_mutex_lock(&m);
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
