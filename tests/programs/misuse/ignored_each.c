// fermata: holds
// fermata-args: --ignore misuse
// What a call returns that is refused, and that it does nothing.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;

static void *nothing(void *unused) { return unused; }
static void *meddles(void *unused) {
  assert(pthread_mutex_unlock(&m) == EPERM);  // main holds it
  assert(pthread_rwlock_unlock(&rw) == EPERM);
  assert(pthread_spin_unlock(&spin) == EPERM);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&spin, 0);
  assert(pthread_mutex_unlock(&m) == EPERM);
  assert(pthread_cond_wait(&c, &m) == EPERM);
  assert(pthread_barrier_wait(&barrier) == EINVAL);
  pthread_mutex_lock(&m), pthread_rwlock_wrlock(&rw), pthread_spin_lock(&spin);
  pthread_create(&thread, NULL, meddles, NULL);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_mutex_trylock(&m) == EBUSY);  // still held
  pthread_mutex_unlock(&m), pthread_rwlock_unlock(&rw), pthread_spin_unlock(&spin);
  pthread_create(&thread, NULL, nothing, NULL);
  assert(pthread_detach(thread) == 0);
  const int error = pthread_join(thread, NULL);
  assert(error == EINVAL || error == ESRCH);
  pthread_mutex_destroy(&other);
  assert(pthread_mutex_lock(&other) == EINVAL);
  return 0;
}
