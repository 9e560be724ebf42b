// fermata: violated hang lost-wakeup at 18
// If the first is the greatest, there is no second: such a start is no state, and no deadlock either.
#include <semaphore.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  sem_t units;
  int few = __VERIFIER_nondet_int();
  int many = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= few && few <= 2);
  __VERIFIER_assume(0 <= many && many <= 2);
  __VERIFIER_assume(few < many);
  sem_init(&units, 0, 0);
  for (int i = 0; i < many; ++i) sem_post(&units);
  for (int i = 0; i < many; ++i) sem_wait(&units);
  if (few == 1) sem_wait(&units);  // stuck here
  return 0;
}
