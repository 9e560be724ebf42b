// fermata: holds
// Mutex and condition variable inside a heap object, initialised and destroyed by hand.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int value;
} box_t;

static void *fill(void *argument) {
  box_t *box = argument;
  pthread_mutex_lock(&box->mutex);
  box->value = 5;
  pthread_cond_signal(&box->changed);
  pthread_mutex_unlock(&box->mutex);
  return NULL;
}

int main(void) {
  box_t *box = malloc(sizeof *box);
  pthread_mutex_init(&box->mutex, NULL);
  pthread_cond_init(&box->changed, NULL);
  box->value = 0;

  pthread_t thread;
  pthread_create(&thread, NULL, fill, box);
  pthread_mutex_lock(&box->mutex);
  while (box->value == 0) pthread_cond_wait(&box->changed, &box->mutex);
  assert(box->value == 5);
  pthread_mutex_unlock(&box->mutex);
  pthread_join(thread, NULL);

  pthread_cond_destroy(&box->changed);
  pthread_mutex_destroy(&box->mutex);
  free(box);
  return 0;
}
