// SPDX-License-Identifier: Apache-2.0
// When may a run be repeated for ever?
//
//   M. Atig, A. Bouajjani, M. Emmi, A. Lal, "Detecting fair non-termination in multithreaded programs", CAV 2012
//
// A thread takes part in the loop, or is frozen: it stands where it stood, and cannot move. With strong fairness it
// must not be able to move in any state of the loop, also not between two steps of one context: a lock that is let go
// and taken again at once would otherwise look held. With weak fairness one state suffices in which it cannot.
//
// Where we differ from the paper: any guard is a reason to be frozen, not only a lock; a thread takes part if it takes
// a step, and not if it could have; the state is compared whole, once, instead of valuation by valuation; and variables
// that have no meaning where their thread stands are not compared. docs/internals/bounded.md has the list, with the
// reasons.
//
// A frozen thread's guards are looked at again only when a variable in them may have changed: their number grows with
// the steps of those who use the same variables, not with the square of the threads.
#include "engine/bounded/fair_loop.h"

#include <algorithm>
#include <set>

#include "base/require.h"

namespace fermata::engine::bounded {

using model::Edge;
using model::EdgeId;
using model::LocationId;
using model::TermId;
using model::VariableId;
using smt::Literal;
using verdict::Fairness;

namespace {

LocationId location_id(std::size_t number) { return LocationId{static_cast<std::uint32_t>(number)}; }
constexpr std::uint32_t timeout = 2;  // FERMATA_TIMEOUT in runtime/fermata_intrinsics.h
VariableId variable_id(std::size_t number) { return VariableId{static_cast<std::uint32_t>(number)}; }

}  // namespace

FairLoop::FairLoop(const model::ThreadSystem& system, smt::Circuit& circuit, const Unrolling& unrolling,
                   const Fair& fair, const Prepared& prepared)
    : system_(system),
      circuit_(circuit),
      unrolling_(unrolling),
      prepared_(prepared),
      fairness_(fair.scheduler),
      rules_(fair.rules),
      active_(system.threads.size()),
      guarded_(system.variables.size()),
      times_blocked_(system.locations.size()),
      looks_(system.locations.size()),
      late_(system.locations.size()) {
  FERMATA_REQUIRE(fairness_ <= Fairness::strong, "others cannot be asked for");
  for (std::size_t l = 0; l < system.locations.size(); ++l) at_.push_back(unrolling.at(location_id(l)));
  for (std::size_t v = 0; v < system.variables.size(); ++v) values_.push_back(unrolling.values()[variable_id(v)]);
  for (std::size_t t = 0; t < system.threads.size(); ++t) moves_.push_back(circuit.fresh());
  for (std::size_t e = 0; e < system.edges.size(); ++e) {
    std::set<VariableId> variables;
    for (TermId guard : system.edges[e].guard)
      variables.insert(system.terms.variables(guard).begin(), system.terms.variables(guard).end());
    for (VariableId v : variables) guarded_[index(v)].push_back(EdgeId{static_cast<std::uint32_t>(e)});
  }
  if (!rules_.waiting_is_enough)
    for (std::size_t e = 0; e < system.edges.size(); ++e)
      missing_.push_back(!possible(EdgeId{static_cast<std::uint32_t>(e)}));
  for (std::size_t l = 0; l < at_.size(); ++l) {
    if (circuit.is(at_[l], false)) continue;
    if (fairness_ == Fairness::strong)
      for (EdgeId edge : system.locations[l].out) refuse_enabled(edge);
    if (fairness_ == Fairness::weak) times_blocked_[l].push_back(blocked(location_id(l)));
  }
  add_implied();
}

/// What follows from the rest, but not at a glance: who takes part stands where it can come back to, and who does not,
/// where one can wait. So a solver need not look into the stem to see who holds what for ever.
void FairLoop::add_implied() {
  std::vector<std::vector<Literal>> places(moves_.size());
  std::vector<bool> begins_again(moves_.size());
  for (std::size_t e = 0; e < system_.edges.size(); ++e)
    for (const auto& [thread, location] : system_.edges[e].starts)
      if (prepared_.in_loop[e]) begins_again[index(thread)] = true;
  for (std::size_t l = 0; l < at_.size(); ++l) {
    if (circuit_.is(at_[l], false)) continue;
    const std::size_t thread = index(system_.locations[l].thread);
    const model::Location& location = system_.locations[l];
    if (std::ranges::any_of(location.out, [&](EdgeId edge) { return prepared_.in_loop[index(edge)]; }) ||
        (location.kind == model::Location::Kind::ended && begins_again[thread]))
      places[thread].push_back(at_[l]);
    if (fairness_ != Fairness::none && rules_.others_cannot_move && !may_wait(location_id(l)))
      circuit_.require_any_of({moves_[thread], !at_[l]});
  }
  if (!rules_.loop_is_closed || !rules_.steps_are_needed) return;
  for (std::size_t t = 0; t < moves_.size(); ++t) {
    places[t].push_back(!moves_[t]);
    circuit_.require_any_of(places[t]);
  }
}

bool FairLoop::may_wait(LocationId location) const {
  // States that cannot be reached, which tests ask for, are not judged.
  return prepared_.may_wait[index(location)] || !rules_.initial_state || !rules_.loop_follows_stem;
}

/// Who stands before this edge, and does not move in the loop, must not be able to take it now.
void FairLoop::refuse_enabled(EdgeId id) {
  if (!rules_.others_cannot_move) return;
  const Edge& edge = system_[id];
  if (circuit_.is(at_[index(edge.from)], false) || !may_wait(edge.from)) return;
  std::vector<Literal> clause{moves_[index(edge.thread)], !at_[index(edge.from)]};
  for (TermId guard : edge.guard) clause.push_back(!unrolling_.values().holds(guard));
  circuit_.require_any_of(clause);
}

Literal FairLoop::blocked(LocationId location) const {
  std::vector<Literal> impossible;
  for (EdgeId edge : system_[location].out) impossible.push_back(!possible(edge));
  return circuit_.all_of(impossible);
}

Literal FairLoop::possible(EdgeId edge) const {
  std::vector<Literal> guards;
  for (TermId guard : system_[edge].guard) guards.push_back(unrolling_.values().holds(guard));
  return circuit_.all_of(guards);
}

void FairLoop::stepped(const Unrolling::Stepped& step) {
  active_[index(step.thread)].push_back(step.active);
  std::set<EdgeId> edges;
  for (VariableId v : step.written) edges.insert(guarded_[index(v)].begin(), guarded_[index(v)].end());
  std::set<LocationId> locations;
  for (EdgeId edge : edges) {
    // Left out: the paper's converse. What is missing at the beginning is waited for, so it has to stay away.
    if (!rules_.waiting_is_enough && system_[system_[edge].from].out.size() == 1)
      circuit_.require_any_of({!missing_[index(edge)], !possible(edge)});
    if (system_[edge].thread == step.thread) continue;
    if (fairness_ == Fairness::strong) refuse_enabled(edge);
    if (!circuit_.is(at_[index(system_[edge].from)], false)) locations.insert(system_[edge].from);
  }
  if (fairness_ == Fairness::weak)
    for (LocationId l : locations) times_blocked_[index(l)].push_back(blocked(l));
  if (!rules_.time_passes) return;
  for (const auto& [edge, taken] : step.taken)
    for (const model::Choice& choice : system_[edge].choices) {
      if (choice.why != timeout) continue;
      looks_[index(system_[edge].from)].push_back(taken);
      if (choice.taken != 0) late_[index(system_[edge].from)].push_back(taken);
    }
}

void FairLoop::close() {
  if (rules_.steps_are_needed)
    for (std::size_t t = 0; t < moves_.size(); ++t) circuit_.require_same(moves_[t], circuit_.any_of(active_[t]));
  if (rules_.somebody_moves) circuit_.require_any_of(moves_);
  if (rules_.loop_is_closed) require_closed();
  if (rules_.time_passes) require_time_passes();
  if (fairness_ != Fairness::weak || !rules_.others_cannot_move) return;
  for (std::size_t l = 0; l < at_.size(); ++l) {
    if (circuit_.is(at_[l], false)) continue;
    std::vector<Literal> clause{moves_[index(system_.locations[l].thread)], !at_[l]};
    clause.insert(clause.end(), times_blocked_[l].begin(), times_blocked_[l].end());
    circuit_.require_any_of(clause);
  }
}

void FairLoop::require_closed() {
  for (std::size_t l = 0; l < at_.size(); ++l) circuit_.require_same(at_[l], unrolling_.at(location_id(l)));
  require_same_values();
}

/// The edge by which a look finds that much time has passed is a fair one: from a place where a thread looks in the
/// loop, some look in the loop takes it.
void FairLoop::require_time_passes() {
  for (std::size_t l = 0; l < looks_.size(); ++l) {
    if (looks_[l].empty()) continue;
    std::vector<Literal> clause = late_[l];
    clause.push_back(!circuit_.any_of(looks_[l]));
    circuit_.require_any_of(clause);
  }
}

void FairLoop::require_same_values() {
  // Of a thread's own variable: where does it have a meaning?
  std::vector<std::vector<Literal>> live(system_.variables.size());
  for (std::size_t l = 0; l < at_.size(); ++l)
    for (VariableId v : system_.locations[l].live) live[index(v)].push_back(at_[l]);
  for (std::size_t v = 0; v < values_.size(); ++v) {
    const smt::Bits& now = unrolling_.values()[variable_id(v)];
    if (now == values_[v]) continue;
    const Literal matters = system_.variables[v].owner ? circuit_.any_of(live[v]) : circuit_.yes();
    for (std::size_t k = 0; k < now.size(); ++k)
      circuit_.require_any_of({!matters, circuit_.same(now[k], values_[v][k])});
  }
}

}  // namespace fermata::engine::bounded
