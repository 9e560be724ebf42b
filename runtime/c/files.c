/* SPDX-License-Identifier: Apache-2.0
 * Files. Those that the user has given (--file) can be read; all others are missing, and the answer says so. One that
 * is opened for writing is made, and what is written becomes text of the trace, like all output. Reading it back is not
 * modelled; that it is there is remembered. Neither is what a system always has: /dev (but for /dev/null), /proc, /sys.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"
#include "given.h"
#include "input.h"

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

/* The file that was given under this name; NULL, and errno, if there is none. */
static const struct given_file *look_for(const char *name) {
  static const struct given_file nothing = {"/dev/null", "", 0};
  if (strcmp(name, nothing.name) == 0) return &nothing;
  __fermata_atomic_begin();
  const int known = is_made(name);
  __fermata_atomic_end();
  if (known) __fermata_unmodelled("reading a file that the program has written");
  for (const struct given_file *file = __fermata_given_files + 1; file->name; file++)
    if (strcmp(file->name, name) == 0) return file;
  if (begins_with(name, "/dev/") || begins_with(name, "/proc/") || begins_with(name, "/sys/"))
    __fermata_unmodelled("files of the system");
  __fermata_assumes(FERMATA_NO_OTHER_FILES);
  errno = ENOENT;
  return NULL;
}

static FILE *open_for_writing(void) {
  FILE *const stream = __fermata_alloc(sizeof *stream);
  stream->_fileno = FIRST_FILE;
  return stream;
}

FILE *fopen(const char *restrict name, const char *restrict mode) {
  if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') return errno = EINVAL, NULL;
  if (mode[0] == 'r') {
    const struct given_file *const file = look_for(name);
    if (file && strchr(mode, '+')) __fermata_unmodelled("writing to a file that was given");
    return file ? __fermata_open_given(file->bytes, file->size) : NULL;
  }
  if (strcmp(name, "/dev/null") != 0) make(name);
  return open_for_writing();
}
FILE *fopen64(const char *restrict name, const char *restrict mode) { return fopen(name, mode); }
FILE *tmpfile(void) { return open_for_writing(); }
FILE *fdopen(int file, const char *mode) {
  (void)mode;
  return file == STDIN_FILENO    ? stdin
         : file == STDOUT_FILENO ? stdout
         : file == STDERR_FILENO ? stderr
                                 : (__fermata_unmodelled("fdopen"), NULL);
}

int fclose(FILE *stream) {
  if (stream->_fileno >= FIRST_FILE) __fermata_free(stream);
  return 0;
}

/* Files that are open by their numbers. */
enum { MOST_OPEN = 16 };
static struct open_file {
  int is_open;
  const char *next, *begin, *end; /* NULL: it is written */
} __fermata_open_files[MOST_OPEN];

static int new_number(struct open_file file) {
  int number = 0;
  __fermata_atomic_begin();
  while (number < MOST_OPEN && __fermata_open_files[number].is_open) number++;
  if (number == MOST_OPEN) __fermata_unmodelled("more than 16 open files");
  __fermata_open_files[number] = file;
  __fermata_atomic_end();
  return FIRST_FILE + number;
}
static struct open_file *with_number(int number) {
  struct open_file *const file = &__fermata_open_files[number - FIRST_FILE];
  return number >= FIRST_FILE && number < FIRST_FILE + MOST_OPEN && file->is_open ? file : NULL;
}

int open(const char *name, int flags, ...) {
  const int writes = (flags & O_ACCMODE) != O_RDONLY;
  if (writes && (flags & O_CREAT || strcmp(name, "/dev/null") == 0)) {
    if (flags & O_EXCL) {
      __fermata_atomic_begin();
      const int known = is_made(name);
      __fermata_atomic_end();
      if (known) return errno = EEXIST, -1;
    }
    if (strcmp(name, "/dev/null") != 0) make(name);
    return new_number((struct open_file){.is_open = 1});
  }
  const struct given_file *const file = look_for(name);
  if (!file) return -1;
  if (writes) __fermata_unmodelled("writing to a file that was given");
  return new_number((struct open_file){1, file->bytes, file->bytes, file->bytes + file->size});
}
int open64(const char *name, int flags, ...) { return open(name, flags, 0); }
int creat(const char *name, mode_t mode) { return open(name, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int close(int number) {
  if (number >= 0 && number < FIRST_FILE) return 0;
  __fermata_atomic_begin();
  struct open_file *const file = with_number(number);
  if (file) *file = (struct open_file){0};
  __fermata_atomic_end();
  if (file) return 0;
  errno = EBADF;
  return -1;
}

ssize_t read(int number, void *bytes, size_t size) {
  if (number == STDIN_FILENO) return (ssize_t)fread(bytes, 1, size, stdin);
  __fermata_atomic_begin();
  struct open_file *const file = with_number(number);
  const int valid = file && file->begin;
  size_t length = 0;
  if (valid) {
    length = (size_t)(file->end - file->next) < size ? (size_t)(file->end - file->next) : size;
    memcpy(bytes, file->next, length);
    file->next += length;
  }
  __fermata_atomic_end();
  if (valid) return (ssize_t)length;
  errno = EBADF;
  return -1;
}

off_t lseek(int number, off_t offset, int from) {
  __fermata_atomic_begin();
  struct open_file *const file = with_number(number);
  long position = -1;
  if (file && !file->begin) __fermata_unmodelled("lseek in a file that is written");
  if (file) {
    position = offset + (from == SEEK_SET ? 0 : (from == SEEK_CUR ? file->next : file->end) - file->begin);
    if (position >= 0 && position <= file->end - file->begin) file->next = file->begin + position;
    else position = -1;
  }
  __fermata_atomic_end();
  if (position < 0) errno = file ? EINVAL : EBADF;
  return position;
}

/* 1: what is written to it is output. */
int __fermata_is_written(int number) {
  if (number == STDOUT_FILENO || number == STDERR_FILENO) return 1;
  __fermata_atomic_begin();
  const struct open_file *const file = with_number(number);
  const int result = file && !file->begin;
  __fermata_atomic_end();
  return result;
}

int access(const char *name, int mode) { return (void)mode, look_for(name) ? 0 : -1; }
int stat(const char *restrict name, struct stat *restrict result) {
  const struct given_file *const file = look_for(name);
  if (!file) return -1;
  *result = (struct stat){.st_mode = S_IFREG | 0644, .st_nlink = 1, .st_size = (off_t)file->size, .st_blksize = 4096};
  return 0;
}
int lstat(const char *restrict name, struct stat *restrict result) { return stat(name, result); }
int fstat(int number, struct stat *result) {
  __fermata_atomic_begin();
  const struct open_file *const file = with_number(number);
  const int reads = file && file->begin;
  const off_t size = reads ? file->end - file->begin : 0;
  __fermata_atomic_end();
  if (!reads) __fermata_unmodelled("fstat of a file that is not read");
  *result = (struct stat){.st_mode = S_IFREG | 0644, .st_nlink = 1, .st_size = size, .st_blksize = 4096};
  return 0;
}

/* A file that the program has made is gone, or has another name; what was given stays. */
static int take_off(const char *name) {
  __fermata_atomic_begin();
  struct made *found = NULL;
  for (struct made **at = &__fermata_files; *at; at = &(*at)->next)
    if (strcmp((*at)->name, name) == 0) {
      found = *at;
      *at = found->next;
      break;
    }
  __fermata_atomic_end();
  if (found) __fermata_free(found);
  return found != NULL;
}
int unlink(const char *name) {
  if (take_off(name)) return 0;
  if (look_for(name)) __fermata_unmodelled("removing a file that was given");
  return -1;
}
int remove(const char *name) { return unlink(name); }
int rename(const char *name, const char *other) {
  if (take_off(name)) return make(other), 0;
  if (look_for(name)) __fermata_unmodelled("renaming a file that was given");
  return -1;
}
