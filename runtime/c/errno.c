/* SPDX-License-Identifier: Apache-2.0
 * errno, one for each thread.
 */
static __thread int value;

int *__errno_location(void) { return &value; }
