/* SPDX-License-Identifier: Apache-2.0
 * The scanf family, from text and from streams. Reading from a stream is one step. Fields are matched as in glibc,
 * which takes the longest beginning that could become a number and does not go back: of "1ex", %lf takes the first two
 * characters.
 *
 * Not here: wide characters, and %m, which allocates.
 */
#include <stddef.h>

#include <bits/types/struct_FILE.h>
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include "../fermata_intrinsics.h"
#include "input.h"

/* <stdio.h> gives other names to what is defined here. */
extern FILE *stdin;
enum { EOF = -1 };

enum { LONGEST_NUMBER = 400, NO_WIDTH = INT_MAX };
enum length { AS_INT, AS_CHAR, AS_SHORT, AS_LONG, AS_LONG_DOUBLE };

struct scan {
  const char *text; /* what is left */
  const char *begin;
};

struct field {
  int ignored; /* '*': matched and not stored */
  int width;
  enum length length;
  char conversion;
};

static int is_space(char c) { return isspace((unsigned char)c); }

static void skip_spaces(struct scan *s) {
  while (is_space(*s->text)) s->text++;
}

/* The characters of a field that is a number. */
struct number {
  char text[LONGEST_NUMBER + 1];
  int length;
  int left; /* of its width */
};

static int take(struct scan *s, struct number *n) {
  if (n->left == 0 || *s->text == 0) return 0;
  if (n->length == LONGEST_NUMBER) __fermata_unmodelled("reading a number of more than 400 characters");
  n->left--;
  n->text[n->length++] = *s->text++;
  n->text[n->length] = 0;
  return 1;
}

static int take_letter(struct scan *s, struct number *n, char lower) { return (*s->text | 32) == lower && take(s, n); }
static int take_sign(struct scan *s, struct number *n) { return (*s->text == '-' || *s->text == '+') && take(s, n); }

static int take_digits(struct scan *s, struct number *n, int base) {
  int any = 0;
  for (;;) {
    const char c = *s->text;
    const int digit = isdigit((unsigned char)c) ? c - '0' : isxdigit((unsigned char)c) ? (c | 32) - 'a' + 10 : INT_MAX;
    if (digit >= base || !take(s, n)) return any;
    any = 1;
  }
}

/* 0: there is none. */
static int match_integer(struct scan *s, struct number *n, int *base) {
  take_sign(s, n);
  int any = 0;
  if ((*base == 0 || *base == 16) && *s->text == '0' && take(s, n)) {
    any = 1;
    if (take_letter(s, n, 'x')) *base = 16;
    else if (*base == 0) *base = 8;
  }
  if (*base == 0) *base = 10;
  return take_digits(s, n, *base) || any;
}

static int match_word(struct scan *s, struct number *n, const char *word) {
  for (; *word; word++)
    if (!take_letter(s, n, *word)) return 0;
  return 1;
}

static int match_floating(struct scan *s, struct number *n) {
  take_sign(s, n);
  if ((*s->text | 32) == 'n') return match_word(s, n, "nan");
  if ((*s->text | 32) == 'i') {
    if (!match_word(s, n, "inf")) return 0;
    return !((*s->text | 32) == 'i' && n->left > 0) || match_word(s, n, "inity");
  }
  int base = 10, any = 0;
  if (*s->text == '0' && take(s, n)) {
    any = 1;
    if (take_letter(s, n, 'x')) base = 16, any = 0;
  }
  any |= take_digits(s, n, base);
  if (*s->text == '.' && take(s, n)) any |= take_digits(s, n, base);
  if (!any) return 0;
  if (!take_letter(s, n, base == 16 ? 'p' : 'e')) return 1;
  take_sign(s, n);
  take_digits(s, n, 10);
  return 1;
}

static void store_integer(const struct field *f, void *to, unsigned long value) {
  switch (f->length) {
    case AS_CHAR: *(char *)to = (char)value; return;
    case AS_SHORT: *(short *)to = (short)value; return;
    case AS_INT: *(int *)to = (int)value; return;
    case AS_LONG:
    case AS_LONG_DOUBLE: *(long *)to = (long)value; return;
  }
}

static void store_floating(const struct field *f, void *to, const char *text) {
  switch (f->length) {
    case AS_LONG: *(double *)to = strtod(text, NULL); return;
    case AS_LONG_DOUBLE: *(long double *)to = strtold(text, NULL); return;
    default: *(float *)to = strtof(text, NULL); return;
  }
}

/* The characters between brackets; a minus sign between two of them means all from one to the other. */
struct set {
  unsigned char has[256];
};
static const char *read_set(const char *format, struct set *set) {
  const int inverted = *format == '^';
  if (inverted) format++;
  for (int i = 0; i < 256; i++) set->has[i] = (unsigned char)inverted;
  const char *const first = format;
  for (; *format && (*format != ']' || format == first); format++) {
    unsigned from = (unsigned char)*format, to = from;
    if (format[1] == '-' && format[2] && format[2] != ']' && (unsigned char)format[2] >= from)
      to = (unsigned char)format[2], format += 2;
    for (; from <= to; from++) set->has[from] = !inverted;
  }
  return *format ? format + 1 : format;
}

/* Stores characters as long as they fit the set (NULL: any). How many that were. */
static int match_text(struct scan *s, const struct field *f, const struct set *set, char *to) {
  int count = 0;
  for (; count < f->width && *s->text && (!set || set->has[(unsigned char)*s->text]); s->text++)
    if (to) to[count++] = *s->text;
    else count++;
  return count;
}

static const char *read_field(const char *format, struct field *f) {
  *f = (struct field){.width = NO_WIDTH, .length = AS_INT};
  if (*format == '*') f->ignored = 1, format++;
  if (isdigit((unsigned char)*format)) f->width = (int)strtol(format, (char **)&format, 10);
  if (f->width == 0) f->width = NO_WIDTH;
  switch (*format) {
    case 'h':
      f->length = *++format == 'h' ? AS_CHAR : AS_SHORT;
      if (*format == 'h') format++;
      break;
    case 'l':
      f->length = *++format == 'l' ? AS_LONG_DOUBLE : AS_LONG;
      if (*format == 'l') format++;
      break;
    case 'q':
    case 'L': f->length = AS_LONG_DOUBLE, format++; break;
    case 'j':
    case 'z':
    case 't': f->length = AS_LONG, format++; break;
    default: break;
  }
  f->conversion = *format;
  return *format ? format + 1 : format;
}

enum outcome { STORED, NOT_COUNTED, NO_MATCH };

static enum outcome convert(struct scan *s, const struct field *f, const char **format, void *to) {
  struct number n = {.length = 0, .left = f->width};
  int base = 10;
  switch (f->conversion) {
    case 'c': {
      struct field one = *f;
      if (one.width == NO_WIDTH) one.width = 1;
      if (f->length == AS_LONG) __fermata_unmodelled("scanf with wide characters");
      return match_text(s, &one, NULL, to) > 0 ? STORED : NO_MATCH;
    }
    case 's':
    case '[': {
      if (f->length == AS_LONG) __fermata_unmodelled("scanf with wide characters");
      struct set set = {.has = {0}};
      if (f->conversion == '[') *format = read_set(*format, &set);
      else
        for (int i = 0; i < 256; i++) set.has[i] = !is_space((char)i);
      const int count = match_text(s, f, &set, to);
      if (to && count > 0) ((char *)to)[count] = 0;
      return count > 0 ? STORED : NO_MATCH;
    }
    case 'n':
      if (to) store_integer(f, to, (unsigned long)(s->text - s->begin));
      return NOT_COUNTED;
    case 'i': base = 0; break;
    case 'o': base = 8; break;
    case 'x':
    case 'X': base = 16; break;
    case 'p': base = 16; break;
    case 'd':
    case 'u': break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      if (!match_floating(s, &n)) return NO_MATCH;
      if (to) store_floating(f, to, n.text);
      return STORED;
    default: __fermata_unmodelled("a conversion of scanf");
  }
  if (!match_integer(s, &n, &base)) return NO_MATCH;
  const int is_signed = f->conversion == 'd' || f->conversion == 'i';
  const unsigned long value = is_signed ? (unsigned long)strtol(n.text, NULL, base) : strtoul(n.text, NULL, base);
  struct field wide = *f;
  if (f->conversion == 'p') wide.length = AS_LONG;
  if (to) store_integer(&wide, to, value);
  return STORED;
}

/* *text: what is left afterwards. */
static int scan(const char **text, const char *format, va_list arguments) {
  struct scan s = {*text, *text};
  int stored = 0;
  while (*format) {
    const char c = *format++;
    if (is_space(c)) {
      skip_spaces(&s);
      continue;
    }
    if (c != '%') {
      if (*s.text == 0) goto ended;
      if (*s.text != c) break;
      s.text++;
      continue;
    }
    if (*format == '%') {
      format++;
      skip_spaces(&s);
      if (*s.text == 0) goto ended;
      if (*s.text != '%') break;
      s.text++;
      continue;
    }
    struct field f;
    format = read_field(format, &f);
    if (f.conversion != 'c' && f.conversion != '[' && f.conversion != 'n') skip_spaces(&s);
    if (*s.text == 0 && f.conversion != 'n') goto ended;
    const enum outcome match = convert(&s, &f, &format, f.ignored ? NULL : va_arg(arguments, void *));
    if (match == NO_MATCH) break;
    if (match == STORED) stored += !f.ignored;
  }
  *text = s.text;
  return stored;
ended:
  *text = s.text;
  return stored ? stored : EOF;
}

int vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
  const char *left = text;
  return scan(&left, format, arguments);
}

int vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  __fermata_atomic_begin();
  __fermata_begin_reading(stream);
  const char *left = stream->_IO_read_ptr;
  const int result = scan(&left, format, arguments);
  stream->_IO_read_ptr = (char *)left;
  if (*left == 0) __fermata_at_end(stream);
  __fermata_atomic_end();
  return result;
}
int vscanf(const char *restrict format, va_list arguments) { return vfscanf(stdin, format, arguments); }

#define FORWARD(call)          \
  va_list arguments;           \
  va_start(arguments, format); \
  const int result = (call);   \
  va_end(arguments);           \
  return result

int sscanf(const char *restrict text, const char *restrict format, ...) { FORWARD(vsscanf(text, format, arguments)); }
int fscanf(FILE *restrict stream, const char *restrict format, ...) { FORWARD(vfscanf(stream, format, arguments)); }
int scanf(const char *restrict format, ...) { FORWARD(vscanf(format, arguments)); }

/* What headers make of them. */
#define NAMES(prefix)                                                                                          \
  int prefix##vsscanf(const char *text, const char *format, va_list a) { return vsscanf(text, format, a); }    \
  int prefix##vfscanf(FILE *stream, const char *format, va_list a) { return vfscanf(stream, format, a); }      \
  int prefix##vscanf(const char *format, va_list a) { return vscanf(format, a); }                              \
  int prefix##sscanf(const char *text, const char *format, ...) { FORWARD(vsscanf(text, format, arguments)); } \
  int prefix##fscanf(FILE *stream, const char *format, ...) { FORWARD(vfscanf(stream, format, arguments)); }   \
  int prefix##scanf(const char *format, ...) { FORWARD(vscanf(format, arguments)); }
NAMES(__isoc99_)
NAMES(__isoc23_)
