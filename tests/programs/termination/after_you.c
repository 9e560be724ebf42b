// fermata: violated termination livelock fair await
// fermata-args: --property hang,safety,termination --exhaustive
// Dekker's first try, without a turn: both step back for each other, at the same time, for ever.
#include <pthread.h>
#include <stdatomic.h>

atomic_bool wants[2];

void *thread(void *arg) {
  int me = arg != 0;
  wants[me] = 1;
  while (wants[!me]) {
    wants[me] = 0;
    wants[me] = 1;
  }
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, &other);
  thread(0);
  pthread_join(other, 0);
}
