// fermata: violated safety assertion at 12
// Ranges at both ends of what 64 bits hold.
#include <assert.h>
#include <limits.h>

long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);

int main(void) {
  const long low = __VERIFIER_nondet_long();
  __VERIFIER_assume(low < LONG_MIN + 3), assert(low != LONG_MIN + 2);  // fails here
  const unsigned long high = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(high > ULONG_MAX - 3), assert(high + 3 <= 2);
  return 0;
}
