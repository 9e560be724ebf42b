// fermata: holds
// fermata-args: --daemon
// The twin of joins_poller.c: it is told.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static void *help(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    const int enough = stop;
    pthread_mutex_unlock(&m);
    if (enough) return unused;
  }
}

int main(void) {
  pthread_t helper;
  pthread_create(&helper, NULL, help, NULL);
  pthread_mutex_lock(&m);
  stop = 1;
  pthread_mutex_unlock(&m);
  pthread_join(helper, NULL);
  return 0;
}
