/* SPDX-License-Identifier: Apache-2.0
 * The part of <math.h> that a machine has instructions for, or that looks at the bits of a number: exact. What is only
 * nearly exact is in exponential.c, trigonometric.c and gamma.c. <math.h> is not included: it would make other
 * functions of some.
 */
#include <errno.h>
#include <limits.h>

#include "../fermata_intrinsics.h"
#include "double_double.h"

#define UNARY(name, operation)                                            \
  double name(double x) { return __builtin_elementwise_##operation(x); }  \
  float name##f(float x) { return __builtin_elementwise_##operation(x); } \
  long double name##l(long double x) { return __builtin_elementwise_##operation((double)x); }

UNARY(fabs, abs)
UNARY(floor, floor)
UNARY(ceil, ceil)
UNARY(trunc, trunc)
UNARY(round, round)
UNARY(rint, rint)
UNARY(nearbyint, nearbyint)

double sqrt(double x) {
  if (x < 0) errno = EDOM;
  return __builtin_elementwise_sqrt(x);
}
float sqrtf(float x) {
  if (x < 0) errno = EDOM;
  return __builtin_elementwise_sqrt(x);
}
long double sqrtl(long double x) { return sqrt((double)x); }

double fmin(double x, double y) { return x != x || y < x ? y : x; }
double fmax(double x, double y) { return x != x || y > x ? y : x; }
float fminf(float x, float y) { return x != x || y < x ? y : x; }
float fmaxf(float x, float y) { return x != x || y > x ? y : x; }
long double fminl(long double x, long double y) { return fmin((double)x, (double)y); }
long double fmaxl(long double x, long double y) { return fmax((double)x, (double)y); }

static const uint64_t sign_bit = 1ul << 63;
static const double infinity = __builtin_inf(), no_number = __builtin_nan("");
static int is_finite(double x) { return x - x == 0; }

double roundeven(double x) { return rint(x); }
float roundevenf(float x) { return rintf(x); }
long double roundevenl(long double x) { return rint((double)x); }

#define TO_INTEGER(name, operation)                                     \
  long l##name(double x) { return (long)operation(x); }                 \
  long l##name##f(float x) { return (long)operation((double)x); }       \
  long l##name##l(long double x) { return (long)operation((double)x); } \
  long long ll##name(double x) { return l##name(x); }                   \
  long long ll##name##f(float x) { return l##name((double)x); }         \
  long long ll##name##l(long double x) { return l##name((double)x); }
TO_INTEGER(rint, rint)
TO_INTEGER(round, round)

double copysign(double x, double y) { return from_bits((to_bits(x) & ~sign_bit) | (to_bits(y) & sign_bit)); }
double fdim(double x, double y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }
double nan(const char *tag) { return (void)tag, no_number; }
float nanf(const char *tag) { return (void)tag, (float)no_number; }
long double nanl(const char *tag) { return (void)tag, no_number; }

double scalbln(double x, long n) {
  if (!is_finite(x) || x == 0) return x;
  const double result = scaled(x, n > 5000 ? 5000 : n < -5000 ? -5000 : n);
  if (!is_finite(result) || result == 0) errno = ERANGE;
  return result;
}
double scalbn(double x, int n) { return scalbln(x, n); }
double ldexp(double x, int n) { return scalbln(x, n); }

double frexp(double x, int *exponent) {
  *exponent = 0;
  if (!is_finite(x) || x == 0) return x;
  const int tiny = fabs(x) < 0x1p-1022;
  const double normal = tiny ? x * 0x1p64 : x;
  *exponent = exponent_of(normal) + 1 - (tiny ? 64 : 0);
  return from_bits((to_bits(normal) & ~(2047ul << 52)) | 1022ul << 52);
}
int ilogb(double x) {
  int exponent;
  if (x == 0 || !is_finite(x)) {
    errno = EDOM;
    return x == 0 || x != x ? INT_MIN : INT_MAX;
  }
  frexp(x, &exponent);
  return exponent - 1;
}
double logb(double x) {
  if (x == 0) return -infinity;
  return is_finite(x) ? ilogb(x) : x * x;
}

double modf(double x, double *whole) {
  *whole = trunc(x);
  return copysign(is_finite(x) ? x - *whole : x != x ? x : 0, x);
}

double nextafter(double x, double y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0) return copysign(from_bits(1), y);
  const double result = from_bits(to_bits(x) + ((x < y) == (x > 0) ? 1 : -1ul));
  if (!is_finite(result) || fabs(result) < 0x1p-1022) errno = ERANGE;
  return result;
}
float nextafterf(float x, float y) {
  union {
    float value;
    unsigned bits;
  } next = {x};
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0) {
    next.bits = y < 0 ? 1u | 1u << 31 : 1;
    return next.value;
  }
  next.bits += (x < y) == (x > 0) ? 1 : -1u;
  if (!is_finite(next.value) || fabs(next.value) < 0x1p-126) errno = ERANGE;
  return next.value;
}
double nexttoward(double x, long double y) { return nextafter(x, (double)y); }

/* Long division, of which only the last bits of the quotient are kept. Both are finite and positive. */
static double divided(double x, double y, unsigned *quotient) {
  int of_x, of_y;
  uint64_t rest = (uint64_t)(frexp(x, &of_x) * 0x1p53), divisor = (uint64_t)(frexp(y, &of_y) * 0x1p53);
  *quotient = 0;
  if (of_x < of_y) return x;
  for (int n = of_x - of_y;; n--) {
    *quotient <<= 1;
    if (rest >= divisor) rest -= divisor, *quotient |= 1;
    if (n == 0 || rest == 0) {
      *quotient = n < 32 ? *quotient << n : 0;
      return scaled((double)rest, of_y - 53);
    }
    rest <<= 1;
  }
}

double fmod(double x, double y) {
  if (x != x || y != y) return x + y;
  if (!is_finite(x) || y == 0) return errno = EDOM, no_number;
  if (!is_finite(y) || x == 0) return x;
  unsigned quotient;
  return copysign(divided(fabs(x), fabs(y), &quotient), x);
}

double remquo(double x, double y, int *quotient) {
  *quotient = 0;
  if (x != x || y != y) return x + y;
  if (!is_finite(x) || y == 0) return errno = EDOM, no_number;
  if (!is_finite(y) || x == 0) return x;
  unsigned whole;
  const double size = fabs(y);
  double rest = divided(fabs(x), size, &whole);
  const double half = size / 2;
  const int above = size < 0x1p-1021 ? 2 * rest > size || (2 * rest == size && whole & 1)
                                     : rest > half || (rest == half && whole & 1);
  if (above) rest -= size, whole++;
  *quotient = (int)(whole & 7);
  if ((x < 0) != (y < 0)) *quotient = -*quotient;
  return x < 0 ? -rest : rest == 0 ? copysign(0, x) : rest;
}
double remainder(double x, double y) {
  int quotient;
  return remquo(x, y, &quotient);
}
double drem(double x, double y) { return remainder(x, y); }

/* One rounding for both operations: the exact sum is rounded to odd first, which a second rounding to fewer bits does
 * not notice (S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums", IEEE Trans. Computers 57, 2008).
 */
static double to_odd(struct dd sum) {
  const uint64_t bits = to_bits(sum.high);
  if (sum.low == 0 || sum.low != sum.low || bits & 1) return sum.high;
  return from_bits((sum.low > 0) == (sum.high > 0) ? bits + 1 : bits - 1);
}
double fma(double x, double y, double z) {
  if (x == 0 || y == 0 || !is_finite(x) || !is_finite(y) || !is_finite(z)) return x * y + z;
  const int of_product = ilogb(x) + ilogb(y), of_sum = z == 0 ? of_product : ilogb(z);
  if (of_product > 900 || of_product < -900 || of_sum > 900 || of_sum < -900)
    __fermata_unmodelled("fma of very large or very small numbers");
  const double factor = two_to(-ilogb(x) / 2);
  const struct dd product = product_of(x * factor, y / factor);
  const struct dd high = sum_of(z, product.high);
  return high.high + to_odd(sum_of(product.low, high.low));
}

/* Results of float are rounded from those of double, which are exact; long double is double here. */
float copysignf(float x, float y) { return (float)copysign((double)x, (double)y); }
float fdimf(float x, float y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }
float scalblnf(float x, long n) {
  if (!is_finite((double)x) || x == 0) return x;
  const float result = (float)scaled((double)x, n > 500 ? 500 : n < -500 ? -500 : n);
  if (!is_finite((double)result) || result == 0) errno = ERANGE;
  return result;
}
float scalbnf(float x, int n) { return scalblnf(x, n); }
float ldexpf(float x, int n) { return scalblnf(x, n); }
float frexpf(float x, int *exponent) { return (float)frexp((double)x, exponent); }
float logbf(float x) { return (float)logb((double)x); }
int ilogbf(float x) { return ilogb((double)x); }
float fmodf(float x, float y) { return (float)fmod((double)x, (double)y); }
float remainderf(float x, float y) { return (float)remainder((double)x, (double)y); }
float remquof(float x, float y, int *quotient) { return (float)remquo((double)x, (double)y, quotient); }
float modff(float x, float *whole) {
  double of_double;
  const double fraction = modf((double)x, &of_double);
  *whole = (float)of_double;
  return (float)fraction;
}
/* The product is exact in double. */
float fmaf(float x, float y, float z) { return (float)to_odd(sum_of((double)x * (double)y, (double)z)); }

long double copysignl(long double x, long double y) { return copysign((double)x, (double)y); }
long double fdiml(long double x, long double y) { return fdim((double)x, (double)y); }
long double scalbnl(long double x, int n) { return scalbn((double)x, n); }
long double scalblnl(long double x, long n) { return scalbln((double)x, n); }
long double ldexpl(long double x, int n) { return ldexp((double)x, n); }
long double frexpl(long double x, int *exponent) { return frexp((double)x, exponent); }
long double logbl(long double x) { return logb((double)x); }
int ilogbl(long double x) { return ilogb((double)x); }
long double fmodl(long double x, long double y) { return fmod((double)x, (double)y); }
long double remainderl(long double x, long double y) { return remainder((double)x, (double)y); }
long double remquol(long double x, long double y, int *quotient) { return remquo((double)x, (double)y, quotient); }
long double modfl(long double x, long double *whole) { return modf((double)x, (double *)whole); }
long double nextafterl(long double x, long double y) { return nextafter((double)x, (double)y); }
long double nexttowardl(long double x, long double y) { return nextafter((double)x, (double)y); }
long double fmal(long double x, long double y, long double z) { return fma((double)x, (double)y, (double)z); }
