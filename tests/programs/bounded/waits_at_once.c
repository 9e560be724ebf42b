// fermata: violated hang deadlock
// fermata-args: --engine bounded
// Main waits before it has done anything: its atomic block can never be taken as a whole, since the new thread would have
// to end in it.
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void *helper(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  __VERIFIER_atomic_begin();
  pthread_create(&thread, NULL, helper, NULL);
  pthread_join(thread, NULL);
  __VERIFIER_atomic_end();
  return 0;
}
