// fermata: violated hang stuck-loop at 21
// The assumption holds while the flag is set. Once it is not, that thread cannot move; whoever waits for it spins for ever.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag = 1, done;

static void *work(void *unused) {
  (void)unused;
  fermata_assume(flag);
  done = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  flag = 0;
#ifndef FIXED
  while (!done) {  // stuck here
  }
#endif
  pthread_join(thread, NULL);
  return 0;
}
