/* SPDX-License-Identifier: Apache-2.0
 * The names that programs of verification benchmarks use.
 *
 * What a program defines itself under these names is seen to by frontend/llvm/verifier_names.cpp.
 *
 * An input of one bit is tried both ways. Wider inputs are too many to try: the answer says so.
 * Assumptions are not modelled: a run that breaks one is to be forgotten, but a thread that merely
 * stops there would look stuck.
 */
#include "../fermata_intrinsics.h"

#define HINT ": build the value from __VERIFIER_nondet_bool(), both outcomes of which are explored"
#define INPUT(type, name) \
  type __VERIFIER_nondet_##name(void) { __fermata_unmodelled("__VERIFIER_nondet_" #name HINT); }

_Bool __VERIFIER_nondet_bool(void) { return __fermata_choose(2, FERMATA_INPUT); }
INPUT(char, char)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
INPUT(float, float)
INPUT(double, double)
INPUT(void *, pointer)

void __VERIFIER_atomic_begin(void) { __fermata_atomic_begin(); }
void __VERIFIER_atomic_end(void) { __fermata_atomic_end(); }

void __VERIFIER_error(void) { __fermata_fail(FERMATA_ASSERTION, "__VERIFIER_error was called"); }
void reach_error(void) { __fermata_fail(FERMATA_ASSERTION, "reach_error was called"); }
void __VERIFIER_assert(int condition) {
  if (!condition) __fermata_fail(FERMATA_ASSERTION, "__VERIFIER_assert failed");
}
