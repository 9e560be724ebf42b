/* SPDX-License-Identifier: Apache-2.0
 * <err.h> and <error.h>: complaints on standard error, and the end of the process.
 */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned error_message_count;

static void complain(int with_reason, int number, const char *format, va_list arguments) {
  printf("program: ");
  if (format) vprintf(format, arguments);
  if (with_reason) printf("%s%s", format ? ": " : "", strerror(number));
  putchar('\n');
}

void vwarn(const char *format, va_list arguments) { complain(1, errno, format, arguments); }
void vwarnx(const char *format, va_list arguments) { complain(0, 0, format, arguments); }
void verr(int code, const char *format, va_list arguments) {
  vwarn(format, arguments);
  exit(code);
}
void verrx(int code, const char *format, va_list arguments) {
  vwarnx(format, arguments);
  exit(code);
}

#define FORWARD(call)          \
  va_list arguments;           \
  va_start(arguments, format); \
  call;                        \
  va_end(arguments)
void warn(const char *format, ...) { FORWARD(vwarn(format, arguments)); }
void warnx(const char *format, ...) { FORWARD(vwarnx(format, arguments)); }
void err(int code, const char *format, ...) { FORWARD(verr(code, format, arguments)); }
void errx(int code, const char *format, ...) { FORWARD(verrx(code, format, arguments)); }
void error(int code, int number, const char *format, ...) {
  FORWARD(complain(number != 0, number, format, arguments));
  if (code) exit(code);
}
