// SPDX-License-Identifier: Apache-2.0
// The kinds of violations.
#pragma once

#include <span>
#include <string_view>

#include "verdict/run.h"

namespace fermata::verdict {

struct Kind {
  std::string_view id;     ///< in reports, run files and expectations of tests: "lost-wakeup"
  std::string_view title;  ///< a few words
  Property property;       ///< hang: also of `termination`, if the process cannot end any more
  std::string_view help;   ///< what it means, and what to look at first; docs/kinds.md prints it
  unsigned cwe = 0;        ///< its number in the Common Weakness Enumeration; 0: none fits
};

/// All there are, by property.
std::span<const Kind> kinds();
/// Null, if there is none.
const Kind* kind_named(std::string_view id);

}  // namespace fermata::verdict
