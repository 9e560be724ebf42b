// SPDX-License-Identifier: Apache-2.0
// The answers that exploring the automata of a program gives, one state at a time.
#pragma once

#include <string>

#include "base/semantics.h"
#include "base/stop.h"
#include "ir/program.h"

namespace fermata::model {

/// One line: the size of the automata, then hang, and termination with strong and with weak fairness, each as holds, violated or unknown;
/// at the end what was refused first. The algorithms on graphs are those of search; what is compared is the graph.
std::string verdicts(const ir::Program& program, const Semantics& semantics, const Stop& stop);

}  // namespace fermata::model
