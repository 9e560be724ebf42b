// fermata: unknown because every run breaks an assumption
// Nothing is left to be checked, which is no reason to say that all is well.
#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= x && x <= 3);
  __VERIFIER_assume(x * x == 7);
  assert(0);
  return 0;
}
