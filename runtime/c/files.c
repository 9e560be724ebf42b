/* SPDX-License-Identifier: Apache-2.0
 * Files. There are none: opening one for reading fails as for a file that is missing. One that is opened for writing is
 * made, and what is written becomes text of the trace, like all output. Reading it back is not modelled; that it is
 * there is remembered. Neither is what a system always has: /dev, /proc, /sys.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"

enum { FIRST_FILE = 3 };

struct made {
  struct made *next;
  char name[];
};
static struct made *__fermata_files;

static int is_made(const char *name) {
  for (const struct made *file = __fermata_files; file; file = file->next)
    if (strcmp(file->name, name) == 0) return 1;
  return 0;
}

static void make(const char *name) {
  struct made *const file = __fermata_alloc(sizeof *file + strlen(name) + 1);
  strcpy(file->name, name);
  __fermata_atomic_begin();
  const int known = is_made(name);
  if (!known) {
    file->next = __fermata_files;
    __fermata_files = file;
  }
  __fermata_atomic_end();
  if (known) __fermata_free(file);
}

static int begins_with(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

static void look_for(const char *name) {
  if (begins_with(name, "/dev/") || begins_with(name, "/proc/") || begins_with(name, "/sys/"))
    __fermata_unmodelled("files of the system");
  __fermata_atomic_begin();
  const int known = is_made(name);
  __fermata_atomic_end();
  if (known) __fermata_unmodelled("reading a file that the program has written");
  errno = ENOENT;
}

FILE *fopen(const char *restrict name, const char *restrict mode) {
  if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') return errno = EINVAL, NULL;
  if (mode[0] == 'r') return look_for(name), NULL;
  make(name);
  FILE *const stream = __fermata_alloc(sizeof *stream);
  stream->_fileno = FIRST_FILE;
  return stream;
}
FILE *fopen64(const char *restrict name, const char *restrict mode) { return fopen(name, mode); }

int fclose(FILE *stream) {
  if (stream->_fileno >= FIRST_FILE) __fermata_free(stream);
  return 0;
}

int open(const char *name, int flags, ...) {
  if (flags & (O_CREAT | O_WRONLY | O_RDWR)) __fermata_unmodelled("writing to a file that is opened by its number");
  look_for(name);
  return -1;
}
int open64(const char *name, int flags, ...) { return open(name, flags); }

int close(int file) {
  if (file >= FIRST_FILE) __fermata_unmodelled("closing a file by its number");
  if (file >= 0) return 0;
  errno = EBADF;
  return -1;
}

int access(const char *name, int mode) { return (void)mode, look_for(name), -1; }
int stat(const char *restrict name, struct stat *restrict result) { return (void)result, look_for(name), -1; }
int lstat(const char *restrict name, struct stat *restrict result) { return (void)result, look_for(name), -1; }
