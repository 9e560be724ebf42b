// fermata: holds
// The same, and the lock is given back before the barrier. Nobody ever sees flag == 1, which stands in the middle of the step.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static int flag;

static void __VERIFIER_atomic_set(void) {
  flag = 1;
  pthread_mutex_lock(&lock);
  flag = 2;
  pthread_mutex_unlock(&lock);
}

static void *set(void *unused) {
  (void)unused;
  __VERIFIER_atomic_set();
  pthread_barrier_wait(&both);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&both, NULL, 2);
  pthread_create(&thread, NULL, set, NULL);
  pthread_mutex_lock(&lock);
  assert(flag != 1);
  pthread_mutex_unlock(&lock);
  assert(flag != 1);
  pthread_barrier_wait(&both);
  pthread_join(thread, NULL);
  return 0;
}
