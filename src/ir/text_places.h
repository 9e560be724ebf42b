// SPDX-License-Identifier: Apache-2.0
// Where the instructions of a program stand in the text that it was read from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fermata::ir {

struct TextPlaces {
  struct Entry {
    std::uint32_t function = 0, block = 0, instruction = 0;  ///< indices in the program
    std::uint32_t line = 0, column = 0;
  };
  std::string file;
  std::vector<Entry> entries;  ///< in the order of the program; none for an instruction that the parser has added
};

}  // namespace fermata::ir
