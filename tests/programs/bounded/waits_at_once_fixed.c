// fermata: holds
// Only the start is in the block.
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void *helper(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  __VERIFIER_atomic_begin();
  pthread_create(&thread, NULL, helper, NULL);
  __VERIFIER_atomic_end();
  pthread_join(thread, NULL);
  return 0;
}
