// fermata: violated hang deadlock at 13
// One step takes the input and the lock. With the value that is assumed it has to wait, for ever.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&mutex);
  __VERIFIER_atomic_begin();  // stuck here
  const _Bool again = __VERIFIER_nondet_bool();
  __VERIFIER_assume(again);
  if (again) pthread_mutex_lock(&mutex);
  __VERIFIER_atomic_end();
  return 0;
}
