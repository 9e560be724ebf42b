// fermata: holds
// fermata-args: --property hang,safety,termination
//
// A writer that waits keeps new readers out.
#define _GNU_SOURCE
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
int written;

void *reader(void *unused) {
  for (int seen = 0; !seen;) {
    pthread_rwlock_rdlock(&lock);
    seen = written;
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t readers[2];
  for (int i = 0; i < 2; ++i) pthread_create(&readers[i], NULL, reader, NULL);
  pthread_rwlock_wrlock(&lock);
  written = 1;
  pthread_rwlock_unlock(&lock);
  for (int i = 0; i < 2; ++i) pthread_join(readers[i], NULL);
}
