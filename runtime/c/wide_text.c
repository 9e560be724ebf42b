/* SPDX-License-Identifier: Apache-2.0
 * Wide characters and strings of them, in the "C" locale: a byte and a character are the same up to 127, and there are
 * no others.
 *
 * Not here: reading and printing of wide characters, but for putting plain ones on a stream.
 */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
size_t wcsnlen(const wchar_t *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}
wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  return memcpy(to, from, n * sizeof *to);
}
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) { return memmove(to, from, n * sizeof *to); }
wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) { return wmemcpy(to, from, n) + n; }
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = c;
  return to;
}
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return (wchar_t *)s + i;
  return NULL;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    if (a[i] == 0) break;
  }
  return 0;
}
int wcscmp(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, (size_t)-1); }
int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }
int wcscasecmp(const wchar_t *a, const wchar_t *b) {
  for (;; a++, b++) {
    const wint_t x = towlower((wint_t)*a), y = towlower((wint_t)*b);
    if (x != y) return x < y ? -1 : 1;
    if (x == 0) return 0;
  }
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) { return wmemcpy(to, from, wcslen(from) + 1); }
wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  const size_t length = wcsnlen(from, n);
  wmemset(wmempcpy(to, from, length), 0, n - length);
  return to;
}
wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
  wcscpy(to + wcslen(to), from);
  return to;
}
wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  *wmempcpy(to + wcslen(to), from, wcsnlen(from, n)) = 0;
  return to;
}
wchar_t *wcsdup(const wchar_t *s) {
  wchar_t *const copy = malloc((wcslen(s) + 1) * sizeof *copy);
  return wcscpy(copy, s);
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) { return wmemchr(s, c, wcslen(s) + 1); }
wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  for (const wchar_t *p = s + wcslen(s);; p--) {
    if (*p == c) return (wchar_t *)p;
    if (p == s) return NULL;
  }
}
wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
  const size_t length = wcslen(part);
  for (;; s++) {
    if (wcsncmp(s, part, length) == 0) return (wchar_t *)s;
    if (*s == 0) return NULL;
  }
}
size_t wcsspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && wcschr(set, s[n])) n++;
  return n;
}
size_t wcscspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && !wcschr(set, s[n])) n++;
  return n;
}
wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  s += wcscspn(s, set);
  return *s ? (wchar_t *)s : NULL;
}
wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict set, wchar_t **restrict rest) {
  if (!s) s = *rest;
  if (!s) return NULL;
  s += wcsspn(s, set);
  if (*s == 0) return *rest = NULL;
  wchar_t *const end = s + wcscspn(s, set);
  *rest = *end ? end + 1 : NULL;
  *end = 0;
  return s;
}

/* Numbers are read from the plain characters that they consist of. */
enum { LONGEST = 400 };
static const wchar_t *plain(const wchar_t *s, char *text) {
  size_t n = 0;
  for (; n < LONGEST && s[n] > 0 && s[n] < 128; n++) text[n] = (char)s[n];
  text[n] = 0;
  return s;
}
#define READ_NUMBER(type, name, call)             \
  type name {                                     \
    char text[LONGEST + 1], *last;                \
    plain(s, text);                               \
    const type value = call;                      \
    if (end) *end = (wchar_t *)s + (last - text); \
    return value;                                 \
  }
READ_NUMBER(long, wcstol(const wchar_t *restrict s, wchar_t **restrict end, int base), strtol(text, &last, base))
READ_NUMBER(unsigned long, wcstoul(const wchar_t *restrict s, wchar_t **restrict end, int base),
            strtoul(text, &last, base))
READ_NUMBER(long long, wcstoll(const wchar_t *restrict s, wchar_t **restrict end, int base), strtoll(text, &last, base))
READ_NUMBER(unsigned long long, wcstoull(const wchar_t *restrict s, wchar_t **restrict end, int base),
            strtoull(text, &last, base))
READ_NUMBER(double, wcstod(const wchar_t *restrict s, wchar_t **restrict end), strtod(text, &last))
READ_NUMBER(float, wcstof(const wchar_t *restrict s, wchar_t **restrict end), strtof(text, &last))

/* Bytes and characters. */
static int fails(void) { return errno = EILSEQ, -1; }
wint_t btowc(int c) { return c >= 0 && c < 128 ? (wint_t)c : WEOF; }
int wctob(wint_t c) { return c < 128 ? (int)c : -1; }
int mbsinit(const mbstate_t *state) { return (void)state, 1; }
size_t mbrtowc(wchar_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state) {
  (void)state;
  if (!s) return 0;
  if (n == 0) return (size_t)-2;
  if ((unsigned char)*s > 127) return (size_t)fails();
  if (to) *to = *s;
  return *s != 0;
}
size_t mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state) { return mbrtowc(NULL, s, n, state); }
int mbtowc(wchar_t *restrict to, const char *restrict s, size_t n) {
  const size_t length = mbrtowc(to, s, n, NULL);
  return length == (size_t)-2 ? fails() : (int)length;
}
int mblen(const char *s, size_t n) { return mbtowc(NULL, s, n); }
size_t wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state) {
  (void)state;
  if (!to) return 1;
  if (c < 0 || c > 127) return (size_t)fails();
  *to = (char)c;
  return 1;
}
int wctomb(char *to, wchar_t c) { return to ? (int)wcrtomb(to, c, NULL) : 0; }

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict s, size_t n, mbstate_t *restrict state) {
  (void)state;
  const char *from = *s;
  for (size_t i = 0;; i++) {
    if (to && i == n) return *s = from + i, i;
    if ((unsigned char)from[i] > 127) return (size_t)fails();
    if (to) to[i] = from[i];
    if (from[i] == 0) {
      if (to) *s = NULL;
      return i;
    }
  }
}
size_t mbstowcs(wchar_t *restrict to, const char *restrict s, size_t n) {
  const char *from = s;
  return mbsrtowcs(to, &from, n, NULL);
}
size_t wcsrtombs(char *restrict to, const wchar_t **restrict s, size_t n, mbstate_t *restrict state) {
  (void)state;
  const wchar_t *from = *s;
  for (size_t i = 0;; i++) {
    if (to && i == n) return *s = from + i, i;
    if (from[i] < 0 || from[i] > 127) return (size_t)fails();
    if (to) to[i] = (char)from[i];
    if (from[i] == 0) {
      if (to) *s = NULL;
      return i;
    }
  }
}
size_t wcstombs(char *restrict to, const wchar_t *restrict s, size_t n) {
  const wchar_t *from = s;
  return wcsrtombs(to, &from, n, NULL);
}

/* Classes: those of bytes. */
extern int isalnum(int), isalpha(int), isblank(int), iscntrl(int), isdigit(int), isgraph(int), islower(int),
    isprint(int), ispunct(int), isspace(int), isupper(int), isxdigit(int), tolower(int), toupper(int);
#define CLASS(name) \
  int isw##name(wint_t c) { return c < 128 && is##name((int)c) != 0; }
CLASS(alnum)
CLASS(alpha)
CLASS(blank)
CLASS(cntrl)
CLASS(digit)
CLASS(graph)
CLASS(lower)
CLASS(print)
CLASS(punct)
CLASS(space)
CLASS(upper)
CLASS(xdigit)
wint_t towlower(wint_t c) { return c < 128 ? (wint_t)tolower((int)c) : c; }
wint_t towupper(wint_t c) { return c < 128 ? (wint_t)toupper((int)c) : c; }

extern int fputc(int, __FILE *);
wint_t fputwc(wchar_t c, __FILE *stream) {
  return c >= 0 && c < 128 ? (wint_t)fputc((int)c, stream) : (errno = EILSEQ, WEOF);
}
wint_t putwc(wchar_t c, __FILE *stream) { return fputwc(c, stream); }
int fputws(const wchar_t *restrict s, __FILE *restrict stream) {
  for (; *s; s++)
    if (fputwc(*s, stream) == WEOF) return -1;
  return 1;
}
int fwide(__FILE *stream, int mode) { return (void)stream, mode; }
