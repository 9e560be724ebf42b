/* SPDX-License-Identifier: Apache-2.0
 * Streams that are read. A stream is glibc's own structure, as macros of <stdio.h> look into it: what is left to read
 * lies between _IO_read_ptr and _IO_read_end, and is followed by a zero.
 */
#pragma once
#include <bits/types/FILE.h>

/* To be called in an atomic block before reading: the stream knows what is left. */
void __fermata_begin_reading(FILE *stream);
/* To be called in the same block where nothing was left: from now on the stream says so. */
void __fermata_at_end(FILE *stream);
/* Frees what is known of a stream that is closed; opens one whose whole content is this. */
FILE *__fermata_open_given(const char *bytes, unsigned long size);
