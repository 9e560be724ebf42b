/* SPDX-License-Identifier: Apache-2.0
 * Reading from streams: from what the user has given as standard input or as a file; if nothing was given, standard
 * input is empty, and the answer says so. Reading is a step, since others may read from the same stream. Characters
 * that vary are inputs:
 * __VERIFIER_nondet_char.
 *
 * Not here: reading what the program has written itself.
 */
#include "input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"
#include "given.h"

enum { AT_END = 0x10 };
#define GIVEN_INPUT __fermata_given_files[0]

void __fermata_begin_reading(FILE *stream) {
  if (stream->_IO_read_base) return;
  if (stream->_fileno != STDIN_FILENO) __fermata_unmodelled("reading a file that the program writes");
  if (!GIVEN_INPUT.bytes) __fermata_assumes(FERMATA_EMPTY_INPUT);
  stream->_IO_read_base = stream->_IO_read_ptr = GIVEN_INPUT.bytes ? (char *)GIVEN_INPUT.bytes : "";
  stream->_IO_read_end = stream->_IO_read_base + GIVEN_INPUT.size;
}
void __fermata_at_end(FILE *stream) { stream->_flags |= AT_END; }

FILE *__fermata_open_given(const char *bytes, unsigned long size) {
  FILE *const stream = __fermata_alloc(sizeof *stream);
  stream->_fileno = 3;
  stream->_IO_read_base = stream->_IO_read_ptr = (char *)bytes;
  stream->_IO_read_end = stream->_IO_read_base + size;
  return stream;
}

int feof(FILE *stream) { return (stream->_flags & AT_END) != 0; }
int feof_unlocked(FILE *stream) { return feof(stream); }
void clearerr(FILE *stream) {
  if (stream->_flags) stream->_flags = 0;
}
void clearerr_unlocked(FILE *stream) { clearerr(stream); }

/* At most so many bytes, up to and with the delimiter, if there is one (-1: there is none). */
static size_t take(FILE *stream, char *to, size_t most, int delimiter) {
  size_t taken = 0;
  __fermata_atomic_begin();
  __fermata_begin_reading(stream);
  while (taken < most) {
    if (stream->_IO_read_ptr == stream->_IO_read_end) {
      __fermata_at_end(stream);
      break;
    }
    const unsigned char c = (unsigned char)*stream->_IO_read_ptr++;
    to[taken++] = (char)c;
    if (c == delimiter) break;
  }
  __fermata_atomic_end();
  return taken;
}

int fgetc(FILE *stream) {
  char c;
  return take(stream, &c, 1, -1) ? (unsigned char)c : EOF;
}
int getc(FILE *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }
int fgetc_unlocked(FILE *stream) { return fgetc(stream); }
int getc_unlocked(FILE *stream) { return fgetc(stream); }
int getchar_unlocked(void) { return fgetc(stdin); }
/* What the macros call when nothing is left. */
int __uflow(FILE *stream) { return fgetc(stream); }

int ungetc(int c, FILE *stream) {
  if (c == EOF) return EOF;
  __fermata_atomic_begin();
  if (stream->_IO_read_ptr == stream->_IO_read_base || stream->_IO_read_ptr[-1] != (char)c)
    __fermata_unmodelled("ungetc of another character than the last one");
  stream->_IO_read_ptr--;
  stream->_flags = 0;
  __fermata_atomic_end();
  return c;
}

char *fgets(char *restrict line, int size, FILE *restrict stream) {
  if (size < 1) return NULL;
  const size_t length = take(stream, line, (size_t)size - 1, '\n');
  if (length == 0 && size > 1) return NULL;
  line[length] = 0;
  return line;
}
char *fgets_unlocked(char *restrict line, int size, FILE *restrict stream) { return fgets(line, size, stream); }

size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  return size * count == 0 ? 0 : take(stream, bytes, size * count, -1) / size;
}
/* In brackets, since it is also a macro. */
size_t(fread_unlocked)(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  return fread(bytes, size, count, stream);
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream) {
  if (*line == NULL || *size == 0) { /* glibc makes room first, and the caller frees it */
    *size = 120;
    *line = realloc(*line, *size);
  }
  size_t length = 0;
  for (;;) {
    length += take(stream, *line + length, *size - 1 - length, delimiter);
    (*line)[length] = 0;
    if (length + 1 < *size || (*line)[length - 1] == delimiter) return length ? (ssize_t)length : -1;
    *size *= 2;
    *line = realloc(*line, *size);
  }
}
ssize_t __getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream) {
  return getdelim(line, size, delimiter, stream);
}
ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream) {
  return getdelim(line, size, '\n', stream);
}

int fseek(FILE *stream, long offset, int from) {
  __fermata_atomic_begin();
  __fermata_begin_reading(stream);
  const char *const base = from == SEEK_SET   ? stream->_IO_read_base
                           : from == SEEK_CUR ? stream->_IO_read_ptr
                                              : stream->_IO_read_end;
  const long position = base - stream->_IO_read_base + offset;
  const int valid = position >= 0 && position <= stream->_IO_read_end - stream->_IO_read_base;
  if (valid) {
    stream->_IO_read_ptr = stream->_IO_read_base + position;
    stream->_flags = 0;
  }
  __fermata_atomic_end();
  if (valid) return 0;
  errno = EINVAL;
  return -1;
}
int fseeko(FILE *stream, off_t offset, int from) { return fseek(stream, offset, from); }
void rewind(FILE *stream) { fseek(stream, 0, SEEK_SET); }
long ftell(FILE *stream) {
  __fermata_atomic_begin();
  __fermata_begin_reading(stream);
  const long position = stream->_IO_read_ptr - stream->_IO_read_base;
  __fermata_atomic_end();
  return position;
}
off_t ftello(FILE *stream) { return ftell(stream); }

int fileno(FILE *stream) { return stream->_fileno; }
int fileno_unlocked(FILE *stream) { return stream->_fileno; }
int isatty(int file) {
  errno = file <= STDERR_FILENO ? ENOTTY : EBADF;
  return 0;
}
