// fermata: violated hang stuck-loop
// fermata-leaves-out: other, spins
// The same, but nobody sets the flag.
#include <pthread.h>

volatile int flag, other;
long spins;

static void *setter(void *unused) {
  other = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, setter, 0);
  while (!flag) spins++;  // stuck here
  pthread_join(t, 0);
}
