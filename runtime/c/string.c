/* SPDX-License-Identifier: Apache-2.0
 * Strings and blocks of bytes. A copy or a fill is one access of the machine, the rest goes byte by
 * byte.
 */
#include <stddef.h>

/* <string.h> would make macros and attributes of what is defined here. */
typedef unsigned char byte;

void *memcpy(void *restrict to, const void *restrict from, size_t n) { return __builtin_memcpy(to, from, n); }
void *memmove(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }
void *memset(void *to, int value, size_t n) { return __builtin_memset(to, value, n); }
void *mempcpy(void *restrict to, const void *restrict from, size_t n) { return (char *)memcpy(to, from, n) + n; }
void explicit_bzero(void *to, size_t n) { memset(to, 0, n); }
void bzero(void *to, size_t n) { memset(to, 0, n); }

int memcmp(const void *a, const void *b, size_t n) {
  const byte *x = a, *y = b;
  for (size_t i = 0; i < n; i++) {
    const byte p = x[i], q = y[i];
    if (p != q) return p - q;
  }
  return 0;
}
int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

void *memchr(const void *bytes, int value, size_t n) {
  const byte *p = bytes;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (byte)value) return (void *)(p + i);
  return NULL;
}

size_t strnlen(const char *text, size_t most) {
  size_t n = 0;
  while (n < most && text[n]) n++;
  return n;
}
size_t strlen(const char *text) {
  size_t n = 0;
  while (text[n]) n++;
  return n;
}

char *stpcpy(char *restrict to, const char *restrict from) {
  const size_t n = strlen(from);
  memcpy(to, from, n + 1);
  return to + n;
}
char *strcpy(char *restrict to, const char *restrict from) {
  stpcpy(to, from);
  return to;
}
char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  const size_t length = strnlen(from, n);
  memcpy(to, from, length);
  memset(to + length, 0, n - length);
  return to;
}
char *strcat(char *restrict to, const char *restrict from) {
  strcpy(to + strlen(to), from);
  return to;
}
char *strncat(char *restrict to, const char *restrict from, size_t n) {
  const size_t length = strnlen(from, n);
  char *end = to + strlen(to);
  memcpy(end, from, length);
  end[length] = 0;
  return to;
}

static byte lower(byte c) { return c >= 'A' && c <= 'Z' ? (byte)(c + 32) : c; }

static int compare(const char *a, const char *b, size_t n, int ignore_case) {
  for (size_t i = 0; i < n; i++) {
    byte p = (byte)a[i], q = (byte)b[i];
    if (ignore_case) p = lower(p), q = lower(q);
    if (p != q) return p - q;
    if (p == 0) return 0;
  }
  return 0;
}
int strcmp(const char *a, const char *b) { return compare(a, b, (size_t)-1, 0); }
int strncmp(const char *a, const char *b, size_t n) { return compare(a, b, n, 0); }
size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
  const size_t length = strlen(from);
  if (length < n) memcpy(to, from, length + 1);
  return length;
}
int strcoll(const char *a, const char *b) { return strcmp(a, b); }
int strcasecmp(const char *a, const char *b) { return compare(a, b, (size_t)-1, 1); }
int strncasecmp(const char *a, const char *b, size_t n) { return compare(a, b, n, 1); }

char *strchr(const char *text, int c) {
  for (;; text++) {
    const char here = *text;
    if (here == (char)c) return (char *)text;
    if (!here) return NULL;
  }
}
char *strchrnul(const char *text, int c) {
  while (*text && *text != (char)c) text++;
  return (char *)text;
}
char *strrchr(const char *text, int c) {
  const char *last = NULL;
  for (;; text++) {
    const char here = *text;
    if (here == (char)c) last = text;
    if (!here) return (char *)last;
  }
}
char *strstr(const char *text, const char *part) {
  const size_t n = strlen(part);
  for (;; text++) {
    if (strncmp(text, part, n) == 0) return (char *)text;
    if (!*text) return NULL;
  }
}
size_t strspn(const char *text, const char *set) {
  size_t n = 0;
  while (text[n] && strchr(set, text[n])) n++;
  return n;
}
size_t strcspn(const char *text, const char *set) {
  size_t n = 0;
  while (text[n] && !strchr(set, text[n])) n++;
  return n;
}
char *strpbrk(const char *text, const char *set) {
  text += strcspn(text, set);
  return *text ? (char *)text : NULL;
}
char *strtok_r(char *restrict text, const char *restrict separators, char **restrict rest) {
  if (!text) text = *rest;
  text += strspn(text, separators);
  char *end = text + strcspn(text, separators);
  *rest = *end ? end + 1 : end;
  *end = 0;
  return end == text ? NULL : text;
}
char *strtok(char *restrict text, const char *restrict separators) {
  static char *rest;
  return strtok_r(text, separators, &rest);
}
char *strsep(char **restrict text, const char *restrict separators) {
  char *const field = *text;
  if (!field) return NULL;
  char *const end = field + strcspn(field, separators);
  *text = *end ? end + 1 : NULL;
  *end = 0;
  return field;
}
char *strcasestr(const char *text, const char *part) {
  const size_t n = strlen(part);
  for (;; text++) {
    if (strncasecmp(text, part, n) == 0) return (char *)text;
    if (!*text) return NULL;
  }
}
void *memmem(const void *bytes, size_t n, const void *part, size_t length) {
  for (size_t i = 0; i + length <= n; i++)
    if (memcmp((const byte *)bytes + i, part, length) == 0) return (byte *)bytes + i;
  return NULL;
}
void *memrchr(const void *bytes, int value, size_t n) {
  const byte *const p = bytes;
  while (n-- > 0)
    if (p[n] == (byte)value) return (void *)(p + n);
  return NULL;
}
void *rawmemchr(const void *bytes, int value) { return memchr(bytes, value, (size_t)-1); }
char *index(const char *text, int c) { return strchr(text, c); }
char *rindex(const char *text, int c) { return strrchr(text, c); }
void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
/* GNU's, for which a name that ends in '/' is empty. */
char *basename(const char *path) {
  char *const slash = strrchr(path, '/');
  return slash ? slash + 1 : (char *)path;
}
int ffs(int x) { return __builtin_ffs(x); }
int ffsl(long x) { return __builtin_ffsl(x); }
int ffsll(long long x) { return __builtin_ffsll(x); }

void *malloc(size_t size);
char *strndup(const char *text, size_t most) {
  const size_t n = strnlen(text, most);
  char *copy = malloc(n + 1);
  memcpy(copy, text, n);
  return copy; /* fresh memory is zero */
}
char *strdup(const char *text) { return strndup(text, (size_t)-1); }
