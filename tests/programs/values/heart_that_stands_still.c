// fermata: violated hang stuck-loop
// fermata-args: --daemon
// What it writes, again and again, is the same: nothing ever changes, and main waits for nothing.
#include <pthread.h>
#include <unistd.h>

unsigned long beats;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *heart(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    beats = 7;
    pthread_mutex_unlock(&mutex);
    usleep(1000);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, heart, 0);
  pthread_join(t, 0);  // stuck here
}
