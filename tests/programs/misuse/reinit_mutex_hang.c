// fermata: violated hang deadlock at 11
// fermata-args: --property hang
// fermata-says: initialising a mutex that is locked
// Whoever asks only for hangs is told what becomes of the thread that waits, too.
#include <pthread.h>

static pthread_mutex_t m;

static void *work(void *unused) {
  // glibc forgets who sleeps here
  pthread_mutex_lock(&m);  // stuck here
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_init(&m, NULL), pthread_mutex_lock(&m), pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_init(&m, NULL);
  pthread_join(worker, NULL);
  return 0;
}
