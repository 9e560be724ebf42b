// fermata: holds
// The input that would hang is left out by what is assumed.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  int jobs = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= jobs && jobs <= 3);
  pthread_mutex_lock(&lock);
  if (jobs == 4) pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}
