// fermata: violated termination starvation
// fermata-args: --property hang,safety,termination --fairness none
// As spurious_wakeups_become_rare.c, if nothing is promised.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static int stop;

static void *sleep_on_it(void *unused) {
  pthread_mutex_lock(&m);
  while (!stop) pthread_cond_wait(&told, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t sleeper;
  pthread_mutex_lock(&m);
  pthread_create(&sleeper, NULL, sleep_on_it, NULL);
  pthread_mutex_unlock(&m);
  while (pthread_mutex_trylock(&m) != 0) {}
  stop = 1;
  pthread_cond_signal(&told);
  pthread_mutex_unlock(&m);
  pthread_join(sleeper, NULL);
  return 0;
}
