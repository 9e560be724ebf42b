// fermata: violated safety misuse at 18
// A read-write lock that another thread reads under is initialised.
#include <pthread.h>

static pthread_rwlock_t lock;
static int value, seen;

static void *read_value(void *unused) {
  pthread_rwlock_rdlock(&lock);
  seen = value;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t reader;
  pthread_rwlock_init(&lock, NULL), pthread_create(&reader, NULL, read_value, NULL);
  pthread_rwlock_init(&lock, NULL);  // fails here
  pthread_join(reader, NULL);
  return 0;
}
