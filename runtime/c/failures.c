/* SPDX-License-Identifier: Apache-2.0
 * A program that says itself that something is wrong.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../fermata_intrinsics.h"

void abort(void) {
  if (__fermata_option(FERMATA_ABORT_ENDS)) __fermata_exit(134); /* as a shell says it of SIGABRT */
  __fermata_fail(FERMATA_ABORT, "abort was called");
}

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  (void)file, (void)line, (void)function;
  char text[200];
  snprintf(text, sizeof text, "Assertion '%s' failed", expression);
  __fermata_fail(FERMATA_ASSERTION, text);
}

void __assert(const char *expression, const char *file, int line) {
  __assert_fail(expression, file, (unsigned)line, "");
}

void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
  (void)file, (void)line, (void)function;
  char text[80];
  snprintf(text, sizeof text, "Assertion 'errno is 0' failed: it is %d", error);
  __fermata_fail(FERMATA_ASSERTION, text);
}

void __stack_chk_fail(void) { __fermata_fail(FERMATA_INVALID_ACCESS, "the stack was overwritten"); }
