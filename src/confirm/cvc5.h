// SPDX-License-Identifier: Apache-2.0
// Another solver, as a process of its own.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "base/stop.h"

namespace fermata::confirm {

/// Formulas of linear integer arithmetic in SMT-LIB.
struct Questions {
  std::string declarations;             ///< that all of them share
  std::vector<std::string> assertions;  ///< one formula each
};

/// Of each whether it is unsatisfiable for certain. Stopped: the solver is not there, has complained, or a limit came.
std::expected<std::vector<bool>, Stopped> unsatisfiable(const Questions& questions, const Stop& stop);

}  // namespace fermata::confirm
