/* SPDX-License-Identifier: Apache-2.0
 * What the language gives no meaning to, if the program does it all the same.
 */
#include <stdbool.h>

#include "../fermata_intrinsics.h"

/* Stands for __builtin_assume, which LLVM would believe (frontend/llvm/link.cpp). */
void __fermata_assumed(bool condition) {
  if (!condition) __fermata_fail(FERMATA_UNDEFINED, "what the compiler was told to assume is not true");
}
