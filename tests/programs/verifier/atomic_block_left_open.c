// fermata: violated safety misuse at 12
// fermata-says: this atomic block is still open when its thread ends
// A return that forgets the end of the block.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int count;

static void *step(void *unused) {
  __VERIFIER_atomic_begin();  // fails here
  if (++count == 2) return unused;
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
