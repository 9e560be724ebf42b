// fermata: holds
// fermata-args: --daemon
// fermata-leaves-out: beats
// A thread that counts its beats serves whoever reads the count from outside: main waits for it, and is not stuck.
#include <pthread.h>
#include <unistd.h>

unsigned long beats;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *heart(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    ++beats;
    pthread_mutex_unlock(&mutex);
    usleep(1000);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, heart, 0);
  pthread_join(t, 0);
}
