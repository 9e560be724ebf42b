// SPDX-License-Identifier: Apache-2.0
// Carries the bitcode files and the header into our binary. FERMATA_RUNTIME_C, FERMATA_RUNTIME_C_AND_CXX and
// FERMATA_HEADER are their paths.
#include "runtime/embedded.h"

#define EMBED(name, path)            \
  asm(".pushsection .rodata\n"       \
      ".balign 16\n"                 \
      ".globl fermata_runtime_" name \
      "_begin\n"                     \
      "fermata_runtime_" name        \
      "_begin:\n"                    \
      ".incbin \"" path              \
      "\"\n"                         \
      ".globl fermata_runtime_" name \
      "_end\n"                       \
      "fermata_runtime_" name        \
      "_end:\n"                      \
      ".byte 0\n"                    \
      ".popsection\n")

EMBED("c", FERMATA_RUNTIME_C);
EMBED("c_and_cxx", FERMATA_RUNTIME_C_AND_CXX);
EMBED("header", FERMATA_HEADER);

extern "C" const std::byte fermata_runtime_c_begin[], fermata_runtime_c_end[];
extern "C" const std::byte fermata_runtime_c_and_cxx_begin[], fermata_runtime_c_and_cxx_end[];
extern "C" const char fermata_runtime_header_begin[], fermata_runtime_header_end[];

namespace fermata {

std::span<const std::byte> runtime_c() { return {fermata_runtime_c_begin, fermata_runtime_c_end}; }
std::span<const std::byte> runtime_c_and_cxx() {
  return {fermata_runtime_c_and_cxx_begin, fermata_runtime_c_and_cxx_end};
}
std::string_view runtime_header() { return {fermata_runtime_header_begin, fermata_runtime_header_end}; }

}  // namespace fermata
