/* fermata: unknown because only with a clock that goes back */
/* Round after round comes back to the same state only since our clock goes back: the assertion fails for that
   reason alone. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done;

static void *work(void *p) {
  pthread_mutex_lock(&m);
  done = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t t;
  time_t last = 0;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  while (!done) {
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    assert(ts.tv_sec >= last);
    last = ts.tv_sec;
    ts.tv_sec += 1;
    pthread_cond_timedwait(&c, &m, &ts);
  }
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
