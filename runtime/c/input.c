/* SPDX-License-Identifier: Apache-2.0
 * Reading, from standard input: it is empty. The first look finds the end. Looking is a step, since feof and others
 * tell. What comes in would have to be said with __VERIFIER_nondet_char.
 *
 * A stream is glibc's own structure, as macros of <stdio.h> look into it; all that is used of it is this flag.
 */
#include "input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"

enum { AT_END = 0x10 };

void __fermata_read_to_the_end(FILE *stream) {
  if (stream->_fileno != STDIN_FILENO) __fermata_unmodelled("reading a file that the program writes");
  stream->_flags = AT_END;
}

int feof(FILE *stream) { return (stream->_flags & AT_END) != 0; }
int feof_unlocked(FILE *stream) { return feof(stream); }
void clearerr(FILE *stream) {
  if (stream->_fileno == STDIN_FILENO) stream->_flags = 0;
}
void clearerr_unlocked(FILE *stream) { clearerr(stream); }

int fgetc(FILE *stream) { return __fermata_read_to_the_end(stream), EOF; }
int getc(FILE *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }
int fgetc_unlocked(FILE *stream) { return fgetc(stream); }
int getc_unlocked(FILE *stream) { return fgetc(stream); }
int getchar_unlocked(void) { return fgetc(stdin); }
/* What the macros call when nothing is left. */
int __uflow(FILE *stream) { return fgetc(stream); }

char *fgets(char *restrict line, int size, FILE *restrict stream) {
  (void)line;
  if (size > 1) __fermata_read_to_the_end(stream);
  return NULL;
}
char *fgets_unlocked(char *restrict line, int size, FILE *restrict stream) { return fgets(line, size, stream); }

size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  (void)bytes;
  if (size * count > 0) __fermata_read_to_the_end(stream);
  return 0;
}
/* In brackets, since it is also a macro. */
size_t(fread_unlocked)(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  return fread(bytes, size, count, stream);
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream) {
  (void)delimiter;
  if (*line == NULL || *size == 0) { /* glibc makes room first, and the caller frees it */
    *size = 120;
    *line = realloc(*line, *size);
  }
  __fermata_read_to_the_end(stream);
  return -1;
}
ssize_t __getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream) {
  return getdelim(line, size, delimiter, stream);
}
ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream) {
  return getdelim(line, size, '\n', stream);
}

ssize_t read(int file, void *bytes, size_t size) {
  (void)bytes, (void)size;
  if (file != STDIN_FILENO) __fermata_unmodelled("reading from a file");
  return 0;
}

int fileno(FILE *stream) { return stream->_fileno; }
int fileno_unlocked(FILE *stream) { return stream->_fileno; }
int isatty(int file) {
  errno = file <= STDERR_FILENO ? ENOTTY : EBADF;
  return 0;
}
