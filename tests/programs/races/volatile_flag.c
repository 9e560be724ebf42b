/* fermata: holds */
/* fermata-warns: data-race 'stop' at 9,17 */
/* volatile is not atomic. */
#include <pthread.h>

static volatile int stop;

static void *work(void *p) {
  while (!stop) {
  }
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  stop = 1;
  pthread_join(t, 0);
  return 0;
}
