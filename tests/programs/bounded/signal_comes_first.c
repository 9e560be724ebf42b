// fermata: violated hang lost-wakeup
// fermata-args: --engine bounded --property hang
//
// Sixteen waiters look at the flag before they take the lock, and the signal may come in between.
#include <pthread.h>
#include <stdatomic.h>

enum { waiters = 16 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void* wait_for_it(void* unused) {
  if (!ready) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t threads[waiters];
  for (int i = 0; i < waiters; ++i) pthread_create(&threads[i], 0, wait_for_it, 0);
  ready = 1;
  pthread_mutex_lock(&m);
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < waiters; ++i) pthread_join(threads[i], 0);
}
