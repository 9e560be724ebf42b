// SPDX-License-Identifier: Apache-2.0
// What the user gives the program besides its files: arguments, environment, standard input, files to read.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Module;
}

namespace fermata::frontend::llvm {

class Key;

struct Given {
  std::vector<std::string> arguments;                      ///< argv[1] and so on
  std::vector<std::string> environment;                    ///< "NAME=VALUE"
  std::optional<std::string> standard_input;               ///< its bytes; nothing: it is empty, and the answer says so
  std::vector<std::pair<std::string, std::string>> files;  ///< names and bytes

  bool operator==(const Given&) const = default;
};

/// Writes environment, standard input and files into the variables of the runtime that hold them (runtime/c/given.h),
/// as far as the program has these: to be called after linking. Arguments are for the entry (lower.h).
void give(::llvm::Module& program, const Given& given);

/// What the program relies on because nothing else was given: one sentence for each kind of `__fermata_assumes` that is
/// left in it, on a line of its own. These calls are taken out: to be called after all passes.
std::string take_assumptions(::llvm::Module& program);

void add(Key& key, const Given& given);

}  // namespace fermata::frontend::llvm
