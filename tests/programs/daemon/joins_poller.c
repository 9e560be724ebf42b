// fermata: violated hang stuck-loop
// fermata-args: --daemon
// The helper polls under a mutex until it is told to stop. Nobody tells it: to take a lock, look and give it back is to spin.
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
  pthread_join(helper, NULL);  // stuck here
  return 0;
}
