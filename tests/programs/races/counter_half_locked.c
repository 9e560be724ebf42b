/* fermata: holds */
/* fermata-warns: data-race 'counter' at 13,24 */
/* One of the two takes the lock. The race is in the midst of what is explored as one transaction. Before the thread starts and
   after it was joined there is none. */
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
  pthread_mutex_unlock(&m), counter = 2;
  pthread_join(t, 0);
  return counter = 3, 0;
}
