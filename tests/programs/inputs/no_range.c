// fermata: unknown because say which values it can have
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  assert(__VERIFIER_nondet_int() != 7);
  return 0;
}
