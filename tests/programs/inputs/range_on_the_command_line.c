// fermata: violated safety assertion at 9
// fermata-args: --input-range -2..7
// fermata-assumes: more than a byte are among -2..7
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  assert(__VERIFIER_nondet_int() != 7);  // fails here
  return 0;
}
