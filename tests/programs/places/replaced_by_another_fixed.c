// fermata: holds
// A waiter compares with the number of what it has seen last, and not with its address.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int *current, number;

static void *replace(void *p) {
  pthread_mutex_lock(&m);
  free(current);
  current = malloc(sizeof *current);
  ++number;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  current = malloc(sizeof *current);
  int last = number;
  pthread_t t;
  pthread_create(&t, NULL, replace, NULL);
  pthread_mutex_lock(&m);
  while (number == last) pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  free(current);
}
