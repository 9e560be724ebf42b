// SPDX-License-Identifier: Apache-2.0
// FERMATA_MODELLED is the path of docs/modelled.md.
#include "cli/modelled.h"

asm(".pushsection .rodata\n"
    ".globl fermata_modelled_begin\n"
    "fermata_modelled_begin:\n"
    ".incbin \"" FERMATA_MODELLED
    "\"\n"
    ".globl fermata_modelled_end\n"
    "fermata_modelled_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" const char fermata_modelled_begin[], fermata_modelled_end[];

namespace fermata::cli {

std::string_view modelled() { return {fermata_modelled_begin, fermata_modelled_end}; }

}  // namespace fermata::cli
