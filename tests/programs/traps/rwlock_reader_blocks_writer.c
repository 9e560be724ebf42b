// fermata: violated hang deadlock
// main keeps its read lock while it joins a writer.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, writer, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
  return 0;
}
