// fermata: violated termination livelock fair strong
// fermata-args: --property hang,safety,termination --exhaustive
// One thread flickers until it is told to stop; the other waits for the dark, politely. It may be let look only while there is light.
// To yield in the dark is not to get on: it yields in the light as well.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int light, done;

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
  while (light) sched_yield();
  done = 1;
  pthread_join(other, 0);
}
