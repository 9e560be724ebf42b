// fermata: violated hang stuck-loop
// fermata-args: --property hang,safety,termination
// fermata: violated termination stuck-loop
// fermata-leaves-out: x, y
// Counts for ever, in private as soon as the other thread has ended.
#include <pthread.h>

int x, y;

static void *foo(void *unused) {
  x = 0;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, foo, 0);
  x = 1;
  while (1) y++;  // stuck here
}
