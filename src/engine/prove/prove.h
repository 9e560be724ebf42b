// SPDX-License-Identifier: Apache-2.0
// Proves that every fair run of a program ends, also if its numbers are not bounded.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/stop.h"
#include "ir/program.h"
#include "model/thread_system.h"
#include "verdict/certificate.h"
#include "verdict/run.h"

namespace fermata::engine::prove {

struct Options {
  /// Give up if threads together have more places than this.
  std::size_t most_nodes = 30'000;
  /// A variable with at most so many values is followed; if that makes too many places, one with fewer.
  std::size_t few_values = 16;
};

struct Proof {
  verdict::Certificate certificate;
  std::vector<std::string> because;  ///< for people: what falls in which loop
};
struct NotProved {
  std::string reason;  ///< what resisted, and where
};

/// Looks for a certificate that every run ends which is as fair as this, and that none comes to rest before.
/// The automata are lifted with model::Options::open_inputs.
/// Says Proof      only with a certificate for confirm/ to check; whether it is true is not for this room to say.
/// Says NotProved  otherwise, and why. A limit is NotProved, too.
std::variant<Proof, NotProved> prove(const ir::Program& program, const model::ThreadSystem& system,
                                     verdict::Fairness fairness, const Options& options, const Stop& stop);

}  // namespace fermata::engine::prove
