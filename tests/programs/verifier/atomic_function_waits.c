// fermata: violated hang deadlock
// What waits inside waits for the whole: the step cannot be taken while the lock is held, and whoever holds it waits for the flag.
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
  if (flag == 0) pthread_barrier_wait(&both);  // stuck here
  pthread_mutex_unlock(&lock);
  if (flag == 1) pthread_mutex_lock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
