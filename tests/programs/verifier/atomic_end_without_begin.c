// fermata: violated safety misuse at 15
// fermata-says: the end of an atomic block that was not begun
// In one order the block has ended already.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int early, count;

static void *step(void *unused) {
  __VERIFIER_atomic_begin();
  ++count;
  if (early) __VERIFIER_atomic_end();
  __VERIFIER_atomic_end();  // fails here
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, step, NULL);
  early = 1;
  pthread_join(thread, NULL);
  return 0;
}
