// fermata: violated hang lost-wakeup
// fermata-args: --spurious-wakeups off
// The broadcast comes before 300 threads wait, and nobody has told them that it did.
#include <pthread.h>

enum { N = 300 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER, started = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  waiting++;
  pthread_cond_signal(&arrived);
  pthread_cond_wait(&started, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t workers[N];
  pthread_mutex_lock(&m);
  pthread_cond_broadcast(&started);
  for (int i = 0; i < N; i++) {
    pthread_create(&workers[i], NULL, work, NULL);
    while (waiting <= i) pthread_cond_wait(&arrived, &m);
  }
  pthread_mutex_unlock(&m);
  for (int i = 0; i < N; i++) pthread_join(workers[i], NULL);
  return 0;
}
