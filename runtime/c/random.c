/* SPDX-License-Identifier: Apache-2.0
 * Pseudo-random numbers: the sequences of glibc, which depend on the seed alone. Whoever wants all values instead of
 * one sequence takes them from __VERIFIER_nondet_int or fermata_choose.
 *
 * The state is shared by all threads, and each number is a step: who draws first gets the first one. A generator whose
 * numbers decide nothing (usleep(rand() % 100)) is not part of the state (src/ir/irrelevant_values.h). For that, which
 * words a step touches must not depend on the numbers: the words move along, where glibc moves two indices, and the
 * seed 1 is written down, where others would look for whether there is one.
 *
 * Not here: initstate, setstate and the forms that keep their state with the caller (random_r, drand48_r).
 */
#include <stdlib.h>

#include "../fermata_intrinsics.h"

/* An additive lagged Fibonacci generator: x[n] = x[n-3] + x[n-31], without the lowest bit. The oldest word is first. */
enum { LONG_LAG = 31, SHORT_LAG = 3, DISCARDED = 10 * LONG_LAG };

static struct lagged {
  unsigned word[LONG_LAG];
} __fermata_random = {{0x3e01511e, 0x4e508aaa, 0x61048c05, 0xf5500617, 0x846b7115, 0x6a19892c, 0x896a97af, 0xdb48f936,
                       0x14898454, 0x37ffd106, 0xb58bff9c, 0x59e17104, 0xcf918a49, 0x09378c83, 0x52c7a471, 0x8d293ea9,
                       0x1f4fc301, 0xc3db71be, 0x39b44e1c, 0xf8a44ef9, 0x4c8b80b1, 0x19edc328, 0x87bf4bdd, 0xc9b240e5,
                       0xe9ee4b1b, 0x4382aee7, 0x535b6b41, 0xf3bec5da, 0x991539b1, 0x16a5bce3, 0x6774a4cd}};

static unsigned next(struct lagged *x) {
  const unsigned sum = x->word[0] + x->word[LONG_LAG - SHORT_LAG];
  for (int i = 0; i + 1 < LONG_LAG; i++) x->word[i] = x->word[i + 1];
  x->word[LONG_LAG - 1] = sum;
  return sum;
}

/* A multiplicative generator modulo 2^31 - 1 gives the first words (S. Park, K. Miller, "Random number generators: good
 * ones are hard to find", CACM 1988). */
static struct lagged begin_with(unsigned seed) {
  struct lagged x;
  int word = seed ? (int)seed : 1;
  for (int i = 0; i < LONG_LAG; i++) {
    x.word[(i + LONG_LAG - SHORT_LAG) % LONG_LAG] = (unsigned)word; /* the first three are the youngest */
    const long product = 16807l * (word % 127773) - 2836l * (word / 127773);
    word = (int)(product < 0 ? product + 2147483647 : product);
  }
  /* Numbers are made in place at first: the words need not move along while nobody sees them. */
  for (int i = 0; i < DISCARDED; i++) x.word[i % LONG_LAG] += x.word[(i + LONG_LAG - SHORT_LAG) % LONG_LAG];
  return x;
}

void srandom(unsigned seed) {
  const struct lagged x = begin_with(seed);
  __fermata_atomic_begin();
  __fermata_random = x;
  __fermata_atomic_end();
}
void srand(unsigned seed) { srandom(seed); }

long random(void) {
  __fermata_atomic_begin();
  const unsigned n = next(&__fermata_random);
  __fermata_atomic_end();
  return n >> 1;
}
int rand(void) { return (int)random(); }

/* A linear congruential generator, whose better bits are in the middle; three draws make a number. */
int rand_r(unsigned *seed) {
  unsigned x = *seed, result = 0;
  for (int i = 0; i < 3; i++) {
    x = x * 1103515245 + 12345;
    const int bits = i == 0 ? 11 : 10;
    result = result << 10 ^ (x >> 16 & ((1u << bits) - 1));
  }
  *seed = x;
  return (int)result;
}

/* drand48 and its like: x = x * 0x5deece66d + 11, modulo 2^48, as POSIX has it. */
static unsigned long __fermata_random_48; /* until it is seeded, 0, as in glibc */

static unsigned long after(unsigned long x) { return (x * 0x5deece66d + 11) & ((1ul << 48) - 1); }
static unsigned long next_48(void) {
  __fermata_atomic_begin();
  const unsigned long x = __fermata_random_48 = after(__fermata_random_48);
  __fermata_atomic_end();
  return x;
}
static unsigned long next_of(unsigned short words[3]) {
  const unsigned long x = after(words[0] | (unsigned long)words[1] << 16 | (unsigned long)words[2] << 32);
  for (int i = 0; i < 3; i++) words[i] = (unsigned short)(x >> 16 * i);
  return x;
}
static double fraction(unsigned long x) { return (double)x * 0x1p-48; }

void srand48(long seed) {
  const unsigned long x = (unsigned long)(unsigned)seed << 16 | 0x330e;
  __fermata_atomic_begin();
  __fermata_random_48 = x;
  __fermata_atomic_end();
}
double drand48(void) { return fraction(next_48()); }
double erand48(unsigned short words[3]) { return fraction(next_of(words)); }
long lrand48(void) { return (long)(next_48() >> 17); }
long nrand48(unsigned short words[3]) { return (long)(next_of(words) >> 17); }
long mrand48(void) { return (int)(next_48() >> 16); }
long jrand48(unsigned short words[3]) { return (int)(next_of(words) >> 16); }
