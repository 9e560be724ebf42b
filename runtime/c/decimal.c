/* SPDX-License-Identifier: Apache-2.0
 * Floating point to decimal, by radix conversion in long arithmetic.
 *
 *   D. Knuth, "The Art of Computer Programming", volume 2, section 4.4, methods 1a and 2a
 *
 * The number is a whole part and a fraction in binary, in words of 32 bits, as many as it needs: an ordinary number has
 * two or three. Dividing the whole part by 10^9 gives its last nine digits, multiplying the fraction by 10^9 its first
 * nine. So many digits are computed as are asked for and at least one more; what is left of the fraction then says on
 * which side of the middle the number lies.
 *
 * Not here: the shortest digits that still tell the number from its neighbours, which printf is never asked for. Tables
 * of powers, which make the largest and smallest numbers faster.
 */
#include "decimal.h"

#include <stdint.h>

enum {
  GROUP = 9, /* digits */
  BILLION = 1000000000,
  MANTISSA_BITS = 52,
  LEAST_EXPONENT = -1074,
  WHOLE_WORDS = 1024 / 32 + 2,    /* a mantissa that is shifted may begin in the two words above */
  WHOLE_GROUPS = 310 / GROUP + 1, /* there are 309 digits at most */
  FRACTION_WORDS = 1088 / 32,
};

/* mantissa * 2^exponent */
struct binary {
  uint64_t mantissa;
  int exponent;
};

static struct binary binary_of(double x) {
  const union {
    double value;
    uint64_t bits;
  } as = {x};
  const uint64_t mantissa = as.bits & ((1ul << MANTISSA_BITS) - 1);
  const int exponent = (int)(as.bits >> MANTISSA_BITS & 2047);
  return exponent ? (struct binary){mantissa | 1ul << MANTISSA_BITS, LEAST_EXPONENT + exponent - 1}
                  : (struct binary){mantissa, LEAST_EXPONENT};
}

/* Puts n at bit `shift` of the lowest of `count` words; what would lie above them is 0. */
static void put_words(uint32_t *words, int count, uint64_t n, int shift) {
  words[0] = (uint32_t)(n << shift);
  if (count > 1) words[1] = (uint32_t)(n << shift >> 32);
  if (count > 2) words[2] = shift ? (uint32_t)(n >> (64 - shift)) : 0;
}

static void append(struct decimal *to, uint32_t group) {
  int length = GROUP;
  if (to->count == 0) {
    length = 0;
    for (uint32_t rest = group; rest > 0; rest /= 10) length++;
  }
  for (int i = length; i-- > 0; group /= 10) to->digits[to->count + i] = (char)('0' + group % 10);
  to->count += length;
}

static void append_whole(struct decimal *to, struct binary x) {
  uint32_t words[WHOLE_WORDS], groups[WHOLE_GROUPS];
  int count = 0, group_count = 0;
  if (x.exponent > 0) {
    for (int i = 0; i < x.exponent / 32; i++) words[count++] = 0;
    put_words(words + count, 3, x.mantissa, x.exponent % 32);
    count += 3;
  } else if (x.exponent > -64) {
    put_words(words, 2, x.mantissa >> -x.exponent, 0);
    count = 2;
  }
  while (count > 0 && words[count - 1] == 0) count--;
  while (count > 0) {
    uint64_t rest = 0;
    for (int i = count; i-- > 0;) {
      rest = rest << 32 | words[i];
      words[i] = (uint32_t)(rest / BILLION);
      rest %= BILLION;
    }
    groups[group_count++] = (uint32_t)rest;
    if (words[count - 1] == 0) count--;
  }
  while (group_count > 0) append(to, groups[--group_count]);
  to->point = to->count;
}

/* The lowest word counts least; those below `low` are 0. */
struct fraction {
  uint32_t words[FRACTION_WORDS];
  int low, count;
};

static void trim(struct fraction *f) {
  while (f->low < f->count && f->words[f->low] == 0) f->low++;
}

static void take_fraction(struct fraction *f, struct binary x) {
  const int bits = x.exponent < 0 ? -x.exponent : 0;
  f->low = 0;
  f->count = (bits + 31) / 32;
  if (f->count == 0) return;
  for (int i = 3; i < f->count; i++) f->words[i] = 0;
  put_words(f->words, f->count, bits < 64 ? x.mantissa & ((1ul << bits) - 1) : x.mantissa, 32 * f->count - bits);
  trim(f);
}

static int is_zero(const struct fraction *f) { return f->low == f->count; }

static uint32_t next_group(struct fraction *f) {
  uint64_t product = 0;
  for (int i = f->low; i < f->count; i++) {
    product += (uint64_t)f->words[i] * BILLION;
    f->words[i] = (uint32_t)product;
    product >>= 32;
  }
  trim(f);
  return (uint32_t)product;
}

/* How many digits are kept. If negative, even the first one stands too far behind to be rounded up. */
static long kept(const struct decimal *d, struct rounding rounding) {
  const long with_decimals = d->point + rounding.decimals;
  return rounding.digits < with_decimals ? rounding.digits : with_decimals;
}

static int rounds_up(const struct decimal *d, long keep, int rest) {
  const char next = d->digits[keep];
  if (next != '5' || rest) return next >= '5';
  for (long i = keep + 1; i < d->count; i++)
    if (d->digits[i] != '0') return 1;
  return keep > 0 && d->digits[keep - 1] % 2 != '0' % 2;
}

static void cut(struct decimal *d, long keep, int rest) {
  if (d->count <= keep) return;
  const int up = keep >= 0 && rounds_up(d, keep, rest);
  d->count = keep > 0 ? (int)keep : 0;
  if (!up) return;
  while (d->count > 0 && d->digits[d->count - 1] == '9') d->count--;
  if (d->count > 0) {
    d->digits[d->count - 1]++;
  } else {
    d->digits[d->count++] = '1';
    d->point++;
  }
}

int __fermata_decimal_room(double x, struct rounding rounding) {
  const struct binary b = binary_of(x);
  const int bits = b.exponent < 0 ? -b.exponent : 0; /* as many digits has the fraction */
  const int whole = b.exponent > -MANTISSA_BITS - 1 ? (b.exponent + MANTISSA_BITS + 1) * 5 / 16 + 1 : 0;
  const long more = rounding.digits < rounding.decimals ? rounding.digits : rounding.decimals;
  return whole + (int)(more < bits ? more : bits) + 2 * GROUP;
}

void __fermata_decimal(struct decimal *result, double x, struct rounding rounding) {
  const struct binary b = binary_of(x);
  struct fraction f;
  result->count = result->point = 0;
  append_whole(result, b);
  take_fraction(&f, b);
  while (!is_zero(&f) && result->count <= kept(result, rounding)) {
    const int known = result->count;
    append(result, next_group(&f));
    if (known == 0) result->point -= GROUP - result->count;
  }
  cut(result, kept(result, rounding), !is_zero(&f));
  while (result->count > 0 && result->digits[result->count - 1] == '0') result->count--;
  if (result->count == 0) result->point = 0;
}
