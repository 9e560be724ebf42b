// fermata: violated hang stuck-loop
// fermata-args: --daemon
// Counts for ever, but with the lock that the other thread waits for.
#include <pthread.h>
#include <unistd.h>

unsigned long beats;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *heart(void *unused) {
  pthread_mutex_lock(&mutex);
  for (;;) {
    ++beats;
    usleep(1000);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, heart, 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
}
