// fermata: holds
// The program of rwlock_prefer_writer.c with a lock that prefers readers.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock;

static void *writer(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_rwlockattr_t attr;
  pthread_rwlockattr_init(&attr);
  pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_READER_NP);
  pthread_rwlock_init(&lock, &attr);
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
