// SPDX-License-Identifier: Apache-2.0
// A violation on disk: the input and the moves, all that `fermata replay` needs to see it again.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "verdict/verdict.h"

namespace fermata::report {

struct RunFile {
  /// One violated property and the run that shows it.
  struct Violation {
    verdict::Property property = verdict::Property::hang;
    std::string kind;
    verdict::Run run;
  };

  std::string tool_version;
  std::vector<std::string> files;  ///< inputs as the user typed them
  std::vector<std::string> clang_flags;
  std::map<std::string, std::string>
      options;                        ///< of the machine, by flag: {"timeouts", "may"}; cli knows what they mean
  std::vector<Violation> violations;  ///< never empty
};

/// JSON of schema "fermata-run/1", ended by '\n'.
std::string write_run(const RunFile&);
/// Fails on anything that write_run has not written, with what is wrong and where. `name` is the file's, for that
/// message.
Result<RunFile> read_run(std::string_view text, const std::string& name);

}  // namespace fermata::report
