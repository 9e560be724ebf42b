// fermata: holds
// Thread-specific data by key, with a destructor that runs when the thread ends.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int destroyed;

static void destroy(void *value) {
  destroyed += *(int *)value;
  free(value);
}

static void *worker(void *unused) {
  (void)unused;
  assert(pthread_getspecific(key) == NULL);
  int *value = malloc(sizeof *value);
  *value = 4;
  pthread_setspecific(key, value);
  assert(*(int *)pthread_getspecific(key) == 4);
  return NULL;
}

int main(void) {
  pthread_key_create(&key, destroy);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  assert(destroyed == 4);
  assert(pthread_getspecific(key) == NULL);
  pthread_key_delete(key);
  return 0;
}
