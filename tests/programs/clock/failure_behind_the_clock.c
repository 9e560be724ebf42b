/* fermata: violated safety assertion at 36 */
/* What only a clock that goes back breaks (line 27) is set aside; what anybody can break is found behind it. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done, rounds;

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
  while (!done && rounds < 3) {
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    assert(ts.tv_sec >= last);
    last = ts.tv_sec;
    ts.tv_sec += 1;
    pthread_cond_timedwait(&c, &m, &ts);
    rounds++;
  }
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  /* After three rounds nobody has waited for the worker. */
  assert(rounds < 3); /* fails here */
  return 0;
}
