// fermata: violated safety assertion at 27
// In one atomic block a thread gives up on one lock if it is taken, and waits for another. That it waited for the second says
// nothing about the first: whether others have that one can be seen.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t tried = PTHREAD_MUTEX_INITIALIZER, awaited = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *p) {
  pthread_mutex_lock(&tried);
  pthread_mutex_unlock(&tried);
  return p;
}

int main(void) {
  const struct timespec deadline = {2000000000, 0};
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  __VERIFIER_atomic_begin();
  const int error = pthread_mutex_timedlock(&tried, &deadline);
  pthread_mutex_lock(&awaited);
  __VERIFIER_atomic_end();
  assert(error == 0);  // fails here
  pthread_mutex_unlock(&awaited);
  pthread_mutex_unlock(&tried);
  pthread_join(t, NULL);
}
