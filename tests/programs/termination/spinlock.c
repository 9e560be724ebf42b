// fermata: holds
// fermata-args: --property hang,safety,termination
// Two threads, once each. Who has the lock can always go on and will, also under weak fairness (spinlock_weak.c).
#include <pthread.h>
#include <stdatomic.h>

atomic_flag taken = ATOMIC_FLAG_INIT;
int count;

void *thread(void *arg) {
  while (atomic_flag_test_and_set(&taken)) {}
  ++count;
  atomic_flag_clear(&taken);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  thread(0);
  pthread_join(other, 0);
}
