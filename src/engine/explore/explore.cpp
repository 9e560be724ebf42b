// SPDX-License-Identifier: Apache-2.0
// Explores until an attempt has not turned out to be wrong: about locks, about who can see an object, about spins,
// about states that are none, about places in the heap.
#include "engine/explore/explore.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "engine/explore/attempt.h"

namespace fermata::engine::explore {

namespace {

using verdict::Claim;
using verdict::Claims;
using verdict::Property;
using verdict::Violation;

/// Is something claimed to hold?
bool holds(const Claims& claims) {
  return std::ranges::any_of(claims.claims,
                             [](const Claim& c) { return std::holds_alternative<verdict::Holds>(c.what); });
}

/// Violations of either; the rest as the second says, which was explored because the first was not enough.
Claims both(Claims first, Claims second) {
  for (Claim& claim : second.claims) {
    const auto other = std::ranges::find(first.claims, claim.property, &Claim::property);
    if (other != first.claims.end() && std::holds_alternative<Violation>(other->what)) claim = std::move(*other);
  }
  if (!second.failing) second.failing = std::move(first.failing);
  return second;
}

}  // namespace

Claims explore(const vm::Machine& machine, const verdict::Question& question, const Options& options,
               const Accept& accept, const Stop& stop, const std::function<void(const Progress&)>& progress) {
  const auto start = std::chrono::steady_clock::now();
  Options how = options;
  const bool termination = question.asks(Property::termination);
  how.rules.acquires_begin |= termination && question.fairness == verdict::Fairness::weak;
  how.rules.shares_overlap |= termination;
  reduce::Movers movers(how.rules);
  WalkFindings walks;
  vm::Options machine_options = machine.options();
  if (how.transactions) machine_options.spins = vm::Options::Spins::once;
  auto current = std::make_unique<vm::Machine>(machine, machine_options, stop);
  auto left_out = std::make_shared<search::LeftOut>();
  std::optional<Claims> before;  // with other rules for the heap
  // With another machine, of which nothing that was seen is true.
  const auto start_again = [&] {
    current = std::make_unique<vm::Machine>(machine, machine_options, stop);
    movers = reduce::Movers(how.rules);
    walks = {};
    left_out = std::make_shared<search::LeftOut>();
  };
  for (;;) {
    // A thread whose next steps all lead to states that are none counts as disabled, which fairness depends on.
    const bool steps = !how.transactions || (!left_out->empty() && termination);
    how.rules.first_step_commits = !left_out->empty();
    Outcome outcome =
        attempt(*current, question, how, steps ? nullptr : &movers, walks, accept, stop, progress, left_out);
    Claims& claims = outcome.claims;
    const bool disowned = outcome.disowned && current->options().heap.hand_over;
    if (disowned || outcome.spins_matter) {
      // An object that was handed to a new thread is still used by the old one: share it instead. Or a spin is more
      // than one.
      if (disowned)
        machine_options.heap.hand_over = false;
      else
        machine_options.spins = vm::Options::Spins::all;
      start_again();
    } else if (outcome.left_out) {
      // Once more, without it.
    } else if (outcome.in_vain || (outcome.disowned && movers.refuted() && !outcome.violated)) {
      movers.revise();
    } else if (!machine_options.heap.freers_reuse && current->reuse_matters() && holds(claims)) {
      // What holds has to do so as well if a place belongs to who has freed it.
      before = std::move(claims);
      machine_options.heap.freers_reuse = true;
      start_again();
    } else {
      if (before) claims = both(std::move(*before), std::move(claims));
      claims.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      return std::move(claims);
    }
  }
}

}  // namespace fermata::engine::explore
