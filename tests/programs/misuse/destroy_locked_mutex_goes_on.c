// fermata: holds
// fermata-args: --property hang
// fermata-says: destroying a locked mutex
// glibc does not destroy a mutex that is locked: it says EBUSY, and the mutex can be used. A note says that it is misuse.
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_lock(&m);
  pthread_create(&worker, NULL, work, NULL);
  if (pthread_mutex_destroy(&m) != EBUSY) for (;;) {}
  pthread_mutex_unlock(&m);
  pthread_join(worker, NULL);
  return 0;
}
