/* SPDX-License-Identifier: Apache-2.0
 * Trigonometric functions and their inverses: computed with some 100 bits and rounded once, as exponential.c says.
 *
 *   M. Payne, R. Hanek, "Radian reduction for trigonometric functions", SIGNUM Newsletter 18, 1983
 *
 * Whatever the size of an argument, it is multiplied with those bits of 2/pi that decide in which quarter it lies and
 * how far; the whole part of such a product need not be known. Inverse functions turn a vector by an angle that is
 * nearly right, and add what is left.
 */
#include <errno.h>
#include <math.h>

#include "double_double.h"

static const struct dd pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

/* The first 1,280 bits of 2/pi, highest first. */
static const uint32_t two_over_pi[40] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d,
};

enum { WINDOW = 8 }; /* words of 2/pi that are used: 256 bits */

/* x = quarter * pi/2 + result, with a result of at most pi/4 on either side; x >= pi/4. The quarter is known up to
 * multiples of 4. */
static struct dd reduced(double x, int *quarter) {
  const uint64_t mantissa = (to_bits(x) & ((1ul << 52) - 1)) | 1ul << 52;
  const int exponent = exponent_of(x) - 52; /* x = mantissa * 2^exponent */
  /* The bits of 2/pi that, multiplied with x, count 4 or more, may be left out: all above this one, and a word. */
  const int first = exponent > 34 ? (exponent - 34) / 32 : 0;
  uint32_t product[WINDOW + 2];
  for (int i = 0; i < WINDOW + 2; i++) product[i] = 0;
  for (int half = 0; half < 2; half++) {
    const uint32_t factor = (uint32_t)(mantissa >> 32 * half);
    uint64_t carry = 0;
    for (int i = 0; i < WINDOW; i++) { /* lowest word first */
      carry += (uint64_t)two_over_pi[first + WINDOW - 1 - i] * factor + product[i + half];
      product[i + half] = (uint32_t)carry;
      carry >>= 32;
    }
    product[WINDOW + half] += (uint32_t)carry;
  }
  /* Now product / 2^point is x * 2/pi, up to multiples of 4. */
  const int point = 32 * (first + WINDOW) - exponent;
  const int word = point / 32, shift = point % 32;
  uint32_t fraction[WINDOW + 2];
  for (int i = 0; i < word; i++) { /* highest first, and moved so that it begins at the point */
    const int at = word - 1 - i;
    fraction[i] = shift == 0 ? product[at] : product[at + 1] << (32 - shift) | product[at] >> shift;
  }
  const uint32_t whole = shift == 0
                             ? product[word]
                             : product[word] >> shift | (word + 1 < WINDOW + 2 ? product[word + 1] << (32 - shift) : 0);
  const int up = fraction[0] >> 31;
  *quarter = (int)((whole + (uint32_t)up) & 3);
  if (up) /* from the other side; that the last bit is not right does not matter */
    for (int i = 0; i < word; i++) fraction[i] = ~fraction[i];
  struct dd sum = dd(0);
  double weight = 0x1p-32;
  int used = 0;
  for (int i = 0; i < word && used < 5; i++, weight *= 0x1p-32) {
    if (used > 0 || fraction[i] != 0) used++;
    sum = add(sum, dd(fraction[i] * weight));
  }
  sum = multiply(sum, times(pi, 0.5));
  return up ? negative(sum) : sum;
}

/* Of at most pi/4 on either side. */
static struct dd sine(struct dd a) {
  const struct dd square = multiply(a, a);
  struct dd sum = __fermata_inverse_factorial[29];
  for (int n = 27; n > 0; n -= 2) sum = subtract(__fermata_inverse_factorial[n], multiply(sum, square));
  return multiply(sum, a);
}
static struct dd cosine(struct dd a) {
  const struct dd square = multiply(a, a);
  struct dd sum = __fermata_inverse_factorial[28];
  for (int n = 26; n >= 0; n -= 2) sum = subtract(__fermata_inverse_factorial[n], multiply(sum, square));
  return sum;
}

static struct dd reduced_any(double x, int *quarter) {
  *quarter = 0;
  const double size = x < 0 ? -x : x;
  if (size < 0.785) return dd(x);
  const struct dd rest = reduced(size, quarter);
  if (x > 0) return rest;
  *quarter = (4 - *quarter) & 3;
  return negative(rest);
}

static struct dd sine_in(int quarter, struct dd rest) {
  const struct dd result = quarter & 1 ? cosine(rest) : sine(rest);
  return quarter & 2 ? negative(result) : result;
}

static int is_tiny(double x) { return x > -0x1p-100 && x < 0x1p-100; }
static int has_no_angle(double x) { return x - x != 0; }
static double no_angle(double x) {
  if (x == x) errno = EDOM;
  return NAN;
}

double sin(double x) {
  if (has_no_angle(x)) return no_angle(x);
  if (is_tiny(x)) return x;
  int quarter;
  const struct dd rest = reduced_any(x, &quarter);
  return nearest(sine_in(quarter, rest));
}
double cos(double x) {
  if (has_no_angle(x)) return no_angle(x);
  int quarter;
  const struct dd rest = reduced_any(x, &quarter);
  return nearest(sine_in((quarter + 1) & 3, rest));
}
void sincos(double x, double *sine_of_x, double *cosine_of_x) {
  *sine_of_x = sin(x);
  *cosine_of_x = cos(x);
}
double tan(double x) {
  if (has_no_angle(x)) return no_angle(x);
  if (is_tiny(x)) return x;
  int quarter;
  const struct dd rest = reduced_any(x, &quarter);
  return nearest(divide(sine_in(quarter, rest), sine_in((quarter + 1) & 3, rest)));
}

/* The angle of (x, y), up to some 25 bits; 0 <= y. */
static double rough_angle(double y, double x) {
  const double width = x < 0 ? -x : x;
  const int steep = y > width;
  const double tangent = steep ? width / y : y / width;
  const double half = tangent / (1 + __builtin_elementwise_sqrt(1 + tangent * tangent)), square = half * half;
  double series = 0;
  for (int n = 21; n > 0; n -= 2) series = 1.0 / n - series * square;
  double angle = 2 * half * series;
  if (steep) angle = pi.high / 2 - angle;
  return x < 0 ? pi.high - angle : angle;
}

/* Likewise, with all bits. Neither is very large or very small, and not both are 0. */
static struct dd angle(struct dd y, struct dd x) {
  const double near = rough_angle(y.high, x.high);
  int quarter = 0;
  const struct dd rest = reduced_any(near, &quarter);
  const struct dd s = sine_in(quarter, rest), c = sine_in((quarter + 1) & 3, rest);
  const struct dd left = divide(subtract(multiply(y, c), multiply(x, s)), add(multiply(x, c), multiply(y, s)));
  const struct dd cubic = dd(left.high * left.high * left.high / 3);
  return add(dd(near), subtract(left, cubic));
}

double atan(double x) {
  const double size = x < 0 ? -x : x;
  if (x != x || size < 0x1p-100) return x;
  const double result = size > 0x1p100 ? nearest(times(pi, 0.5)) : nearest(angle(dd(size), dd(1)));
  return x < 0 ? -result : result;
}

double atan2(double y, double x) {
  if (x != x || y != y) return x + y;
  const int minus = (int)(to_bits(y) >> 63), left = (int)(to_bits(x) >> 63);
  double height = minus ? -y : y, width = left ? -x : x;
  double result;
  if (height == 0 || (width == INFINITY && height != INFINITY)) {
    result = left ? nearest(pi) : 0;
  } else if (width == 0 || (height == INFINITY && width != INFINITY)) {
    result = nearest(times(pi, 0.5));
  } else {
    if (height == INFINITY) height = width = 1;
    /* Both are scaled so that the larger one is near 1. */
    const double larger = height > width ? height : width;
    const long scale = larger < 0x1p-1000 ? 1000 : larger > 0x1p-900 ? -(long)exponent_of(larger) : 900;
    const double h = scaled(height, scale), w = scaled(width, scale);
    if (h < 0x1p-200 * w) result = left ? nearest(pi) : height / width;
    else if (w < 0x1p-200 * h) result = nearest(times(pi, 0.5));
    else result = nearest(angle(dd(h), dd(left ? -w : w)));
    if (result == 0) errno = ERANGE;
  }
  return minus ? -result : result;
}

double asin(double x) {
  const double size = x < 0 ? -x : x;
  if (size > 1) return no_angle(0);
  if (x != x || size < 0x1p-100) return x;
  const struct dd other = square_root(multiply(sum_of(1, -size), sum_of(1, size)));
  const double result = nearest(angle(dd(size), other));
  return x < 0 ? -result : result;
}

double acos(double x) {
  if (x > 1 || x < -1) return no_angle(0);
  if (x != x) return x;
  if (x == 1) return 0;
  return nearest(angle(square_root(multiply(sum_of(1, -x), sum_of(1, x))), dd(x)));
}

#define ONE_ARGUMENT(name)                                     \
  float name##f(float x) { return to_float(name((double)x)); } \
  long double name##l(long double x) { return name((double)x); }
ONE_ARGUMENT(sin)
ONE_ARGUMENT(cos)
ONE_ARGUMENT(tan)
ONE_ARGUMENT(asin)
ONE_ARGUMENT(acos)
ONE_ARGUMENT(atan)
float atan2f(float y, float x) { return to_float(atan2((double)y, (double)x)); }
long double atan2l(long double y, long double x) { return atan2((double)y, (double)x); }
void sincosf(float x, float *sine_of_x, float *cosine_of_x) {
  *sine_of_x = sinf(x);
  *cosine_of_x = cosf(x);
}
void sincosl(long double x, long double *sine_of_x, long double *cosine_of_x) {
  *sine_of_x = sinl(x);
  *cosine_of_x = cosl(x);
}
