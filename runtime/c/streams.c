/* SPDX-License-Identifier: Apache-2.0
 * The standard streams exist to be told apart; that standard input is at its end is written down there (input.c).
 * <stdio.h> is not included, since it would not let them be constants; and reading a constant is no step of a thread.
 */
#include <stddef.h>

#include <bits/types/struct_FILE.h>

static struct _IO_FILE in = {._fileno = 0};
static const struct _IO_FILE out = {._fileno = 1}, err = {._fileno = 2};

const void *const stdin = &in;
const void *const stdout = &out;
const void *const stderr = &err;
