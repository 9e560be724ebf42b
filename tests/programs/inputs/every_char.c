// fermata: violated safety assertion at 10
// fermata-says: input is -128
// A byte is small enough to be tried whole.
#include <assert.h>

signed char __VERIFIER_nondet_char(void);

int main(void) {
  signed char c = __VERIFIER_nondet_char();
  assert((signed char)-c != c || c == 0);  // fails here
  return 0;
}
