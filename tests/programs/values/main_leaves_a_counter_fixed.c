// fermata: holds
// fermata-leaves-out: beats
#include <pthread.h>

volatile unsigned beats;

void *beat(void *unused) {
  for (int i = 0; i < 100; ++i) beats++;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, beat, NULL);
  pthread_exit(NULL);
}
