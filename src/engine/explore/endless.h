// SPDX-License-Identifier: Apache-2.0
// Property `termination`: a run that goes on for ever, and what it looks like.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "base/stop.h"
#include "engine/explore/narrate.h"
#include "search/exploration.h"
#include "search/fair_cycle.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

struct Endless {
  search::FairCycle cycle;
  verdict::Fairness fairness = verdict::Fairness::none;  ///< up to `await`
};
using EndlessAnswer = std::variant<search::NoFairCycle, Endless, search::Stopped>;

/// A run that never ends and is as fair as `asked`. If there are some that are fairer still, one of those: a run that
/// needs an unkind scheduler convinces nobody who has a kind one.
EndlessAnswer find_endless(search::Exploration& exploration, verdict::Fairness asked, const Stop& stop);
/// The same among states that cannot be left. There is none only if told to stop.
EndlessAnswer find_endless_among(search::Exploration& exploration, std::span<const search::State> states,
                                 verdict::Fairness asked, const Stop& stop);

/// Who is who in a loop.
struct Roles {
  std::vector<std::uint32_t> movers;                     ///< in the order of their first steps
  std::set<std::uint32_t> enabled;                       ///< somewhere in it
  verdict::Fairness fairness = verdict::Fairness::none;  ///< of going round for ever, up to `await`
};
/// Of a loop that the machine follows from `state`.
Roles roles_in(vm::Machine& machine, std::vector<vm::Word> state, std::span<const verdict::Move> loop);

/// Is a violation of this kind told by its loop (and not as a hang, by who waits for whom)?
bool told_by_loop(std::string_view kind);

/// Fills kind, fairness, message, at, notes and threads of `finding`, whose run has a loop.
void diagnose_endless(vm::Machine& machine, const Story& story, verdict::Finding& finding);

}  // namespace fermata::engine::explore
