// SPDX-License-Identifier: Apache-2.0
// The answer for a person: where it hangs, what each thread waits for, how it gets there.
#pragma once

#include <string>
#include <vector>

#include "report/trace.h"
#include "verdict/verdict.h"

namespace fermata::report {

struct TextOptions {
  bool color = false;
  int width = 100;                      ///< columns of the terminal
  std::vector<std::string> files = {};  ///< as the user typed them
  std::string replay_command = {};      ///< empty: there is no run file
  bool full = false;                    ///< every step of a long run
  /// Shown below the headline, and for steps that are folded. Empty: none is shown.
  Source source = {};
};

/// The whole report, lines ended by '\n'. Violations come first, then what holds or is not known, then the assumptions.
std::string to_text(const verdict::Verdict&, const TextOptions&);

}  // namespace fermata::report
