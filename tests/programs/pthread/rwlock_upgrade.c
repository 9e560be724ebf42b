// fermata: violated hang self-deadlock at 11
// From reader to writer without unlocking: the thread waits for its own read lock.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

int main(void) {
  pthread_rwlock_rdlock(&lock);
  if (value == 0) {
    pthread_rwlock_wrlock(&lock);  // stuck here
    value = 1;
    pthread_rwlock_unlock(&lock);
  }
  pthread_rwlock_unlock(&lock);
  return 0;
}
