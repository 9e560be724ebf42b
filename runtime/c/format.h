/* SPDX-License-Identifier: Apache-2.0
 * The formatter behind the printf family.
 */
#pragma once
#include <stdarg.h>
#include <stddef.h>

/* Where the text goes: a buffer that either is cut off at `size` or is printed whenever it is full.
 */
struct sink {
  char *buffer;
  size_t size;
  size_t used;
  size_t total; /* characters put, also those that were cut off */
  int prints;
};

void __fermata_put(struct sink *to, const char *text, size_t length);
void __fermata_format(struct sink *to, const char *format, va_list arguments);
/* Prints what is left in the buffer. */
void __fermata_flush(struct sink *to);
