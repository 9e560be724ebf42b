/* SPDX-License-Identifier: Apache-2.0
 * Text to floating point: the number that is nearest to what the text says, or of two that are equally near the even
 * one, as in glibc.
 *
 *   W. Clinger, "How to read floating point numbers accurately", PLDI 1990
 *
 * Numbers with up to 15 digits and small exponents are one exact operation, as in the paper. All others are a fraction
 * of two long integers, divided bit by bit until 64 bits are known: slower, and without cases.
 *
 * long double has 64 bits here, as everywhere in this machine.
 */
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
  MOST_DIGITS = 768, /* two numbers that differ only behind these are on the same side of every middle */
  WORDS = 128,       /* MOST_DIGITS digits behind 330 zeros */
  QUOTIENT_BITS = 64,
};

struct format {
  int bits;  /* of the mantissa */
  int least; /* exponent of its lowest bit */
  double largest, smallest;
};
static const struct format in_double = {53, -1074, DBL_MAX, DBL_MIN}, in_float = {24, -149, FLT_MAX, FLT_MIN};

static double power_of_two(int n) {
  const union {
    uint64_t bits;
    double value;
  } power = {n < -1022 ? 1ul << (n + 1074) : (uint64_t)(n + 1023) << 52};
  return power.value;
}

/* mantissa * 2^exponent, and a little more if there is a rest. */
static double rounded(uint64_t mantissa, long exponent, int rest, const struct format *f) {
  if (mantissa == 0) return 0;
  const int length = 64 - __builtin_clzl(mantissa);
  if (exponent + length > 1100) return errno = ERANGE, HUGE_VAL;
  const long lowest = exponent + length - f->bits > f->least ? exponent + length - f->bits : f->least;
  const long shift = lowest - exponent;
  if (shift <= 0) mantissa <<= -shift;
  else {
    const uint64_t lost = shift > 64 ? mantissa : shift == 64 ? mantissa : mantissa & ((1ul << shift) - 1);
    const uint64_t half = shift > 64 ? ~0ul : 1ul << (shift - 1);
    mantissa = shift >= 64 ? 0 : mantissa >> shift;
    const int above = shift <= 64 && (lost > half || (lost == half && (rest || mantissa & 1)));
    rest |= lost != 0;
    mantissa += above;
  }
  const double result = lowest > 1023 - 64 ? (double)mantissa * power_of_two((int)lowest - 64) * 0x1p64
                                           : (double)mantissa * power_of_two((int)lowest);
  if (result > f->largest) return errno = ERANGE, HUGE_VAL;
  if (rest && result < f->smallest) errno = ERANGE;
  return result;
}

/* A long integer, lowest word first. */
struct natural {
  uint32_t words[WORDS];
  int count;
};

static void multiply_add(struct natural *n, uint32_t factor, uint32_t more) {
  uint64_t carry = more;
  for (int i = 0; i < n->count; i++) {
    carry += (uint64_t)n->words[i] * factor;
    n->words[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) n->words[n->count++] = (uint32_t)carry;
}

static void multiply_by_power_of_ten(struct natural *n, long exponent) {
  for (; exponent >= 9; exponent -= 9) multiply_add(n, 1000000000, 0);
  for (; exponent > 0; exponent--) multiply_add(n, 10, 0);
}

static int bit_length(const struct natural *n) { return 32 * n->count - __builtin_clz(n->words[n->count - 1]); }

static void shift_left(struct natural *n, int bits) {
  const int whole = bits / 32;
  for (int i = n->count; i-- > 0;) n->words[i + whole] = n->words[i];
  for (int i = 0; i < whole; i++) n->words[i] = 0;
  n->count += whole;
  multiply_add(n, 1u << bits % 32, 0);
}

static int is_less(const struct natural *a, const struct natural *b) {
  if (a->count != b->count) return a->count < b->count;
  for (int i = a->count; i-- > 0;)
    if (a->words[i] != b->words[i]) return a->words[i] < b->words[i];
  return 0;
}

static void subtract(struct natural *a, const struct natural *b) {
  uint32_t borrow = 0;
  for (int i = 0; i < a->count; i++) {
    const uint64_t taken = (uint64_t)(i < b->count ? b->words[i] : 0) + borrow;
    borrow = a->words[i] < taken;
    a->words[i] -= (uint32_t)taken;
  }
  while (a->count > 0 && a->words[a->count - 1] == 0) a->count--;
}

static double divided(struct natural *a, struct natural *b, const struct format *f) {
  const int ahead = bit_length(a) - bit_length(b);
  if (ahead > 0) shift_left(b, ahead);
  else shift_left(a, -ahead);
  uint64_t quotient = 0;
  for (int i = 0; i < QUOTIENT_BITS; i++) {
    quotient <<= 1;
    if (!is_less(a, b)) {
      subtract(a, b);
      quotient |= 1;
    }
    if (a->count > 0) multiply_add(a, 2, 0);
  }
  return rounded(quotient, ahead - (QUOTIENT_BITS - 1), a->count > 0, f);
}

/* digits * 10^exponent; the first digit is not 0 and neither is the last one. */
static double from_digits(const char *digits, int count, long exponent, const struct format *f) {
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (count == 0) return 0;
  if (count + exponent > 310) return errno = ERANGE, HUGE_VAL;
  if (count + exponent < -330) return errno = ERANGE, 0;
  if (count <= 15 && exponent >= -22 && exponent <= 22 && f == &in_double) {
    long n = 0;
    for (int i = 0; i < count; i++) n = 10 * n + digits[i] - '0';
    return exponent < 0 ? (double)n / powers[-exponent] : (double)n * powers[exponent];
  }
  struct natural a, b;
  a.count = 0;
  b.count = 1;
  b.words[0] = 1;
  int at = 0;
  for (; at + 9 <= count; at += 9) {
    uint32_t group = 0;
    for (int i = 0; i < 9; i++) group = 10 * group + (uint32_t)(digits[at + i] - '0');
    multiply_add(&a, 1000000000, group);
  }
  for (; at < count; at++) multiply_add(&a, 10, (uint32_t)(digits[at] - '0'));
  multiply_by_power_of_ten(exponent < 0 ? &b : &a, labs(exponent));
  return divided(&a, &b, f);
}

/* An exponent after the letter, if there is one. Larger ones than anybody needs stay there. */
static const char *read_exponent(const char *at, char letter, long *exponent) {
  if ((*at | 32) != letter) return at;
  const char *digit = at + 1;
  const int negative = *digit == '-';
  if (*digit == '-' || *digit == '+') digit++;
  if (!isdigit((unsigned char)*digit)) return at;
  long n = 0;
  for (; isdigit((unsigned char)*digit); digit++)
    if (n < 100000000) n = 10 * n + *digit - '0';
  *exponent += negative ? -n : n;
  return digit;
}

static double read_decimal(const char **text, const struct format *f) {
  char digits[MOST_DIGITS + 1];
  int count = 0, rest = 0, any = 0;
  long exponent = 0;
  const char *at = *text;
  for (int behind_point = 0;; at++) {
    if (*at == '.' && !behind_point) {
      behind_point = 1;
      continue;
    }
    if (!isdigit((unsigned char)*at)) break;
    any = 1;
    exponent -= behind_point;
    if (count == 0 && *at == '0') continue;
    if (count < MOST_DIGITS) digits[count++] = *at;
    else rest |= *at != '0', exponent++;
  }
  if (!any) return 0;
  *text = read_exponent(at, 'e', &exponent);
  if (rest) digits[count++] = '1', exponent--;
  while (count > 0 && digits[count - 1] == '0') count--, exponent++;
  return from_digits(digits, count, exponent, f);
}

static int digit_of(char c) { return isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10; }

static double read_hexadecimal(const char **text, const struct format *f) {
  uint64_t mantissa = 0;
  int rest = 0;
  long exponent = 0;
  const char *at = *text;
  for (int behind_point = 0;; at++) {
    if (*at == '.' && !behind_point) {
      behind_point = 1;
      continue;
    }
    if (!isxdigit((unsigned char)*at)) break;
    if (mantissa >> 60) rest |= *at != '0', exponent += 4;
    else mantissa = mantissa << 4 | (uint64_t)digit_of(*at);
    exponent -= 4 * behind_point;
  }
  *text = read_exponent(at, 'p', &exponent);
  return rounded(mantissa, exponent, rest, f);
}

static double read(const char *text, char **end, const struct format *f) {
  const char *at = text;
  while (isspace((unsigned char)*at)) at++;
  const int negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  const char *const begin = at;
  double value = 0;
  if (strncasecmp(at, "inf", 3) == 0) {
    value = HUGE_VAL;
    at += strncasecmp(at, "infinity", 8) == 0 ? 8 : 3;
  } else if (strncasecmp(at, "nan", 3) == 0) {
    value = NAN;
    at += 3;
    const char *close = at;
    if (*close == '(') do
        close++;
      while (isalnum((unsigned char)*close) || *close == '_');
    if (*close == ')' && close > at) at = close + 1;
  } else if (at[0] == '0' && (at[1] | 32) == 'x' &&
             (isxdigit((unsigned char)at[2]) || (at[2] == '.' && isxdigit((unsigned char)at[3])))) {
    at += 2;
    value = read_hexadecimal(&at, f);
  } else {
    value = read_decimal(&at, f);
  }
  if (end) *end = (char *)(at == begin ? text : at);
  return negative && at != begin ? -value : value;
}

double strtod(const char *restrict text, char **restrict end) { return read(text, end, &in_double); }
float strtof(const char *restrict text, char **restrict end) { return (float)read(text, end, &in_float); }
long double strtold(const char *restrict text, char **restrict end) { return strtod(text, end); }
double atof(const char *text) { return strtod(text, NULL); }
