// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// Up to 200 of a byte: more than a signed one can be.
#include <fermata/fermata.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  fermata_assume(n <= 200);
  for (unsigned char i = 0; i < n; i++) {}
  return 0;
}
