/* SPDX-License-Identifier: Apache-2.0
 * The one variable behind sleepers.h: bytes, not bits, so that threads which sleep on different
 * objects have nothing in common.
 */
#include "sleepers.h"

char __fermata_asleep[256];
