// fermata: violated safety misuse at 18
// fermata: violated hang deadlock at 10
// A mutex is initialised a second time while it is locked and a thread waits for it. The thread may sleep in the kernel by then, and nobody
// will wake it.
#include <pthread.h>

static pthread_mutex_t m;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_init(&m, NULL), pthread_mutex_lock(&m), pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_init(&m, NULL);  // fails here
  pthread_join(worker, NULL);
  return 0;
}
