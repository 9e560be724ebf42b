// fermata: violated hang self-deadlock at 13
// fermata-says: which it holds itself
// Whoever turns from reader to writer without unlocking waits for itself, also if another reader is in its way as well.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *fill(void *unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  if (value == 0) {
    pthread_rwlock_wrlock(&lock);  // stuck here
    value = 1;
    pthread_rwlock_unlock(&lock);
  }
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, fill, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
