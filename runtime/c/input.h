/* SPDX-License-Identifier: Apache-2.0
 * Reading from streams.
 */
#pragma once
#include <bits/types/FILE.h>

/* Whoever reads finds nothing, and from now on the stream says so. */
void __fermata_read_to_the_end(FILE *stream);
