// fermata: holds
// fermata-args: --property hang
// fermata-says: destroying a condition variable that threads wait on
// A condition variable is destroyed while a thread sleeps on it, whom another one wakes later: then glibc's destroy returns.
// That is misuse all the same, and the answer says so.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *sleep_on_it(void *unused) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

static void *wake(void *unused) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t sleeper, waker;
  pthread_create(&sleeper, NULL, sleep_on_it, NULL);
  pthread_create(&waker, NULL, wake, NULL);
  pthread_cond_destroy(&changed);
  pthread_join(sleeper, NULL);
  pthread_join(waker, NULL);
  return 0;
}
