/* SPDX-License-Identifier: Apache-2.0
 * Text to integers, and the integer arithmetic of <stdlib.h>. Text to floating point is in floating.c.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

/* The number that the text begins with, without its sign; ULONG_MAX and *overflow: too large. */
static unsigned long parse(const char *text, char **end, int base, int *negative, int *overflow) {
  const char *at = text;
  unsigned long n = 0;
  int any = 0;
  *overflow = 0;
  while (isspace((unsigned char)*at)) at++;
  *negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] | 32) == 'x' && isxdigit((unsigned char)at[2])) {
    base = 16;
    at += 2;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  for (;; at++, any = 1) {
    const int c = *at | 32, digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : INT_MAX;
    if (digit >= base) break;
    if (__builtin_mul_overflow(n, (unsigned long)base, &n) || __builtin_add_overflow(n, (unsigned long)digit, &n))
      *overflow = 1;
  }
  if (end) *end = (char *)(any ? at : text);
  return *overflow ? ULONG_MAX : n;
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
  int negative, overflow;
  const unsigned long n = parse(text, end, base, &negative, &overflow);
  if (overflow) errno = ERANGE;
  return negative && !overflow ? -n : n;
}

long strtol(const char *restrict text, char **restrict end, int base) {
  int negative, overflow;
  const unsigned long n = parse(text, end, base, &negative, &overflow);
  if (n > (unsigned long)LONG_MAX + (unsigned)negative) {
    errno = ERANGE;
    return negative ? LONG_MIN : LONG_MAX;
  }
  return negative ? (long)-n : (long)n;
}

long long strtoll(const char *restrict text, char **restrict end, int base) { return strtol(text, end, base); }
unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
  return strtoul(text, end, base);
}

/* What newer headers make of them. */
long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return strtol(text, end, base); }
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return strtoul(text, end, base); }

int atoi(const char *text) { return (int)strtol(text, NULL, 10); }
long atol(const char *text) { return strtol(text, NULL, 10); }
long long atoll(const char *text) { return strtol(text, NULL, 10); }
intmax_t strtoimax(const char *restrict text, char **restrict end, int base) { return strtol(text, end, base); }
uintmax_t strtoumax(const char *restrict text, char **restrict end, int base) { return strtoul(text, end, base); }

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
intmax_t imaxabs(intmax_t n) { return n < 0 ? -n : n; }
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }
