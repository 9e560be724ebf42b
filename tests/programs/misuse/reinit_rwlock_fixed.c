// fermata: holds
// The twin of reinit_rwlock.c: the reader has ended before.
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
  pthread_join(reader, NULL);
  pthread_rwlock_init(&lock, NULL);
  return 0;
}
