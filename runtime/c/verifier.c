/* SPDX-License-Identifier: Apache-2.0
 * The names that programs of verification benchmarks use.
 *
 * What a program defines itself under these names is seen to by frontend/llvm/verifier_names.cpp.
 *
 * An input is chosen by the environment. Of a wide one, all values are tried that are left by what is assumed about it
 * next (src/ir/input_values.h), or by --input-range.
 */
#include <stdlib.h>

#include "../fermata_intrinsics.h"

#define INPUT(type, name, is_signed) \
  type __VERIFIER_nondet_##name(void) { return (type)__fermata_input(8 * sizeof(type), is_signed); }
#define NO_INPUT(type, name) \
  type __VERIFIER_nondet_##name(void) { __fermata_unmodelled("__VERIFIER_nondet_" #name); }

_Bool __VERIFIER_nondet_bool(void) { return __fermata_choose(2, FERMATA_INPUT); }
INPUT(char, char, 1)
INPUT(unsigned char, uchar, 0)
INPUT(short, short, 1)
INPUT(unsigned short, ushort, 0)
INPUT(int, int, 1)
INPUT(unsigned, uint, 0)
INPUT(long, long, 1)
INPUT(unsigned long, ulong, 0)
INPUT(long long, longlong, 1)
INPUT(unsigned long long, ulonglong, 0)
NO_INPUT(float, float)
NO_INPUT(double, double)
NO_INPUT(void *, pointer)
NO_INPUT(char *, pchar)
NO_INPUT(__int128, int128)
NO_INPUT(unsigned __int128, uint128)

/* Names that programs use, too. */
INPUT(unsigned char, u8, 0)
INPUT(unsigned short, u16, 0)
INPUT(unsigned, u32, 0)
INPUT(unsigned long, u64, 0)
INPUT(unsigned, unsigned, 0)
INPUT(unsigned long, size_t, 0)
INPUT(unsigned long, pthread_t, 0)
INPUT(unsigned long, sector_t, 0)
INPUT(long, loff_t, 1)

int fermata_choose(int n) {
  if (n < 1) __fermata_fail(FERMATA_MISUSE, "fermata_choose among nothing");
  return __fermata_choose(n, FERMATA_INPUT);
}

void __VERIFIER_assume(int condition) { __fermata_assume(condition); }
void fermata_assume(int condition) { __fermata_assume(condition); }

/* With --conventions svcomp it is an assumption (frontend/llvm/verifier_names.cpp). */
void assume_abort_if_not(int condition) {
  if (!condition) abort();
}

void __VERIFIER_atomic_begin(void) { __fermata_atomic_begin(); }
void __VERIFIER_atomic_end(void) { __fermata_atomic_end(); }
void fermata_atomic_begin(void) { __fermata_atomic_begin(); }
void fermata_atomic_end(void) { __fermata_atomic_end(); }

void __VERIFIER_error(void) { __fermata_fail(FERMATA_ASSERTION, "__VERIFIER_error was called"); }
void reach_error(void) { __fermata_fail(FERMATA_ASSERTION, "reach_error was called"); }
void __VERIFIER_assert(int condition) {
  if (!condition) __fermata_fail(FERMATA_ASSERTION, "__VERIFIER_assert failed");
}
