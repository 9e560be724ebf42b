// SPDX-License-Identifier: Apache-2.0
// Thread-modular value analysis: who is past a lock and before its unlock finds its own number in it.
//
//   C. Jones, "Tentative steps toward a development method for interfering programs", TOPLAS 1983 (rely and guarantee)
//   A. Miné, "Static analysis of run-time errors in embedded critical parallel C programs", ESOP 2011
//
// For each location, and each variable that its thread uses, a set of values: I(l, v). It is the least solution of
//
//   start         the initial values are in I(l, v) where main begins, and where others have not begun
//   own steps     what an edge makes of values in I(from, .) that its guard admits is in I(to, .)
//   interference  if x is in I(l, v), and another thread has an edge whose guard admits v = x for values in I(from, .)
//                 of its own, what it makes of x is in I(l, v)
//
// By induction over a run: when a thread is at l, the value of v is in I(l, v). In the third case both threads see the
// same x, each where it stands; that is what keeps a lock's owner known, since others take it only while it is free,
// and let it go only while it is theirs.
//
// Where we differ from the second paper: interference is a relation on values and not a set of values written, without
// which owners would be lost at once; values are told apart one by one, not by intervals, since the lift knows them; no
// locks are known, and no schedule.
//
// Not here: relations between variables; variables with more than 64 values, of which nothing is known.
// Guards stay as they are, also where they are always true: they are what makes this invariant an inductive one for
// whoever looks at one thread at a time.
//
// Keeps: all runs. Loses: edges that no run takes.
#include "model/thread_modular.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace fermata::model {

namespace {

using Mask = std::uint64_t;  // of a variable's values, by their numbers
constexpr std::size_t most_values = 64, most_cases = 1024;

}  // namespace

class ThreadModular {
 public:
  ThreadModular(const ThreadSystem& system, const Stop& stop)
      : system_(system),
        stop_(stop),
        values_(system.variables.size()),
        all_(system.variables.size()),
        anywhere_(system.variables.size()),
        slots_(system.threads.size(), std::vector<std::uint32_t>(system.variables.size(), none)),
        used_(system.threads.size()),
        users_(system.variables.size()),
        rely_(system.threads.size()),
        places_(system.threads.size()),
        masks_(system.locations.size() + system.threads.size()),
        reached_(masks_.size()),
        queued_(masks_.size()) {
    for (std::size_t v = 0; v < system.variables.size(); ++v) {
      const Variable& variable = system.variables[v];
      if (!variable.values) continue;
      std::vector<std::uint64_t> all = *variable.values;
      all.push_back(variable.initial);
      std::ranges::sort(all);
      all.erase(std::unique(all.begin(), all.end()), all.end());
      if (all.size() > most_values) continue;
      all_[v] = all.size() == most_values ? ~Mask{0} : (Mask{1} << all.size()) - 1;
      values_[v] = std::move(all);
      anywhere_[v] = bit(variable_id(v), variable.initial);
    }
    for (std::size_t e = 0; e < system.edges.size(); ++e) {
      const Edge& edge = system.edges[e];
      for (TermId guard : edge.guard) uses(edge.thread, guard);
      for (const auto& [variable, value] : edge.update) uses(edge.thread, variable), uses(edge.thread, value);
      if (!edge.starts.empty()) starters_.push_back(edge.from);
    }
  }

  void solve() {
    std::vector<Mask> first;
    for (VariableId v : used_[index(main_thread)]) first.push_back(bit(v, system_[v].initial));
    join(system_.start, std::move(first));
    for (ThreadId t : thread_ids(system_.threads.size())) wait_to_begin(t);
    while (!queue_.empty()) {
      stop_.enforce();
      const LocationId here = queue_.front();
      queue_.pop_front();
      queued_[index(here)] = false;
      if (index(here) < system_.locations.size())
        for (EdgeId e : system_[here].out) take(system_[e]);
    }
  }

  bool possible(const Edge& edge) const {
    if (!reached(edge.from)) return false;
    std::vector<Mask> masks = masks_[index(edge.from)];
    return admit(edge, masks);
  }

  std::optional<std::vector<std::uint64_t>> values(ThreadId thread, LocationId location, VariableId v) const {
    const std::uint32_t slot = slots_[index(thread)][index(v)];
    if (slot == none || !reached(location)) return std::nullopt;
    return listed(v, masks_[index(location)][slot]);
  }
  std::optional<std::vector<std::uint64_t>> values_anywhere(VariableId v) const {
    if (!known(v) || system_[v].owner) return std::nullopt;
    return listed(v, anywhere_[index(v)]);
  }

  ThreadId thread_at(LocationId location) const { return system_[location].thread; }
  /// Where a thread is that has not begun.
  LocationId before(ThreadId thread) const {
    return LocationId{static_cast<std::uint32_t>(system_.locations.size() + index(thread))};
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  using Relation = std::vector<Mask>;  // by the number of the value before

  static VariableId variable_id(std::size_t number) { return VariableId{static_cast<std::uint32_t>(number)}; }
  bool known(VariableId v) const { return !values_[index(v)].empty(); }
  bool reached(LocationId l) const { return reached_[index(l)]; }
  /// No bit: the sets of the lift say that it cannot be.
  Mask bit(VariableId v, std::uint64_t value) const {
    const auto& all = values_[index(v)];
    const auto found = std::ranges::lower_bound(all, value);
    return found == all.end() || *found != value ? 0 : Mask{1} << (found - all.begin());
  }

  std::vector<std::uint64_t> listed(VariableId v, Mask mask) const {
    std::vector<std::uint64_t> all;
    for (; mask != 0; mask &= mask - 1)
      all.push_back(values_[index(v)][static_cast<std::size_t>(std::countr_zero(mask))]);
    return all;
  }

  void uses(ThreadId thread, TermId term) {
    for (VariableId v : system_.terms.variables(term)) uses(thread, v);
  }
  void uses(ThreadId thread, VariableId v) {
    std::uint32_t& slot = slots_[index(thread)][index(v)];
    if (slot != none || !known(v)) return;
    slot = static_cast<std::uint32_t>(used_[index(thread)].size());
    used_[index(thread)].push_back(v);
    users_[index(v)].push_back(thread);
    rely_[index(thread)].emplace_back(values_[index(v)].size());
  }

  /// Calls see(value of the term, value of each of its variables) for all values in the masks. False: there are too
  /// many, or one of the variables can hold anything.
  template <class See>
  bool each_case(ThreadId thread, TermId term, std::span<const Mask> masks, const See& see) const {
    const auto& variables = system_.terms.variables(term);
    std::size_t cases = 1;
    for (VariableId v : variables) {
      const std::uint32_t slot = slots_[index(thread)][index(v)];
      if (slot == none) return false;
      cases *= static_cast<std::size_t>(std::popcount(masks[slot]));
      if (cases > most_cases) return false;
    }
    std::vector<unsigned> chosen(variables.size());  // numbers of values
    const auto value_of = [&](VariableId v) {
      const auto k = std::ranges::lower_bound(variables, v) - variables.begin();
      return values_[index(v)][chosen[static_cast<std::size_t>(k)]];
    };
    const auto choose = [&](const auto& self, std::size_t k) -> void {
      if (k == variables.size()) {
        see(system_.terms.evaluate(term, value_of), std::as_const(chosen));
        return;
      }
      for (Mask left = masks[slots_[index(thread)][index(variables[k])]]; left != 0; left &= left - 1) {
        chosen[k] = static_cast<unsigned>(std::countr_zero(left));
        self(self, k + 1);
      }
    };
    choose(choose, 0);
    return true;
  }

  /// Leaves in the masks what the guard admits. False: it admits nothing.
  bool admit(const Edge& edge, std::vector<Mask>& masks) const {
    for (TermId guard : edge.guard) {
      const auto& variables = system_.terms.variables(guard);
      std::vector<Mask> left(variables.size());
      bool can = false;
      const bool tried = each_case(edge.thread, guard, masks, [&](std::uint64_t holds, const auto& chosen) {
        if (holds == 0) return;
        can = true;
        for (std::size_t k = 0; k < chosen.size(); ++k) left[k] |= Mask{1} << chosen[k];
      });
      if (!tried) continue;
      if (!can) return false;
      for (std::size_t k = 0; k < variables.size(); ++k)
        masks[slots_[index(edge.thread)][index(variables[k])]] = left[k];
    }
    return true;
  }

  void take(const Edge& edge) {
    const Location::Kind kind = system_[edge.to].kind;
    if (kind != Location::Kind::visible && kind != Location::Kind::silent && kind != Location::Kind::ended) return;
    std::vector<Mask> before = masks_[index(edge.from)];
    if (!admit(edge, before)) return;
    std::vector<Mask> after = before;
    for (const auto& [variable, value] : edge.update) {
      if (!known(variable)) continue;
      const std::uint32_t slot = slots_[index(edge.thread)][index(variable)];
      Relation change(values_[index(variable)].size());
      const auto& variables = system_.terms.variables(value);
      const auto self = std::ranges::find(variables, variable);
      const bool tried = each_case(edge.thread, value, before, [&](std::uint64_t result, const auto& chosen) {
        const Mask becomes = bit(variable, result);
        if (self != variables.end())
          change[chosen[static_cast<std::size_t>(self - variables.begin())]] |= becomes;
        else
          for (Mask& one : change) one |= becomes;
      });
      if (!tried) change.assign(change.size(), all_[index(variable)]);
      after[slot] = 0;
      for (std::size_t x = 0; x < change.size(); ++x) {
        if ((before[slot] >> x & 1) == 0)
          change[x] = 0;
        else
          after[slot] |= change[x];
      }
      if ((after[slot] & ~anywhere_[index(variable)]) != 0) {
        anywhere_[index(variable)] |= after[slot];
        for (LocationId l : starters_) push(l);
      }
      interfere(edge, variable, change);
    }
    for (const auto& [thread, location] : edge.starts) {
      std::vector<Mask> first;
      for (VariableId v : used_[index(thread)]) {
        const std::uint32_t slot = slots_[index(edge.thread)][index(v)];
        first.push_back(slot == none ? anywhere_[index(v)] : after[slot]);
      }
      join(location, std::move(first));
    }
    join(edge.to, std::move(after));
  }

  /// Others find the variable changed where they stand; but not those who only begin with this edge.
  void interfere(const Edge& edge, VariableId v, const Relation& change) {
    for (ThreadId other : users_[index(v)]) {
      const bool begins =
          std::ranges::find(edge.starts, other, &std::pair<ThreadId, LocationId>::first) != edge.starts.end();
      if (other == edge.thread || begins) continue;
      const std::uint32_t slot = slots_[index(other)][index(v)];
      Relation& rely = rely_[index(other)][slot];
      bool grew = false;
      for (std::size_t x = 0; x < change.size(); ++x) {
        grew |= (change[x] & ~rely[x]) != 0;
        rely[x] |= change[x];
      }
      if (!grew) continue;
      for (LocationId l : places_[index(other)]) {
        const Mask closed = closure(rely, masks_[index(l)][slot]);
        if (std::exchange(masks_[index(l)][slot], closed) != closed) push(l);
      }
    }
  }

  static Mask closure(const Relation& rely, Mask mask) {
    for (Mask open = mask; open != 0;) {
      const Mask next = rely[static_cast<std::size_t>(std::countr_zero(open))];
      open &= open - 1;
      open |= next & ~mask;
      mask |= next;
    }
    return mask;
  }

  void join(LocationId id, std::vector<Mask> masks) {
    const Location& location = system_[id];
    const ThreadId thread = location.thread;
    for (std::size_t slot = 0; slot < masks.size(); ++slot) {
      const VariableId v = used_[index(thread)][slot];
      if (system_[v].owner && std::ranges::find(location.live, v) == location.live.end())
        masks[slot] = all_[index(v)];  // has no meaning here
      else
        masks[slot] = closure(rely_[index(thread)][slot], masks[slot]);
    }
    std::vector<Mask>& known = masks_[index(id)];
    if (!reached(id)) {
      reached_[index(id)] = true;
      places_[index(thread)].push_back(id);
      known = std::move(masks);
      push(id);
      return;
    }
    bool grew = false;
    for (std::size_t slot = 0; slot < masks.size(); ++slot) {
      grew |= (masks[slot] & ~known[slot]) != 0;
      known[slot] |= masks[slot];
    }
    if (grew) push(id);
  }

  void wait_to_begin(ThreadId thread) {
    if (thread == main_thread) return;
    const LocationId id = before(thread);
    for (VariableId v : used_[index(thread)]) masks_[index(id)].push_back(bit(v, system_[v].initial));
    reached_[index(id)] = true;
    places_[index(thread)].push_back(id);
  }

  void push(LocationId id) {
    if (!reached(id) || queued_[index(id)]) return;
    queued_[index(id)] = true;
    queue_.push_back(id);
  }

  const ThreadSystem& system_;
  const Stop& stop_;
  std::vector<std::vector<std::uint64_t>> values_;  // by variable, ascending; empty: nothing is known
  std::vector<Mask> all_, anywhere_;                // by variable: all of them; those that some state has
  std::vector<std::vector<std::uint32_t>> slots_;   // by thread and variable: its number among those that it uses
  std::vector<std::vector<VariableId>> used_;       // by thread
  std::vector<std::vector<ThreadId>> users_;        // by variable
  std::vector<std::vector<Relation>> rely_;         // by thread and slot: what others do
  std::vector<std::vector<LocationId>> places_;     // by thread: locations that were reached
  std::vector<std::vector<Mask>> masks_;            // by location and slot; then threads before they begin
  std::vector<bool> reached_, queued_;              // by location
  std::vector<LocationId> starters_;                // where edges begin that start a thread
  std::deque<LocationId> queue_;
};

ReachableValues::ReachableValues(const ThreadSystem& system, const Stop& stop)
    : analysis_(std::make_unique<ThreadModular>(system, stop)) {
  analysis_->solve();
}
ReachableValues::~ReachableValues() = default;

std::optional<std::vector<std::uint64_t>> ReachableValues::values(LocationId location, VariableId variable) const {
  return analysis_->values(analysis_->thread_at(location), location, variable);
}
std::optional<std::vector<std::uint64_t>> ReachableValues::values_before(ThreadId thread, VariableId variable) const {
  return analysis_->values(thread, analysis_->before(thread), variable);
}
std::optional<std::vector<std::uint64_t>> ReachableValues::values_anywhere(VariableId variable) const {
  return analysis_->values_anywhere(variable);
}
bool ReachableValues::possible(const Edge& edge) const { return analysis_->possible(edge); }

void prune_by_values(ThreadSystem& system, const Stop& stop) {
  std::vector<bool> possible;
  {
    const ReachableValues reachable(system, stop);
    for (const Edge& edge : system.edges) possible.push_back(reachable.possible(edge));
  }
  std::vector<EdgeId> numbers(system.edges.size());
  std::vector<Edge> edges;
  for (std::size_t e = 0; e < possible.size(); ++e) {
    if (!possible[e]) continue;
    numbers[e] = EdgeId{static_cast<std::uint32_t>(edges.size())};
    edges.push_back(std::move(system.edges[e]));
  }
  for (Location& location : system.locations) {
    std::erase_if(location.out, [&](EdgeId e) { return !possible[index(e)]; });
    for (EdgeId& e : location.out) e = numbers[index(e)];
  }
  system.edges = std::move(edges);
}

}  // namespace fermata::model
