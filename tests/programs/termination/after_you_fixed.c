// fermata: holds
// fermata-args: --property hang,safety,termination
// Dekker's lock: it is the turn of one of them, and only the other one steps back.
#include <pthread.h>
#include <stdatomic.h>

atomic_bool wants[2];
atomic_int turn;

void *thread(void *arg) {
  int me = arg != 0;
  wants[me] = 1;
  while (wants[!me]) {
    if (turn == me) continue;
    wants[me] = 0;
    while (turn != me) {}
    wants[me] = 1;
  }
  turn = !me;
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, &other);
  thread(0);
  pthread_join(other, 0);
}
