// fermata: holds
// fermata-args: --property hang,safety,termination
// The same with a lock that lets no reader in while a writer waits.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int stop;

static void *reader(void *unused) {
  (void)unused;
  for (int stopped = 0; !stopped;) {
    pthread_rwlock_rdlock(&lock);
    stopped = stop;
    pthread_rwlock_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, reader, NULL);
  pthread_create(&second, NULL, reader, NULL);
  pthread_rwlock_wrlock(&lock);
  stop = 1;
  pthread_rwlock_unlock(&lock);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
