/* SPDX-License-Identifier: Apache-2.0
 * Output. All of it becomes text of the trace, in the order in which it is printed; it is no step
 * and no other thread can notice it, so it never adds or hides a race. Streams are not locked and
 * not buffered. Reading is in input.c.
 */
#include <stdio.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"
#include "format.h"

/* files.c */
int __fermata_is_written(int file);

int vprintf(const char *restrict format, va_list arguments) {
  char buffer[128];
  struct sink sink = {.buffer = buffer, .size = sizeof buffer, .prints = 1};
  __fermata_format(&sink, format, arguments);
  __fermata_flush(&sink);
  return (int)sink.total;
}

int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments) {
  struct sink sink = {.buffer = buffer, .size = size ? size - 1 : 0};
  __fermata_format(&sink, format, arguments);
  if (size) buffer[sink.used] = 0;
  return (int)sink.total;
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  (void)stream;
  return vprintf(format, arguments);
}
int vsprintf(char *restrict buffer, const char *restrict format, va_list arguments) {
  return vsnprintf(buffer, (size_t)-1, format, arguments);
}

#define FORWARD(call)          \
  va_list arguments;           \
  va_start(arguments, format); \
  const int result = (call);   \
  va_end(arguments);           \
  return result

int printf(const char *restrict format, ...) { FORWARD(vprintf(format, arguments)); }
int fprintf(FILE *restrict stream, const char *restrict format, ...) { FORWARD(vfprintf(stream, format, arguments)); }
int dprintf(int file, const char *restrict format, ...) { FORWARD(((void)file, vprintf(format, arguments))); }
int sprintf(char *restrict buffer, const char *restrict format, ...) { FORWARD(vsprintf(buffer, format, arguments)); }
int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...) {
  FORWARD(vsnprintf(buffer, size, format, arguments));
}

int vasprintf(char **restrict text, const char *restrict format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  *text = malloc((size_t)length + 1);
  return vsprintf(*text, format, arguments);
}
int asprintf(char **restrict text, const char *restrict format, ...) { FORWARD(vasprintf(text, format, arguments)); }

/* Copied, byte by byte, since __fermata_print is no access to memory that others may write. */
static void print(const char *text, size_t length) {
  char buffer[128];
  struct sink sink = {.buffer = buffer, .size = sizeof buffer, .prints = 1};
  __fermata_put(&sink, text, length);
  __fermata_flush(&sink);
}

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  (void)stream;
  print(bytes, size * count);
  return count;
}
int fputs(const char *restrict text, FILE *restrict stream) {
  (void)stream;
  print(text, strlen(text));
  return 0;
}
int puts(const char *text) {
  fputs(text, stdout);
  __fermata_print("\n", 1);
  return 0;
}
int fputc(int c, FILE *stream) {
  (void)stream;
  const char byte = (char)c;
  __fermata_print(&byte, 1);
  return (unsigned char)c;
}
int putc(int c, FILE *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, stdout); }
int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putchar_unlocked(int c) { return fputc(c, stdout); }
int fputs_unlocked(const char *restrict text, FILE *restrict stream) { return fputs(text, stream); }
/* In brackets, since it is also a macro. */
size_t(fwrite_unlocked)(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  return fwrite(bytes, size, count, stream);
}
/* What the macros call when their buffer is full, as it always is. */
int __overflow(FILE *stream, int c) { return fputc(c, stream); }

void perror(const char *text) { printf("%s%s%s\n", text ? text : "", text && *text ? ": " : "", strerror(errno)); }

int fflush(FILE *stream) { return (void)stream, 0; }
int fflush_unlocked(FILE *stream) { return (void)stream, 0; }
void setbuf(FILE *restrict stream, char *restrict buffer) { (void)stream, (void)buffer; }
void setlinebuf(FILE *stream) { (void)stream; }
int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  return (void)stream, (void)buffer, (void)mode, (void)size, 0;
}
void flockfile(FILE *stream) { (void)stream; }
void funlockfile(FILE *stream) { (void)stream; }
int ferror(FILE *stream) { return (void)stream, 0; }
int ferror_unlocked(FILE *stream) { return (void)stream, 0; }

ssize_t write(int file, const void *bytes, size_t size) {
  if (!__fermata_is_written(file)) return errno = EBADF, -1;
  print(bytes, size);
  return (ssize_t)size;
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  ssize_t total = 0;
  for (int i = 0; i < count; i++) {
    const ssize_t written = write(file, parts[i].iov_base, parts[i].iov_len);
    if (written < 0) return -1;
    total += written;
  }
  return total;
}
int fsync(int file) { return (void)file, 0; }
int fdatasync(int file) { return (void)file, 0; }
