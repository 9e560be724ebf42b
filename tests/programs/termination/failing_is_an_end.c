// fermata: holds
// fermata-args: --property termination
// The spinning never ends by itself; but a fair scheduler lets the other thread fail, and then the run is over. That it
// fails is a matter of safety.
#include <pthread.h>
#include <stdlib.h>

void *other(void *arg) {
  abort();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  volatile int going = 1;
  while (going) {}
}
