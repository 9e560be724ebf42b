// fermata: holds
// fermata-args: --daemon
// Two readers come back again and again. An unlucky writer waits long, but never in vain: at every
// moment the readers could both be out. (poco #1611, trafficserver PR #7611)
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *reader(void *unused) {
  (void)unused;
  for (;;) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, reader, NULL);
  pthread_create(&second, NULL, reader, NULL);
  pthread_detach(first);
  pthread_detach(second);
  for (;;) {
    pthread_rwlock_wrlock(&lock);
    value = !value;
    pthread_rwlock_unlock(&lock);
  }
}
