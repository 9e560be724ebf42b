// SPDX-License-Identifier: Apache-2.0
// Values on which nothing depends: `++beats`, `spins++`, statistics that are only printed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program.h"

namespace fermata::ir {

/// A global variable, or a local one: what one alloca makes, each time it is executed.
struct Variable {
  bool global = true;
  std::uint32_t function = 0;  ///< of a local one
  std::uint32_t index = 0;     ///< of the global; or the register that has the address of the local one
  std::uint64_t size = 0;
  std::vector<bool> irrelevant;  ///< by byte
};

struct IrrelevantValues {
  std::vector<std::vector<bool>> registers;  ///< by function and register
  std::vector<Variable> variables;           ///< those with an irrelevant byte
};

struct IrrelevanceRules {
  /// Others are served by whoever changes a shared variable, whatever its value (a daemon;
  /// docs/internals/reduction.md). Then of these only counters are irrelevant: variables that constants are added to,
  /// and written to.
  bool changes_matter = false;
  // Changed only by tests: each is needed.
  bool divisors = true;           ///< what is divided by matters
  bool calls = true;              ///< what a callee uses matters to its caller
  bool returns = true;            ///< what a caller uses matters to its callee
  bool escapes = true;            ///< a variable whose address is more than an address to read and write at is relevant
  bool pointers = true;           ///< a pointer that is stored in a global variable shares what it points to
  bool read_modify_write = true;  ///< what is read by the way matters like what is loaded
};

/// The values of a valid program that reach no branch, address, size, divisor, intrinsic or unknown callee, and nothing
/// that does. Values of variables are among them only where the variable's address is used for nothing but accesses.
IrrelevantValues irrelevant_values(const Program& program, const IrrelevanceRules& rules = {});

/// The same program, in which they are all zero; with `changes_matter`, counters of shared variables alternate between
/// two values. Each access is still there, each instruction where it was.
Program without(const Program& program, const IrrelevantValues& values, const IrrelevanceRules& rules = {});

/// The variables that differ between the two programs, as the user calls them: "beats", "stats.hits".
std::vector<std::string> names(const Program& program, const IrrelevantValues& values,
                               const IrrelevanceRules& rules = {});

}  // namespace fermata::ir
