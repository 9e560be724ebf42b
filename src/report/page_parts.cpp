// SPDX-License-Identifier: Apache-2.0
// FERMATA_PAGE_STYLE and FERMATA_PAGE_SCRIPT are the paths of page.css and page.js.
#include "report/page_parts.h"

#define EMBED(name, path)         \
  asm(".pushsection .rodata\n"    \
      ".globl fermata_page_" name \
      "_begin\n"                  \
      "fermata_page_" name        \
      "_begin:\n"                 \
      ".incbin \"" path           \
      "\"\n"                      \
      ".globl fermata_page_" name \
      "_end\n"                    \
      "fermata_page_" name        \
      "_end:\n"                   \
      ".byte 0\n"                 \
      ".popsection\n")

EMBED("style", FERMATA_PAGE_STYLE);
EMBED("script", FERMATA_PAGE_SCRIPT);

extern "C" const char fermata_page_style_begin[], fermata_page_style_end[];
extern "C" const char fermata_page_script_begin[], fermata_page_script_end[];

namespace fermata::report {

std::string_view page_style() { return {fermata_page_style_begin, fermata_page_style_end}; }
std::string_view page_script() { return {fermata_page_script_begin, fermata_page_script_end}; }

}  // namespace fermata::report
