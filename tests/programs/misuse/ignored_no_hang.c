// fermata: holds
// fermata-args: --ignore misuse
// fermata-assumes: has no effect and returns an error
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;

static void *forwards(void *unused) {
  pthread_mutex_lock(&a), pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b), pthread_mutex_unlock(&a);
  return unused;
}

static void *logs(void *unused) {
  pthread_mutex_lock(&log_lock);
  pthread_mutex_unlock(&log_lock);
  pthread_mutex_unlock(&log_lock);  // once too often
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, logs, NULL), pthread_create(&two, NULL, forwards, NULL);
  pthread_mutex_lock(&a), pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b), pthread_mutex_unlock(&a);
  pthread_join(one, NULL), pthread_join(two, NULL);
  return 0;
}
