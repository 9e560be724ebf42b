// fermata: violated hang lost-wakeup at 27
// A waiter compares with the address of what it has seen last. Who replaces it frees the old object and allocates the new one: with
// an allocator that has a cache for each thread, as glibc's, in the same place.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int *current;

static void *replace(void *p) {
  pthread_mutex_lock(&m);
  free(current);
  current = malloc(sizeof *current);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  current = malloc(sizeof *current);
  int *last = current;
  pthread_t t;
  pthread_create(&t, NULL, replace, NULL);
  pthread_mutex_lock(&m);
  while (current == last) pthread_cond_wait(&changed, &m);  // stuck here
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  free(current);
}
