/* SPDX-License-Identifier: Apache-2.0
 * The standard streams exist only to be told apart. <stdio.h> is not included, since it would not
 * let them be constants; and reading a constant is no step of a thread.
 */
static const char in, out, err;

const void *const stdin = &in;
const void *const stdout = &out;
const void *const stderr = &err;
