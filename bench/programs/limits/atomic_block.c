// SPDX-License-Identifier: Apache-2.0
// One step that is very long: a loop inside of an atomic block.
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
volatile unsigned long n;
int main(void) {
  __VERIFIER_atomic_begin();
  for (unsigned long i = 0; i < 1ul << 40; ++i) n = n * 3 + i;
  __VERIFIER_atomic_end();
}
