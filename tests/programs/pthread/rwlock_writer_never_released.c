// fermata: violated hang never-released at 20
// A writer ends without unlocking; the reader waits for a lock without a living owner.
#include <pthread.h>

static pthread_rwlock_t lock;
static int value;

static void *writer(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  value = 1;
  return NULL;
}

int main(void) {
  pthread_rwlock_init(&lock, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_rdlock(&lock);  // stuck here
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_destroy(&lock);
  return 0;
}
