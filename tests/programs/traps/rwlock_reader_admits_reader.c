// fermata: holds
// main keeps its read lock while it joins a reader: no writer is about, so nobody is in the way.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, reader, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
  return 0;
}
