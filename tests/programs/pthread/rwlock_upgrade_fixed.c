// fermata: holds
// The twin of rwlock_upgrade.c: give the read lock back, take the write lock, look again.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *fill(void *unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  int empty = value == 0;
  pthread_rwlock_unlock(&lock);
  if (empty) {
    pthread_rwlock_wrlock(&lock);
    if (value == 0) value++;
    pthread_rwlock_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, fill, NULL);
  fill(NULL);
  pthread_join(thread, NULL);
  assert(value == 1);
  return 0;
}
