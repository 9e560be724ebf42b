// SPDX-License-Identifier: Apache-2.0
// Can it still end, after all that?
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/section.h"
#include "base/stop.h"
#include "reduce/rules.h"
#include "search/lookahead.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

struct CanTerminate {
  enum class Answer : std::uint8_t { yes, no, unknown };
  Answer answer = Answer::unknown;
  std::string why = {};      ///< unknown: the limit, or what stands in the way
  std::uint64_t states = 0;  ///< that were seen
};

struct TerminateOptions {
  std::uint32_t most_states = 0xffff'ffff;
  search::Lookahead::Options ahead = {};
  reduce::Rules rules = {};
};

/// Explores everything that can follow `state`, in transactions, believing nothing that was found out before. Without
/// sections: can the process end, or fail? Otherwise: can one of these sections end, or the process? Unknown if there
/// are inputs: then to be able to end is not enough.
CanTerminate can_terminate_from(vm::Machine& machine, const std::vector<vm::Word>& state,
                                std::span<const SectionInstance> sections, const TerminateOptions& options,
                                const Stop& stop);

}  // namespace fermata::engine::explore
