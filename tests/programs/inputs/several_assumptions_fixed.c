// fermata: holds
// Signed, in two assumptions, with the constant on either side; then unsigned.
#include <assert.h>

int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);

int main(void) {
  const int a = __VERIFIER_nondet_int();
  const unsigned long b = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(-4 < a), __VERIFIER_assume(a < 2 && a != 0);
  __VERIFIER_assume(b > 18446744073709551610UL);
  assert(a != -4 && a != 2 && a != 0 && (a != -4 || b != 18446744073709551610UL) && b >= 18446744073709551611UL);
  return 0;
}
