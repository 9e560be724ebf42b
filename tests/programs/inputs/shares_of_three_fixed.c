// fermata: holds
// fermata-args: --input-range 0..3
// Three inputs in a loop, each at most what is left; the last assumption is about all of them.
#include <semaphore.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  sem_t units;
  int left = 3;
  sem_init(&units, 0, 0);
  for (int i = 0; i < 3; ++i) {
    const int share = __VERIFIER_nondet_int();
    __VERIFIER_assume(share <= left);
    for (int k = 0; k < share; ++k) sem_post(&units);
    left -= share;
  }
  __VERIFIER_assume(left == 0);
  for (int i = 0; i < 3; ++i) sem_wait(&units);
  return 0;
}
