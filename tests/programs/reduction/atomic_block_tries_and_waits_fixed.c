// fermata: holds
// A thread waits for two locks in one atomic block: it goes on when it can have both.
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
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  __VERIFIER_atomic_begin();
  const int error = pthread_mutex_lock(&tried);
  pthread_mutex_lock(&awaited);
  __VERIFIER_atomic_end();
  assert(error == 0);
  pthread_mutex_unlock(&awaited);
  pthread_mutex_unlock(&tried);
  pthread_join(t, NULL);
}
