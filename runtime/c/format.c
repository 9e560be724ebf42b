/* SPDX-License-Identifier: Apache-2.0
 * A small formatter: flags, width, precision and lengths of C17; d i u x X o c s p f F e E g G a A
 * and %.
 *
 * Not modelled: %n, wide characters, the positional arguments of POSIX, %La (which shows how long a long double is;
 * here it has 64 bits).
 */
#include "format.h"

#include <stdint.h>
#include <string.h>

#include "../fermata_intrinsics.h"
#include "decimal.h"

void __fermata_flush(struct sink *to) {
  if (to->used > 0) __fermata_print(to->buffer, to->used);
  to->used = 0;
}

static void put(struct sink *to, char c) {
  to->total++;
  if (to->used == to->size && to->prints) __fermata_flush(to);
  if (to->used < to->size) to->buffer[to->used++] = c;
}

static void repeat(struct sink *to, char c, long times) {
  while (times-- > 0) put(to, c);
}

void __fermata_put(struct sink *to, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) put(to, text[i]);
}

struct spec {
  int left, plus, space, alternate, zero;
  int width, precision; /* precision -1: none given */
  enum { INT, CHAR, SHORT, LONG } length;
  int long_double;
};

/* What comes before `length` characters in a field of the given width: a sign or prefix, and zeros. Gives the number of
 * spaces that come behind them. */
static long open_field(struct sink *to, const struct spec *s, const char *prefix, long zeros, size_t length) {
  const size_t prefix_length = strlen(prefix);
  long padding = s->width - (long)(prefix_length + length) - zeros;
  if (padding < 0) padding = 0;
  if (s->zero && !s->left) zeros += padding, padding = 0;
  if (!s->left) repeat(to, ' ', padding), padding = 0;
  __fermata_put(to, prefix, prefix_length);
  repeat(to, '0', zeros);
  return padding;
}

static void field(struct sink *to, const struct spec *s, const char *prefix, int zeros, const char *text,
                  size_t length) {
  const long padding = open_field(to, s, prefix, zeros, length);
  __fermata_put(to, text, length);
  repeat(to, ' ', padding);
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

static void integer(struct sink *to, struct spec s, uint64_t n, const char *prefix, unsigned base, int capital) {
  char text[24];
  char *end = text + sizeof text, *begin = digits(end, n, base, capital);
  if (s.precision >= 0) s.zero = 0;
  const int length = (int)(end - begin), least = s.precision >= 0 ? s.precision : 1;
  int zeros = length < least ? least - length : 0;
  if (base == 8 && s.alternate && zeros == 0) zeros = 1;
  field(to, &s, prefix, zeros, begin, (size_t)length);
}

static char digit(const struct decimal *d, int index) {
  return index >= 0 && index < d->count ? d->digits[index] : '0';
}

/* The digits with a point behind `point` of them, `decimals` digits after that, and a tail. */
static void with_point(struct sink *to, const struct spec *s, const char *prefix, const struct decimal *d, int point,
                       int decimals, const char *tail) {
  const int whole = point > 0 ? point : 1, has_point = decimals > 0 || s->alternate;
  const size_t tail_length = strlen(tail);
  const size_t length = (size_t)whole + (size_t)has_point + (size_t)decimals + tail_length;
  const long padding = open_field(to, s, prefix, 0, length);
  for (int i = point - whole; i < point; i++) put(to, digit(d, i));
  if (has_point) put(to, '.');
  int i = 0;
  for (; i < decimals && point + i < d->count; i++) put(to, digit(d, point + i));
  repeat(to, '0', decimals - i);
  __fermata_put(to, tail, tail_length);
  repeat(to, ' ', padding);
}

/* Such as e-05 or p+1023. */
static const char *exponent_text(char text[8], char letter, int exponent, int least_digits) {
  char *end = text + 7, *begin = digits(end, (uint64_t)(exponent < 0 ? -exponent : exponent), 10, 0);
  *end = 0;
  while (end - begin < least_digits) *--begin = '0';
  *--begin = exponent < 0 ? '-' : '+';
  *--begin = letter;
  return begin;
}

/* Where rounding adds a digit (99.99 with %#.2g), glibc 2.36 forgets the zeros that # asks for. We do not. */
static void decimal(struct sink *to, const struct spec *s, const char *prefix, double x, char kind, int capital) {
  int precision = s->precision < 0 ? 6 : s->precision;
  const int general = kind == 'g';
  if (general) precision = (precision ? precision : 1) - 1;
  const struct rounding rounding = {.digits = kind == 'f' ? nowhere : precision + 1l,
                                    .decimals = kind == 'f' ? precision : nowhere};
  char room[__fermata_decimal_room(x, rounding)];
  struct decimal d = {.digits = room};
  __fermata_decimal(&d, x, rounding);

  const int exponent = d.count > 0 ? d.point - 1 : 0;
  const int fixed = kind == 'f' || (general && exponent >= -4 && exponent <= precision);
  const int point = fixed ? exponent + 1 : 1;
  if (general && fixed) precision -= exponent;
  if (general && !s->alternate) precision = d.count > point ? d.count - point : 0;
  char text[8];
  with_point(to, s, prefix, &d, point, precision, fixed ? "" : exponent_text(text, capital ? 'E' : 'e', exponent, 2));
}

/* As glibc writes it: one digit before the point, which is 0 only for what is too small to have a
 * 1 there; rounding may make it 2. */
static void hexadecimal(struct sink *to, const struct spec *s, int negative, double x, int capital) {
  enum { BITS = 52, DIGITS = BITS / 4 };
  const union {
    double value;
    uint64_t bits;
  } as = {x};
  const int biased = (int)(as.bits >> BITS & 2047);
  uint64_t mantissa = (as.bits & ((1ul << BITS) - 1)) | (uint64_t)(biased > 0) << BITS;
  if (s->precision >= 0 && s->precision < DIGITS) {
    const uint64_t unit = 1ul << 4 * (DIGITS - s->precision), rest = mantissa % unit;
    mantissa -= rest;
    if (rest > unit / 2 || (rest == unit / 2 && mantissa & unit)) mantissa += unit;
  }
  char text[1 + DIGITS], tail[8], prefix[4];
  for (int i = 0; i <= DIGITS; i++)
    text[i] = (capital ? "0123456789ABCDEF" : "0123456789abcdef")[mantissa >> 4 * (DIGITS - i) & 15];
  struct decimal d = {.digits = text, .count = 1 + DIGITS};
  while (d.count > 1 && text[d.count - 1] == '0') d.count--;
  strcpy(prefix, sign(s, negative));
  strcat(prefix, capital ? "0X" : "0x");
  const int exponent = biased ? biased - 1023 : x == 0 ? 0 : -1022;
  with_point(to, s, prefix, &d, 1, s->precision < 0 ? d.count - 1 : s->precision,
             exponent_text(tail, capital ? 'P' : 'p', exponent, 1));
}

static void floating(struct sink *to, struct spec s, double x, char style) {
  const int capital = style >= 'A' && style <= 'Z';
  const char kind = (char)(capital ? style + 32 : style);
  const int negative = __builtin_signbit(x) != 0;
  if (negative) x = -x;
  if (x != x || x > 1.7976931348623157e308) {
    s.zero = 0;
    const char *text = x != x ? (capital ? "NAN" : "nan") : (capital ? "INF" : "inf");
    field(to, &s, sign(&s, negative), 0, text, 3);
  } else if (kind == 'a') {
    if (s.long_double) __fermata_unmodelled("printing a long double with %a");
    hexadecimal(to, &s, negative, x, capital);
  } else {
    decimal(to, &s, sign(&s, negative), x, kind, capital);
  }
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
  return length == CHAR ? (unsigned char)n : length == SHORT ? (unsigned short)n : length == INT ? (unsigned)n : n;
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
      else if (*at == 'l' || *at == 'z' || *at == 'j' || *at == 't') s.length = LONG;
      else if (*at == 'L') s.length = LONG, s.long_double = 1;
      else break;
    }
    const char conversion = *at;
    if (conversion) at++;
    switch (conversion) {
      case 'd':
      case 'i': {
        const int64_t n = narrow(s.length == LONG ? va_arg(arguments, long) : va_arg(arguments, int), s.length);
        integer(to, s, n < 0 ? -(uint64_t)n : (uint64_t)n, sign(&s, n < 0), 10, 0);
        break;
      }
      case 'u':
      case 'o':
      case 'x':
      case 'X': {
        const uint64_t n = narrow_unsigned(
            s.length == LONG ? va_arg(arguments, unsigned long) : va_arg(arguments, unsigned), s.length);
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
      case 'G':
      case 'a':
      case 'A': floating(to, s, va_arg(arguments, double), conversion); break;
      case '%': put(to, '%'); break;
      default: __fermata_unmodelled("an unusual conversion of printf");
    }
  }
}
