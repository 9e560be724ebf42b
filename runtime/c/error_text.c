/* SPDX-License-Identifier: Apache-2.0
 * The text of error numbers, as in glibc: of those that functions here return or that programs choose for themselves.
 */
#include <errno.h>
#include <string.h>

char *strerror(int error) {
  switch (error) {
    case 0: return "Success";
    case EPERM: return "Operation not permitted";
    case ENOENT: return "No such file or directory";
    case EINTR: return "Interrupted system call";
    case EIO: return "Input/output error";
    case EBADF: return "Bad file descriptor";
    case EAGAIN: return "Resource temporarily unavailable";
    case ENOMEM: return "Cannot allocate memory";
    case EACCES: return "Permission denied";
    case EBUSY: return "Device or resource busy";
    case EEXIST: return "File exists";
    case EINVAL: return "Invalid argument";
    case EPIPE: return "Broken pipe";
    case EDOM: return "Numerical argument out of domain";
    case ERANGE: return "Numerical result out of range";
    case EDEADLK: return "Resource deadlock avoided";
    case ENAMETOOLONG: return "File name too long";
    case ENOSYS: return "Function not implemented";
    case EOVERFLOW: return "Value too large for defined data type";
    case EILSEQ: return "Invalid or incomplete multibyte or wide character";
    case EOPNOTSUPP: return "Operation not supported";
    case ETIMEDOUT: return "Connection timed out";
    case ECANCELED: return "Operation canceled";
    default: return "Unknown error";
  }
}

/* GNU's and POSIX's; <string.h> chooses. */
char *(strerror_r)(int error, char *text, size_t size) { return (void)text, (void)size, strerror(error); }
int __xpg_strerror_r(int error, char *text, size_t size) {
  const char *const found = strerror(error);
  if (strlen(found) >= size) return ERANGE;
  strcpy(text, found);
  return 0;
}
