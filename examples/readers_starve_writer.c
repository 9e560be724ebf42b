// fermata: violated termination livelock
// fermata-args: --property hang,safety,termination
//
// Two readers look again and again until the writer has written. A read-write lock of glibc's lets readers in while a writer
// waits, so if their turns overlap the writer never gets it, though the scheduler is fair to all. Met in poco #1611, libosmscout
// PR #1553 and trafficserver PR #7611.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
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
  pthread_rwlock_wrlock(&lock);  // waits here for ever
  written = 1;
  pthread_rwlock_unlock(&lock);
  for (int i = 0; i < 2; ++i) pthread_join(readers[i], NULL);
}
