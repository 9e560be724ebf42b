// SPDX-License-Identifier: Apache-2.0
// Can it still end, after all that?
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/stop.h"
#include "engine/explore/explore.h"
#include "ir/program.h"
#include "reduce/rules.h"
#include "search/lookahead.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

struct Afterwards {
  enum class Answer : std::uint8_t { can_end, cannot_end, unknown };
  Answer answer = Answer::unknown;
  std::string why;           ///< unknown: the limit, or what stands in the way
  std::uint64_t states = 0;  ///< that were seen
};

struct Following {
  std::uint32_t most_states = 0xffff'ffff;
  search::Lookahead::Options ahead = {};
  reduce::Rules rules = {};
};

/// Explores everything that can follow `state`, in transactions, believing nothing that was found out before. Without
/// sections: can the process end, or fail? Otherwise: can one of these sections end, or the process? Not known if there
/// are inputs: then to be able to end is not enough.
Afterwards look_afterwards(vm::Machine& machine, const std::vector<search::Word>& state,
                           std::span<const verdict::Unending> sections, const Following& following, const Stop& stop);

/// The same, on a machine of its own, for the state that the stem of `run` leads to.
Afterwards look_afterwards(const ir::Program& program, const Options& options, const verdict::Run& run,
                           std::span<const verdict::Unending> sections, const Stop& stop);

}  // namespace fermata::engine::explore
