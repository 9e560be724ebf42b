// One thread takes and releases the lock until it is told to stop; the other needs the lock once to tell it. The answer
// depends on whether lock(me) lets everybody in who keeps asking.
#include <pthread.h>
#include <stdatomic.h>

static void lock(int me);
static void unlock(int me);

static int done;

static void *restless(void *arg) {
  for (int stop = 0; !stop;) {
    lock(0);
    stop = done;
    unlock(0);
  }
  return arg;
}

int main(void) {
  pthread_t rival;
  pthread_create(&rival, 0, restless, 0);
  lock(1);
  done = 1;
  unlock(1);
  pthread_join(rival, 0);
}
