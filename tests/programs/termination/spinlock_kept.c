// fermata: violated termination stuck-loop fair inescapable
// fermata-args: --property termination
// Who is first forgets to release it. Also a hang, if that is asked. spinlock.c is the repaired twin.
#include <pthread.h>
#include <stdatomic.h>

atomic_flag taken = ATOMIC_FLAG_INIT;
int count;

void *thread(void *arg) {
  while (atomic_flag_test_and_set(&taken)) {}  // stuck here
  if (count++ != 0) atomic_flag_clear(&taken);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  thread(0);
  pthread_join(other, 0);
}
