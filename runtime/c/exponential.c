/* SPDX-License-Identifier: Apache-2.0
 * Exponential functions and logarithms, powers and roots: <math.h>, where the machine has no instructions for it.
 *
 * Computed with some 100 bits and rounded once (double_double.h). So a result is the number that is nearest to the true
 * one, except where that lies within 2^-40 of a unit from the middle of two; glibc's are at most one unit away from
 * that. errno is set as in glibc. Results of float are rounded from those of double; long double is double here.
 *
 * exp: the argument is reduced by multiples of log(2), then halved seven times, so that ten terms of the series are
 * enough. log: one step of Halley's method for exp, from an approximation in double.
 */
#include <errno.h>
#include <math.h>

#include "double_double.h"

const struct dd __fermata_inverse_factorial[31] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.0000000000000p-1, 0x0.0p+0},
    {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
    {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
    {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
    {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
    {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
    {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80},
    {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
    {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
    {0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92},
    {0x1.ae7f3e733b81fp-41, 0x1.1d8656b0ee8cbp-97},
    {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101},
    {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103},
    {0x1.6827863b97d97p-53, 0x1.eec01221a8b0bp-107},
    {0x1.2f49b46814157p-57, 0x1.2650f61dbdcb4p-112},
    {0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120},
    {0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120},
    {0x1.0ce396db7f853p-70, -0x1.aebcdbd20331cp-124},
    {0x1.761b41316381ap-75, -0x1.3423c7d91404fp-130},
    {0x1.f2cf01972f578p-80, -0x1.9ada5fcc1ab14p-135},
    {0x1.3f3ccdd165fa9p-84, -0x1.58ddadf344487p-139},
    {0x1.88e85fc6a4e5ap-89, -0x1.71c37ebd16540p-143},
    {0x1.d1ab1c2dccea3p-94, 0x1.054d0c78aea14p-149},
    {0x1.0a18a2635085dp-98, 0x1.b9e2e28e1aa54p-153},
    {0x1.259f98b4358adp-103, 0x1.eaf8c39dd9bc5p-157},
    {0x1.3932c5047d60ep-108, 0x1.832b7b530a627p-162},
};
static const struct dd log_2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56},
                       log_10 = {0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53};
static const struct dd inverse_log_2 = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56},
                       inverse_log_10 = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
/* Products of these with a whole number of 12 bits are exact. */
static const double log_2_first = 0x1.62e42fefa2p-1, log_2_second = 0x1.9ef35793c6p-41;
static const struct dd log_2_rest = {0x1.673007e5ed5e8p-81, 0x1.e6864ce5316c6p-137};

enum { HALVINGS = 7, TERMS = 10 };

struct dd __fermata_expm1(struct dd a) {
  const struct dd x = times(a, 1.0 / (1 << HALVINGS));
  struct dd sum = __fermata_inverse_factorial[TERMS];
  for (int n = TERMS - 1; n > 0; n--) sum = add(multiply(sum, x), __fermata_inverse_factorial[n]);
  sum = multiply(sum, x);
  for (int i = 0; i < HALVINGS; i++) sum = multiply(sum, add(dd(2), sum));
  return sum;
}

struct dd __fermata_exp(struct dd a, long *exponent) {
  const double k = __builtin_elementwise_rint(a.high * inverse_log_2.high);
  struct dd rest = add(sum_of(a.high, -k * log_2_first), dd(a.low));
  rest = subtract(rest, dd(k * log_2_second));
  rest = subtract(rest, multiply(dd(k), log_2_rest));
  *exponent = (long)k;
  return add(dd(1), __fermata_expm1(rest));
}

struct dd __fermata_log1p(struct dd a) {
  const double s = a.high / (2 + a.high), square = s * s;
  double series = 0;
  for (int n = 17; n > 0; n -= 2) series = series * square + 1.0 / n;
  const double near = 2 * s * series;
  const struct dd power = __fermata_expm1(dd(near));
  const struct dd error = divide(subtract(a, power), add(add(dd(2), a), power));
  return add(dd(near), times(error, 2));
}

struct dd __fermata_log(struct dd a) {
  int k = exponent_of(a.high);
  if (a.high * two_to(-k / 2) * two_to(-(k - k / 2)) > 0x1.6a09e667f3bcdp0) k++;
  const double first = two_to(-k / 2), second = two_to(-(k - k / 2));
  const struct dd m = times(times(a, first), second);
  const struct dd rest = __fermata_log1p(add(subtract(dd(m.high), dd(1)), dd(m.low)));
  if (k == 0) return rest;
  const struct dd of_k = add(sum_of(k * log_2_first, k * log_2_second), multiply(dd(k), log_2_rest));
  return add(of_k, rest);
}

static int is_nan(double x) { return x != x; }
static double fails(int error, double result) {
  errno = error;
  return result;
}

/* Too large, or too small to be normal. */
static double checked(double result) {
  if (result - result != 0 || result == 0) errno = ERANGE;
  return result;
}

static double exp_of(struct dd a) {
  long exponent;
  const struct dd power = __fermata_exp(a, &exponent);
  return checked(scaled(nearest(power), exponent));
}

double exp(double x) {
  if (is_nan(x) || x == INFINITY) return x;
  if (x == -INFINITY) return 0;
  if (x > 710) return fails(ERANGE, INFINITY);
  if (x < -746) return fails(ERANGE, 0);
  return exp_of(dd(x));
}

double exp2(double x) {
  if (is_nan(x) || x == INFINITY) return x;
  if (x == -INFINITY) return 0;
  if (x >= 1024) return fails(ERANGE, INFINITY);
  if (x < -1076) return fails(ERANGE, 0);
  const double whole = __builtin_elementwise_rint(x);
  const struct dd power = add(dd(1), __fermata_expm1(multiply(dd(x - whole), log_2)));
  return checked(scaled(nearest(power), (long)whole));
}

double exp10(double x) {
  if (is_nan(x) || x == INFINITY) return x;
  if (x == -INFINITY) return 0;
  if (x > 309) return fails(ERANGE, INFINITY);
  if (x < -324) return fails(ERANGE, 0);
  return exp_of(multiply(dd(x), log_10));
}

double expm1(double x) {
  if (is_nan(x) || x == INFINITY || x == 0) return x;
  if (x > 710) return fails(ERANGE, INFINITY);
  if (x < -80) return -1;
  if (x > -0x1p-100 && x < 0x1p-100) return x;
  if (x > -0.5 && x < 0.5) return nearest(__fermata_expm1(dd(x)));
  long exponent;
  const struct dd power = __fermata_exp(dd(x), &exponent);
  if (exponent > 900) return checked(scaled(nearest(power), exponent));
  return nearest(subtract(times(power, two_to((int)exponent)), dd(1)));
}

/* Subnormal numbers are scaled by 2^64 first; log is told. */
static struct dd log_of(double x) {
  if (x >= 0x1p-1022) return __fermata_log(dd(x));
  return subtract(__fermata_log(dd(x * 0x1p64)), times(log_2, 64));
}
/* 1: the logarithm of x is the result; 0: *result is. */
static int has_logarithm(double x, double *result) {
  if (x > 0 && x < INFINITY) return 1;
  *result = x == 0 ? fails(ERANGE, -INFINITY) : x < 0 ? fails(EDOM, NAN) : x;
  return 0;
}

double log(double x) {
  double result;
  return has_logarithm(x, &result) ? nearest(log_of(x)) : result;
}

double log2(double x) {
  double result;
  if (!has_logarithm(x, &result)) return result;
  int k = 0;
  if (x < 0x1p-1022) x *= 0x1p64, k = -64;
  const int exponent = exponent_of(x);
  const double m = from_bits((to_bits(x) & ~(2047ul << 52)) | 1023ul << 52);
  const int large = m > 0x1.6a09e667f3bcdp0;
  const struct dd rest = multiply(__fermata_log(dd(large ? m / 2 : m)), inverse_log_2);
  return nearest(add(dd(k + exponent + large), rest));
}

double log10(double x) {
  double result;
  return has_logarithm(x, &result) ? nearest(multiply(log_of(x), inverse_log_10)) : result;
}

double log1p(double x) {
  if (is_nan(x) || x == INFINITY || x == 0) return x;
  if (x == -1) return fails(ERANGE, -INFINITY);
  if (x < -1) return fails(EDOM, NAN);
  if (x > -0x1p-100 && x < 0x1p-100) return x;
  if (x > -0.25 && x < 0.25) return nearest(__fermata_log1p(dd(x)));
  return nearest(__fermata_log(sum_of(1, x)));
}

static int is_whole(double y) { return __builtin_elementwise_rint(y) == y; }
static int is_odd(double y) { return is_whole(y) && y < 0x1p53 && y > -0x1p53 && ((long)y & 1); }

static double power_of(double x, double y) { /* x > 0, both finite */
  const struct dd logarithm = log_of(x);
  const double about = logarithm.high * y;
  if (about > 710) return fails(ERANGE, INFINITY);
  if (about < -746) return fails(ERANGE, 0);
  return exp_of(multiply(logarithm, dd(y)));
}

double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (is_nan(x) || is_nan(y)) return x + y;
  const double size = x < 0 ? -x : x;
  if (y == INFINITY || y == -INFINITY) return size == 1 ? 1 : (size > 1) == (y > 0) ? INFINITY : 0;
  const int minus = is_odd(y) && (to_bits(x) >> 63);
  double result;
  if (size == 0 || size == INFINITY) {
    result = (size == 0) == (y < 0) ? INFINITY : 0;
    if (size == 0 && y < 0) errno = ERANGE;
  } else if (x < 0 && !is_whole(y)) {
    return fails(EDOM, NAN);
  } else if (y > 0x1p70 || y < -0x1p70) {
    result = size == 1 ? 1 : fails(ERANGE, (size > 1) == (y > 0) ? INFINITY : 0);
  } else {
    result = size == 1 ? 1 : power_of(size, y);
  }
  return minus ? -result : result;
}

double cbrt(double x) {
  if (is_nan(x) || x - x != 0 || x == 0) return x;
  double size = x < 0 ? -x : x;
  int thirds = 0;
  if (size < 0x1p-1022) size *= 0x1p54, thirds = -18;
  const int exponent = exponent_of(size), third = (exponent - ((exponent % 3 + 3) % 3)) / 3;
  const double m = scaled(size, -3l * third); /* from 1 to 8 */
  double root = 0.5 + m * (0.65 - m * 0.05);
  for (int i = 0; i < 5; i++) root -= (root - m / (root * root)) / 3;
  const struct dd cube = multiply(product_of(root, root), dd(root));
  const double error = subtract(cube, dd(m)).high / (3 * root * root);
  const double result = scaled(root - error, third + thirds);
  return x < 0 ? -result : result;
}

double hypot(double x, double y) {
  if (x == INFINITY || x == -INFINITY || y == INFINITY || y == -INFINITY) return INFINITY;
  if (is_nan(x) || is_nan(y)) return x + y;
  double a = __builtin_elementwise_abs(x), b = __builtin_elementwise_abs(y);
  if (a < b) {
    const double swapped = a;
    a = b;
    b = swapped;
  }
  if (b == 0) return a;
  const int scale = a >= 0x1p500 ? -600 : a < 0x1p-450 ? 600 : 0;
  a *= two_to(scale);
  b *= two_to(scale);
  const double result = nearest(square_root(add(product_of(a, a), product_of(b, b)))) * two_to(-scale);
  return result == INFINITY ? fails(ERANGE, result) : result;
}

/* Hyperbolic functions of |x|, from e^x - 1. */
static struct dd expm1_of(double x, long *exponent) {
  if (x < 0.5) {
    *exponent = 0;
    return __fermata_expm1(dd(x));
  }
  return __fermata_exp(dd(x), exponent);
}

double sinh(double x) {
  const double size = x < 0 ? -x : x;
  if (is_nan(x) || size == INFINITY || size < 0x1p-100) return x;
  if (size > 711) return fails(ERANGE, x < 0 ? -INFINITY : INFINITY);
  long exponent;
  struct dd power = expm1_of(size, &exponent);
  double result;
  if (size < 0.5) result = nearest(times(add(power, divide(power, add(dd(1), power))), 0.5));
  else if (size > 60) result = checked(scaled(nearest(power), exponent - 1));
  else {
    power = times(power, two_to((int)exponent));
    result = nearest(times(subtract(power, divide(dd(1), power)), 0.5));
  }
  return x < 0 ? -result : result;
}

double cosh(double x) {
  const double size = x < 0 ? -x : x;
  if (is_nan(x) || size == INFINITY) return size;
  if (size > 711) return fails(ERANGE, INFINITY);
  long exponent;
  struct dd power = __fermata_exp(dd(size), &exponent);
  if (size > 60) return checked(scaled(nearest(power), exponent - 1));
  power = times(power, two_to((int)exponent));
  return nearest(times(add(power, divide(dd(1), power)), 0.5));
}

double tanh(double x) {
  const double size = x < 0 ? -x : x;
  if (is_nan(x) || size < 0x1p-100) return x;
  if (size > 30) return x < 0 ? -1 : 1;
  long exponent;
  struct dd power = expm1_of(2 * size, &exponent);
  if (2 * size >= 0.5) power = subtract(times(power, two_to((int)exponent)), dd(1));
  const double result = nearest(divide(power, add(power, dd(2))));
  return x < 0 ? -result : result;
}

static struct dd log1p_of(struct dd a) { return a.high < 0.25 ? __fermata_log1p(a) : __fermata_log(add(dd(1), a)); }

double asinh(double x) {
  const double size = x < 0 ? -x : x;
  if (is_nan(x) || size == INFINITY || size < 0x1p-100) return x;
  double result;
  if (size > 0x1p60) {
    result = nearest(add(__fermata_log(dd(size)), log_2));
  } else {
    const struct dd square = product_of(size, size), root = square_root(add(dd(1), square));
    result = nearest(log1p_of(add(dd(size), divide(square, add(dd(1), root)))));
  }
  return x < 0 ? -result : result;
}

double acosh(double x) {
  if (x < 1) return fails(EDOM, NAN);
  if (is_nan(x) || x == INFINITY) return x;
  if (x == 1) return 0;
  if (x > 0x1p60) return nearest(add(__fermata_log(dd(x)), log_2));
  const struct dd less = dd(x - 1),
                  more = sum_of(x, 1); /* the first is exact up to x = 2, and then x + 1 has the rest */
  const struct dd exact_less = x < 2 ? less : sum_of(x, -1);
  return nearest(log1p_of(add(exact_less, square_root(multiply(exact_less, more)))));
}

double atanh(double x) {
  const double size = x < 0 ? -x : x;
  if (size > 1) return fails(EDOM, NAN);
  if (size == 1) return fails(ERANGE, x < 0 ? -INFINITY : INFINITY);
  if (is_nan(x) || size < 0x1p-100) return x;
  const double result = nearest(times(log1p_of(divide(dd(2 * size), sum_of(1, -size))), 0.5));
  return x < 0 ? -result : result;
}

#define ONE_ARGUMENT(name)                                     \
  float name##f(float x) { return to_float(name((double)x)); } \
  long double name##l(long double x) { return name((double)x); }
ONE_ARGUMENT(exp)
ONE_ARGUMENT(exp2)
ONE_ARGUMENT(exp10)
ONE_ARGUMENT(expm1)
ONE_ARGUMENT(log)
ONE_ARGUMENT(log2)
ONE_ARGUMENT(log10)
ONE_ARGUMENT(log1p)
ONE_ARGUMENT(cbrt)
ONE_ARGUMENT(sinh)
ONE_ARGUMENT(cosh)
ONE_ARGUMENT(tanh)
ONE_ARGUMENT(asinh)
ONE_ARGUMENT(acosh)
ONE_ARGUMENT(atanh)

#define TWO_ARGUMENTS(name)                                                        \
  float name##f(float x, float y) { return to_float(name((double)x, (double)y)); } \
  long double name##l(long double x, long double y) { return name((double)x, (double)y); }
TWO_ARGUMENTS(pow)
TWO_ARGUMENTS(hypot)
