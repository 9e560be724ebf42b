/* fermata: holds */
/* fermata-warns: nothing */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter, other;

static void *work(void *p) {
  pthread_mutex_lock(&m);
  other++;
  counter = 1;
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t t;
  counter = 0;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  other++;
  counter = 2;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return counter = 3, 0;
}
