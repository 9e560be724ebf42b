// fermata: holds
// One begin, one end.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int early, count;

static void *step(void *unused) {
  __VERIFIER_atomic_begin();
  ++count;
  if (early) ++count;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, step, NULL);
  early = 1;
  pthread_join(thread, NULL);
  return 0;
}
