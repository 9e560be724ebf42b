// fermata: violated hang lost-wakeup at 14
// fermata-says: signal started, which wakes runner#2
// fermata-says: the last signal (step 11, 'main') woke 'runner#2'
// Two threads wait for the same flag, one signal wakes one of them.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t started = PTHREAD_COND_INITIALIZER;
static int go;

static void *runner(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  while (!go) pthread_cond_wait(&started, &mutex);  // stuck here
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, runner, NULL);
  pthread_create(&second, NULL, runner, NULL);
  pthread_mutex_lock(&mutex);
  go = 1;
  pthread_cond_signal(&started);
  pthread_mutex_unlock(&mutex);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
