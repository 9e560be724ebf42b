// SPDX-License-Identifier: Apache-2.0
// Automata as text, for people and for Graphviz.
#pragma once

#include <string>

#include "ir/program.h"
#include "model/thread_system.h"

namespace fermata::model {

/// Sizes, variables, then each thread with its locations and edges. The program it was lifted from gives the lines.
std::string to_text(const ThreadSystem& system, const ir::Program& program);
/// A graph for `dot`: one cluster for each thread, one for all threads that are alike.
std::string to_dot(const ThreadSystem& system, const ir::Program& program);
/// "x == 0", "x + 1": a term as one would write it in C.
std::string to_text(const ThreadSystem& system, TermId term);

}  // namespace fermata::model
