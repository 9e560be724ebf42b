// fermata: holds
// The twin of rwlock_writer_never_released.c.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int value;

static void *writer(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  value = 1;
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_rwlock_init(&lock, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_rdlock(&lock);
  assert(value == 1);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_destroy(&lock);
  return 0;
}
