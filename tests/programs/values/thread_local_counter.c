// fermata: holds
// fermata-leaves-out: polls
// Each thread counts for itself.
#include <pthread.h>

volatile int flag;
_Thread_local long polls;

static void *waiter(void *unused) {
  while (!flag) polls++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  polls += 2;
  flag = 1;
  pthread_join(t, 0);
}
