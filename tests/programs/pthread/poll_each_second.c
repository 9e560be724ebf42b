// fermata: violated hang stuck-loop
//
// Each round waits for one more second and looks again. Whoever should set the flag sets another one.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done, ready;

static void *work(void *p) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  while (!done) {
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    ts.tv_sec += 1;
    pthread_cond_timedwait(&c, &m, &ts);  // stuck here
  }
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return ready ? 0 : 1;
}
