// fermata: violated safety misuse
// A loop begins a block in each round, and ends none.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);

static volatile int stop;

static void *finish(void *unused) {
  stop = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, finish, NULL);
  do {
    __VERIFIER_atomic_begin();  // fails here
  } while (!stop);
  return 0;
}
