// fermata: violated hang deadlock at 35,14
// fermata-says: threads 'main' and 'writer#1' wait for each other
// fermata-says: 'main' waits for read-write lock 'lock', where 'writer#1' waits before it
// fermata-says: 'reader#1' waits for read-write lock 'lock', where 'writer#1' waits before it
// A lock that prefers writers: a second read lock waits behind a writer that waits for the first. Another
// reader waits behind it, too, but holds nothing.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock;

static void *writer(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_rwlockattr_t attr;
  pthread_rwlockattr_init(&attr);
  pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock, &attr);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, writer, NULL);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);  // stuck here
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
