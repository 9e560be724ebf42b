/* SPDX-License-Identifier: Apache-2.0
 * Numbers of about 106 bits: the sum of two doubles, of which the second is smaller than half a unit of the first's
 * last place.
 *
 *   T. Dekker, "A floating-point technique for extending the available precision", Numer. Math. 18, 1971
 *   D. Knuth, "The Art of Computer Programming", volume 2, section 4.2.2 (the sum)
 *
 * The machine has no fused multiplication, so products are split, as in the paper. Above 2^990 that overflows: callers
 * keep away from there. The last few bits of a result are not reliable.
 */
#pragma once
#include <errno.h>
#include <stdint.h>

#pragma STDC FP_CONTRACT OFF

struct dd {
  double high, low;
};

union bits_of_double {
  double value;
  uint64_t bits;
};

static inline uint64_t to_bits(double x) { return (union bits_of_double){.value = x}.bits; }
static inline double from_bits(uint64_t bits) { return (union bits_of_double){.bits = bits}.value; }
/* Of a number that is neither 0 nor subnormal: the exponent of its highest bit. */
static inline int exponent_of(double x) { return (int)(to_bits(x) >> 52 & 2047) - 1023; }
/* 2^n, if that is a normal number. */
static inline double two_to(int n) { return from_bits((uint64_t)(n + 1023) << 52); }

static inline struct dd dd(double x) { return (struct dd){x, 0}; }

static inline struct dd sum_of(double a, double b) {
  const double s = a + b, of_b = s - a;
  return (struct dd){s, (a - (s - of_b)) + (b - of_b)};
}
/* |a| >= |b| */
static inline struct dd renormal(double a, double b) {
  const double s = a + b;
  return (struct dd){s, b - (s - a)};
}
static inline struct dd product_of(double a, double b) {
  const double factor = 134217729, p = a * b; /* 2^27 + 1 */
  const double big_a = a * factor, high_a = big_a - (big_a - a), low_a = a - high_a;
  const double big_b = b * factor, high_b = big_b - (big_b - b), low_b = b - high_b;
  return (struct dd){p, ((high_a * high_b - p) + high_a * low_b + low_a * high_b) + low_a * low_b};
}

static inline struct dd add(struct dd a, struct dd b) {
  const struct dd high = sum_of(a.high, b.high), low = sum_of(a.low, b.low);
  const struct dd first = renormal(high.high, high.low + low.high);
  return renormal(first.high, first.low + low.low);
}
static inline struct dd negative(struct dd a) { return (struct dd){-a.high, -a.low}; }
static inline struct dd subtract(struct dd a, struct dd b) { return add(a, negative(b)); }
static inline struct dd multiply(struct dd a, struct dd b) {
  const struct dd p = product_of(a.high, b.high);
  return renormal(p.high, p.low + (a.high * b.low + a.low * b.high));
}
static inline struct dd times(struct dd a, double b) { /* b is a power of two */
  return (struct dd){a.high * b, a.low * b};
}
static inline struct dd divide(struct dd a, struct dd b) {
  const double first = a.high / b.high;
  struct dd rest = subtract(a, multiply(dd(first), b));
  const double second = rest.high / b.high;
  rest = subtract(rest, multiply(dd(second), b));
  const struct dd q = renormal(first, second);
  return renormal(q.high, q.low + rest.high / b.high);
}
static inline struct dd square_root(struct dd a) {
  if (a.high <= 0) return dd(0);
  const double root = __builtin_elementwise_sqrt(a.high);
  return renormal(root, subtract(a, product_of(root, root)).high / (2 * root));
}
static inline double nearest(struct dd a) { return a.high + a.low; }

/* x * 2^n, also where the result is subnormal or too large, rounded once: only the last factor can make it subnormal.
 */
static inline double scaled(double x, long n) {
  if (x == 0) return x;
  if (exponent_of(x) == -1023) x *= 0x1p64, n -= 64; /* subnormal */
  const uint64_t exponent_bits = 2047ul << 52;
  const double one_to_two = from_bits((to_bits(x) & ~exponent_bits) | 1023ul << 52);
  n += exponent_of(x);
  if (n > 1023) return one_to_two * 0x1p1023 * 2;
  if (n >= -1000) return one_to_two * two_to((int)n);
  return one_to_two * 0x1p-1000 * (n < -1100 ? 0x1p-100 : two_to((int)n + 1000));
}

/* What is a number as double, and none or 0 as float, is out of range. */
static inline float to_float(double x) {
  const float result = (float)x;
  if (x - x == 0 && (__builtin_isinf(result) || (result == 0 && x != 0))) errno = ERANGE;
  return result;
}

/* 1 / n! */
extern const struct dd __fermata_inverse_factorial[31];

/* e^a - 1, log(1 + a), for use by other functions of <math.h>; |a| is at most 1/2. */
struct dd __fermata_expm1(struct dd a);
struct dd __fermata_log1p(struct dd a);
/* e^a / 2^exponent; |a| < 2000. */
struct dd __fermata_exp(struct dd a, long *exponent);
/* log(a), a > 0 and normal. */
struct dd __fermata_log(struct dd a);
