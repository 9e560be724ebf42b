/* SPDX-License-Identifier: Apache-2.0
 * A small formatter: flags, width, precision and lengths of C17; d i u x X o c s p f F e E g G a n
 * %.
 *
 * Floating-point numbers are rounded half up after a few multiplications in double, so the last of
 * many digits may differ from that of a real C library. Not modelled: %n, %a, wide characters, the
 * positional arguments of POSIX.
 */
#include "format.h"

#include <stdint.h>
#include <string.h>

#include "../fermata_intrinsics.h"

void __fermata_flush(struct sink *to) {
  if (to->used > 0) __fermata_print(to->buffer, to->used);
  to->used = 0;
}

static void put(struct sink *to, char c) {
  to->total++;
  if (to->used == to->size && to->prints) __fermata_flush(to);
  if (to->used < to->size) to->buffer[to->used++] = c;
}

static void repeat(struct sink *to, char c, int times) {
  while (times-- > 0) put(to, c);
}

void __fermata_put(struct sink *to, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) put(to, text[i]);
}

struct spec {
  int left, plus, space, alternate, zero;
  int width, precision; /* precision -1: none given */
  enum { INT, CHAR, SHORT, LONG } length;
};

/* One conversion: a sign or prefix, zeros, digits or text, in a field of the given width. */
static void field(struct sink *to, const struct spec *s, const char *prefix, int zeros,
                  const char *text, size_t length) {
  const size_t prefix_length = strlen(prefix);
  int padding = s->width - (int)(prefix_length + length) - zeros;
  if (padding < 0) padding = 0;
  if (s->zero && !s->left) zeros += padding, padding = 0;
  if (!s->left) repeat(to, ' ', padding);
  __fermata_put(to, prefix, prefix_length);
  repeat(to, '0', zeros);
  __fermata_put(to, text, length);
  if (s->left) repeat(to, ' ', padding);
}

/* Writes the digits of n before `end`. */
static char *digits(char *end, uint64_t n, unsigned base, int capital) {
  for (; n > 0; n /= base) {
    const unsigned digit = (unsigned)(n % base);
    *--end = (char)(digit < 10 ? '0' + digit : (capital ? 'A' : 'a') + digit - 10);
  }
  return end;
}

static const char *sign(const struct spec *s, int negative) {
  return negative ? "-" : s->plus ? "+" : s->space ? " " : "";
}

static void integer(struct sink *to, struct spec s, uint64_t n, const char *prefix, unsigned base,
                    int capital) {
  char text[24];
  char *end = text + sizeof text, *begin = digits(end, n, base, capital);
  if (s.precision >= 0) s.zero = 0;
  const int length = (int)(end - begin), least = s.precision >= 0 ? s.precision : 1;
  int zeros = length < least ? least - length : 0;
  if (base == 8 && s.alternate && zeros == 0) zeros = 1;
  field(to, &s, prefix, zeros, begin, (size_t)length);
}

static double power_of_ten(int exponent) {
  double result = 1;
  for (; exponent > 0; exponent--) result *= 10;
  return result;
}

/* x as digits with `precision` decimals, before `end`. x is not negative. */
static char *fixed(char *end, double x, int precision, int alternate) {
  enum { EXACT_DECIMALS = 17 };
  while (precision > EXACT_DECIMALS) *--end = '0', precision--;
  uint64_t scale = 1;
  for (int i = 0; i < precision; i++) scale *= 10;
  if (x >= 9e18) __fermata_unmodelled("printing a floating-point number of 9e18 or more with %f");
  uint64_t whole = (uint64_t)x;
  uint64_t fraction = (uint64_t)((x - (double)whole) * (double)scale + 0.5);
  if (fraction >= scale) fraction -= scale, whole++;
  for (int i = 0; i < precision; i++, fraction /= 10) *--end = (char)('0' + fraction % 10);
  if (precision > 0 || alternate) *--end = '.';
  return whole ? digits(end, whole, 10, 0) : (*--end = '0', end);
}

static char *strip_zeros(char *begin, char *end) {
  char *last = end;
  for (char *p = begin; p < end; p++)
    if (*p == '.') {
      while (last[-1] == '0') last--;
      return last[-1] == '.' ? last - 1 : last;
    }
  return end;
}

static void floating(struct sink *to, struct spec s, double x, char style) {
  const int capital = style >= 'A' && style <= 'Z';
  const char kind = (char)(capital ? style + 32 : style);
  const int negative = __builtin_signbit(x) != 0;
  if (negative) x = -x;
  const char *prefix = sign(&s, negative);
  if (x != x || x > 1.7976931348623157e308) {
    s.zero = 0;
    field(to, &s, prefix, 0, x != x ? (capital ? "NAN" : "nan") : (capital ? "INF" : "inf"), 3);
    return;
  }

  enum { MOST = 120 };
  int precision = s.precision < 0 ? 6 : s.precision;
  if (precision > 60) __fermata_unmodelled("printing more than 60 decimals");
  char text[MOST];
  char *end = text + MOST - 8, *begin;
  if (kind == 'f') {
    begin = fixed(end, x, precision, s.alternate);
  } else {
    int exponent = 0;
    double m = x;
    if (x != 0) {
      while (m >= 10) m /= 10, exponent++;
      while (m < 1) m *= 10, exponent--;
    }
    const int general = kind == 'g';
    if (general) precision = (precision ? precision : 1) - 1;
    if (m + 0.5 / power_of_ten(precision) >= 10) m /= 10, exponent++;
    if (general && exponent >= -4 && exponent <= precision) {
      begin = fixed(end, x, precision - exponent, s.alternate);
      if (!s.alternate) end = strip_zeros(begin, end);
    } else {
      begin = fixed(end, m, precision, s.alternate);
      if (general && !s.alternate) end = strip_zeros(begin, end);
      const int size = exponent < 0 ? -exponent : exponent;
      *end++ = capital ? 'E' : 'e';
      *end++ = exponent < 0 ? '-' : '+';
      if (size >= 100) *end++ = (char)('0' + size / 100);
      *end++ = (char)('0' + size / 10 % 10);
      *end++ = (char)('0' + size % 10);
    }
  }
  field(to, &s, prefix, 0, begin, (size_t)(end - begin));
}

static void string(struct sink *to, struct spec s, const char *text) {
  if (!text) text = "(null)";
  s.zero = 0;
  field(to, &s, "", 0, text, s.precision < 0 ? strlen(text) : strnlen(text, (size_t)s.precision));
}

static int read_number(const char **at, int otherwise) {
  if (**at < '0' || **at > '9') return otherwise;
  int n = 0;
  for (; **at >= '0' && **at <= '9'; ++*at) n = n * 10 + **at - '0';
  return n;
}

static int64_t narrow(int64_t n, int length) {
  return length == CHAR ? (signed char)n : length == SHORT ? (short)n : length == INT ? (int)n : n;
}
static uint64_t narrow_unsigned(uint64_t n, int length) {
  return length == CHAR    ? (unsigned char)n
         : length == SHORT ? (unsigned short)n
         : length == INT   ? (unsigned)n
                           : n;
}

void __fermata_format(struct sink *to, const char *at, va_list arguments) {
  while (*at) {
    if (*at != '%') {
      put(to, *at++);
      continue;
    }
    at++;
    struct spec s = {.precision = -1};
    for (;; at++) {
      if (*at == '-') s.left = 1;
      else if (*at == '+') s.plus = 1;
      else if (*at == ' ') s.space = 1;
      else if (*at == '#') s.alternate = 1;
      else if (*at == '0') s.zero = 1;
      else break;
    }
    if (*at == '*') {
      at++;
      s.width = va_arg(arguments, int);
      if (s.width < 0) s.left = 1, s.width = -s.width;
    } else {
      s.width = read_number(&at, 0);
    }
    if (*at == '.') {
      at++;
      if (*at == '*') at++, s.precision = va_arg(arguments, int);
      else s.precision = read_number(&at, 0);
    }
    for (;; at++) {
      if (*at == 'h') s.length = s.length == SHORT ? CHAR : SHORT;
      else if (*at == 'l' || *at == 'z' || *at == 'j' || *at == 't' || *at == 'L') s.length = LONG;
      else break;
    }
    const char conversion = *at;
    if (conversion) at++;
    switch (conversion) {
      case 'd':
      case 'i': {
        const int64_t n =
            narrow(s.length == LONG ? va_arg(arguments, long) : va_arg(arguments, int), s.length);
        integer(to, s, n < 0 ? -(uint64_t)n : (uint64_t)n, sign(&s, n < 0), 10, 0);
        break;
      }
      case 'u':
      case 'o':
      case 'x':
      case 'X': {
        const uint64_t n = narrow_unsigned(
            s.length == LONG ? va_arg(arguments, unsigned long) : va_arg(arguments, unsigned),
            s.length);
        const int hex = conversion == 'x' || conversion == 'X';
        integer(to, s, n, hex && s.alternate && n ? (conversion == 'x' ? "0x" : "0X") : "",
                hex                 ? 16
                : conversion == 'o' ? 8
                                    : 10,
                conversion == 'X');
        break;
      }
      case 'c': {
        const char c = (char)va_arg(arguments, int);
        s.zero = 0;
        field(to, &s, "", 0, &c, 1);
        break;
      }
      case 's':
        if (s.length == LONG) __fermata_unmodelled("printf of wide characters");
        string(to, s, va_arg(arguments, const char *));
        break;
      case 'p': {
        const uintptr_t p = (uintptr_t)va_arg(arguments, void *);
        if (p) integer(to, s, p, "0x", 16, 0);
        else string(to, s, "(nil)");
        break;
      }
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G': floating(to, s, va_arg(arguments, double), conversion); break;
      case '%': put(to, '%'); break;
      default: __fermata_unmodelled("an unusual conversion of printf");
    }
  }
}
