// fermata: holds
// Two readers meet at a barrier inside the read lock: possible only if both may be inside at once.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both_inside;

static void *reader(void *unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  pthread_barrier_wait(&both_inside);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_barrier_init(&both_inside, NULL, 2);
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  reader(NULL);
  pthread_join(thread, NULL);
  pthread_barrier_destroy(&both_inside);
  return 0;
}
