// fermata: holds
// fermata-leaves-out: spins
// Counts how often it has looked in vain. Without the count there are a few states; with it there is no end of them.
#include <pthread.h>

volatile int flag;
long spins;

static void *setter(void *unused) {
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, setter, 0);
  while (!flag) spins++;
  pthread_join(t, 0);
}
