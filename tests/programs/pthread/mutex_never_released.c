// fermata: violated hang never-released at 20
// An early return that keeps the mutex. Only when the worker is first does anybody notice.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int jobs;

static void *worker(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  if (jobs == 0) return NULL;
  jobs--;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);  // stuck here
  jobs++;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
