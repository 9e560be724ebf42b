// fermata: violated termination livelock fair strong
// fermata-args: --property hang,safety,termination --exhaustive
// As poll_with_yield.c, with a condition that takes two looks: the first is the same whether the second will succeed or not.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready = 1, light, done;

static void *flicker(void *arg) {
  while (!done) {
    light = 1;
    light = 0;
  }
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, flicker, 0);
  while (!(ready && light)) {}
  done = 1;
  pthread_join(other, 0);
}
