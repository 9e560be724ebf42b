// fermata: holds
// fermata-args: --spurious-wakeups off
// A broadcast wakes all of 300 threads: nobody sleeps on the condition variable when it is destroyed.
#include <pthread.h>

enum { N = 300 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER, started = PTHREAD_COND_INITIALIZER;
static int waiting, go;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  waiting++;
  pthread_cond_signal(&arrived);
  while (!go) pthread_cond_wait(&started, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_mutex_lock(&m);
  for (int i = 0; i < N; i++) {
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_detach(worker);
    while (waiting <= i) pthread_cond_wait(&arrived, &m);
  }
  go = 1;
  pthread_cond_broadcast(&started);
  pthread_cond_destroy(&started);
  return 0;
}
