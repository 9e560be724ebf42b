// fermata: holds
// fermata-args: --property hang,safety,termination
// Each thread goes in once. Whoever waits does so for a thread that is on its way out.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool wants[2];
atomic_int turn;
int inside;

void *thread(void *arg) {
  int me = arg != 0;
  wants[me] = 1;
  turn = !me;
  while (wants[!me] && turn == !me) {}
  assert(inside == 0);
  inside = 1;
  inside = 0;
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, &other);
  thread(0);
  pthread_join(other, 0);
}
