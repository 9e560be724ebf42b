// fermata: holds
// fermata-args: --property hang,safety,termination
// fermata-leaves-out: nothing
#include <pthread.h>

volatile int flag;
int polls;

static void *setter(void *unused) {
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, setter, 0);
  while (polls < 3) polls++;
  pthread_join(t, 0);
  if (polls == 4) flag = 0;
  while (!flag) {
  }
}
