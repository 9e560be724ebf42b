// fermata: violated termination livelock
// fermata-args: --property hang,safety,termination
// Two readers, of whom always one has the lock: the writer who would tell them to stop is never able to move, so no scheduler is
// unfair to it. A hang it is not, since both could be out at the same time.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
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
