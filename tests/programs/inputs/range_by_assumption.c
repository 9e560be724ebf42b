// fermata: violated hang self-deadlock at 14
// fermata-says: input is 4
// Only one of five inputs hangs. Without a range all of them would be too many to try.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  int jobs = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= jobs && jobs <= 4);
  pthread_mutex_lock(&lock);
  if (jobs == 4) pthread_mutex_lock(&lock);  // stuck here
  pthread_mutex_unlock(&lock);
  return 0;
}
