/* SPDX-License-Identifier: Apache-2.0
 * The gamma function, of positive numbers, by Stirling's series. Smaller arguments are made larger first, with
 * gamma(x + 1) = x * gamma(x). Computed as exponential.c says; near 1 and 2, where it is almost 0, the logarithm has
 * fewer right bits.
 *
 * Not here: negative numbers, erf.
 */
#include <errno.h>
#include <math.h>

#include "../fermata_intrinsics.h"
#include "double_double.h"

/* log(2 pi) / 2, and B(2n) / (2n (2n - 1)) with the Bernoulli numbers B. */
static const struct dd half_log_2_pi = {0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55};
static const struct dd series[16] = {
    {0x1.5555555555555p-4, 0x1.5555555555555p-58},   {-0x1.6c16c16c16c17p-9, 0x1.f49f49f49f49fp-64},
    {0x1.a01a01a01a01ap-11, 0x1.a01a01a01a01ap-71},  {-0x1.3813813813814p-11, 0x1.fb1fb1fb1fb20p-65},
    {0x1.b951e2b18ff23p-11, 0x1.5c3a9ce01b952p-65},  {-0x1.f6ab0d9993c7dp-10, 0x1.f82553c999b0ep-64},
    {0x1.a41a41a41a41ap-8, 0x1.0690690690690p-62},   {-0x1.e4286cb0f5398p-6, 0x1.1efcdab896745p-61},
    {0x1.6fe96381e0680p-3, -0x1.79e2405a71f88p-61},  {-0x1.6476701181f3ap+0, 0x1.24246319da678p-56},
    {0x1.ace44322ce006p+3, -0x1.62c2b1bbcdd32p-51},  {-0x1.39b2525cccc1bp+7, 0x1.52604768a30fcp-47},
    {0x1.12234e81b4e82p+11, -0x1.2c5f92c5f92c6p-43}, {-0x1.1a198ae1c4ab8p+15, 0x1.4c012227b696ep-41},
    {0x1.51a2089a6e11ap+19, 0x1.c219ee4fdc447p-36},  {-0x1.d1089b142d357p+23, -0x1.e2030b4d5de20p-31},
};
enum { LARGE = 24 };

/* log(gamma(x)) + log(*factor) */
static struct dd log_gamma(double x, struct dd *factor) {
  struct dd y = dd(x);
  *factor = dd(1);
  for (; y.high < LARGE; y = add(y, dd(1))) *factor = multiply(*factor, y);
  const struct dd inverse = divide(dd(1), y), square = multiply(inverse, inverse);
  struct dd sum = dd(0);
  for (int n = 15; n >= 0; n--) sum = add(multiply(sum, square), series[n]);
  sum = add(multiply(sum, inverse), half_log_2_pi);
  return add(sum, subtract(multiply(subtract(y, dd(0.5)), __fermata_log(y)), y));
}

double lgamma_r(double x, int *sign) {
  *sign = 1;
  if (x != x || x == INFINITY || x == -INFINITY) return x * x;
  if (x == 0) {
    errno = ERANGE;
    if (to_bits(x) >> 63) *sign = -1;
    return INFINITY;
  }
  if (x < 0) __fermata_unmodelled("the gamma function of a negative number");
  if (x == 1 || x == 2) return 0;
  if (x > 2.55e305) {
    errno = ERANGE;
    return INFINITY;
  }
  if (x < 0x1p-100) return -log(x);
  struct dd factor;
  const struct dd result = log_gamma(x, &factor);
  return nearest(subtract(result, __fermata_log(factor)));
}
/* The variable for the sign is for programs that look at it after a call; it is positive here. */
int signgam = 1;
double lgamma(double x) {
  int sign;
  return lgamma_r(x, &sign);
}

double tgamma(double x) {
  if (x != x || x == INFINITY) return x;
  if (x == 0) {
    errno = ERANGE;
    return 1 / x;
  }
  if (x < 0) __fermata_unmodelled("the gamma function of a negative number");
  if (x > 171.7 || x < 0x1p-1024) {
    errno = ERANGE;
    return INFINITY;
  }
  if (x < 0x1p-100) return 1 / x;
  struct dd factor;
  const struct dd logarithm = log_gamma(x, &factor);
  long exponent;
  const struct dd power = __fermata_exp(logarithm, &exponent);
  const double result = scaled(nearest(divide(power, factor)), exponent);
  if (result == INFINITY) errno = ERANGE;
  return result;
}

float lgammaf(float x) { return to_float(lgamma((double)x)); }
float lgammaf_r(float x, int *sign) { return to_float(lgamma_r((double)x, sign)); }
float tgammaf(float x) { return to_float(tgamma((double)x)); }
long double lgammal(long double x) { return lgamma((double)x); }
long double lgammal_r(long double x, int *sign) { return lgamma_r((double)x, sign); }
long double tgammal(long double x) { return tgamma((double)x); }
