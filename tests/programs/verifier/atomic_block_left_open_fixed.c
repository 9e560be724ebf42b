// fermata: holds
// Both ways out end the block; and to exit in one is an end like any other.
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int count;

static void *step(void *unused) {
  __VERIFIER_atomic_begin();
  if (++count == 2) exit(0);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, step, NULL);
  pthread_create(&two, NULL, step, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
