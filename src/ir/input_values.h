// SPDX-License-Identifier: Apache-2.0
// Which values has an input (Intrinsic::input), by what is assumed about it right after it?
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/semantics.h"
#include "ir/program.h"

namespace fermata::ir {

/// From `first` to `last`, in the order of the type, both extended to 64 bits.
struct InputValues {
  /// So many are tried; or so many, if nothing is said about them.
  static constexpr std::uint64_t most = 65'536, most_of_type = 256;

  std::uint16_t bits = 0;
  bool is_signed = false;
  bool narrowed = false;  ///< something is said about them
  bool none = false;      ///< there is no value
  std::uint64_t first = 0, last = 0;

  bool few() const { return none || last - first < (narrowed ? most : most_of_type); }
  /// Is it a value of the type?
  bool has(std::uint64_t value) const;
  /// Those of more than 8 bits: only what is in this range.
  InputValues within(const std::optional<InputRange>& range) const;
  std::string shown(std::uint64_t value) const;
  bool operator==(const InputValues&) const = default;
};

/// All that the input, an instruction of this function, can be without breaking what is assumed about it before
/// anything else happens; perhaps more. Other inputs and assumptions may come between.
InputValues input_values(const Function& function, const Instruction& input);

/// Does the program have an input that has other values, too?
bool cuts_inputs(const Program& program, const InputRange& range);

}  // namespace fermata::ir
