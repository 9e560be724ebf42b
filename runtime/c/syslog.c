/* SPDX-License-Identifier: Apache-2.0
 * The system's log: output like any other. Its name, its mask and its options change nothing.
 */
#include <stdarg.h>
#include <stdio.h>
#include <syslog.h>

void openlog(const char *name, int options, int facility) { (void)name, (void)options, (void)facility; }
void closelog(void) {}
int setlogmask(int mask) { return (void)mask, 0xff; }

void vsyslog(int priority, const char *format, va_list arguments) {
  (void)priority;
  vprintf(format, arguments);
  putchar('\n');
}
void syslog(int priority, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsyslog(priority, format, arguments);
  va_end(arguments);
}
