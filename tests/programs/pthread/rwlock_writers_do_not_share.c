// fermata: violated hang deadlock
// The same with write locks: the first writer waits at the barrier for one that cannot come in.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both_inside;

static void *writer(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  pthread_barrier_wait(&both_inside);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_barrier_init(&both_inside, NULL, 2);
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  writer(NULL);
  pthread_join(thread, NULL);
  return 0;
}
