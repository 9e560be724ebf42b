// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/space.h"

#include <algorithm>

#include "engine/explore/joins.h"
#include "search/spinning.h"
#include "vm/cache_hooks.h"
#include "vm/follow.h"
#include "vm/local_step.h"

namespace fermata::engine::explore {

bool spins(vm::Machine& machine, std::span<const vm::Word> state, ThreadId thread,
           std::set<std::uint64_t>* fingerprints, const search::LeftOut* left_out) {
  std::set<std::uint64_t> done;
  const bool back = search::comes_back_alone(state, [&](std::span<const vm::Word> at, auto visit) {
    bool all = !vm::Machine::ended(at) && machine.alive(at, thread);
    if (!all) return false;
    machine.each_outcome(at, thread, [&](vm::Step& step) {
      if (step.outcome == vm::Step::Outcome::blocked) return true;
      all = step.outcome == vm::Step::Outcome::moved;
      if (!all) return false;
      if (left_out && left_out->contains(step.target)) return true;
      visit(step.target);
      if (const auto d = fingerprints ? vm::local_step_fingerprint(machine, at, step.target, thread) : std::nullopt)
        done.insert(*d);
      return true;
    });
    return all;
  });
  if (back && fingerprints) fingerprints->merge(done);
  return back;
}

ProgramSpace::ProgramSpace(vm::Machine& machine, reduce::Movers* movers, const reduce::Rules& rules)
    : machine_(machine) {
  if (movers) transactions_.emplace(machine, *movers, rules);
}

/// With a machine of its own.
class ProgramSpace::WorkerCopy final : public search::StateSpace {
 public:
  explicit WorkerCopy(ProgramSpace& other) : machine_(other.machine_.worker_copy()), space_(*machine_, nullptr, {}) {
    space_.left_out_ = other.left_out_;
    space_.looked_for_ = other.looked_for_;
    if (other.transactions_) space_.transactions_.emplace(*other.transactions_, *machine_);
    if (!other.races_) return;
    space_.races_.emplace(*other.races_, *machine_);
    space_.sets_ = other.sets_;
    machine_->track(true);
  }
  std::vector<search::Word> initial() override { return space_.initial(); }
  bool expand(std::span<const search::Word> state, search::Visitor& visitor) override {
    return space_.expand(state, visitor);
  }
  void facts(std::span<const search::Word> state, search::Facts& facts) override { space_.facts(state, facts); }
  bool ended(std::span<const search::Word> state) override { return vm::Machine::ended(state); }
  void reclaim() override {
    machine_->reclaim();
    if (space_.transactions_) space_.transactions_->reclaim();
  }

 private:
  std::unique_ptr<vm::Machine> machine_;
  ProgramSpace space_;
};

void ProgramSpace::watch_races(std::shared_ptr<RaceLog> log) {
  machine_.track(true);
  races_.emplace(machine_, std::move(log));
}

std::unique_ptr<search::StateSpace> ProgramSpace::worker_copy() { return std::make_unique<WorkerCopy>(*this); }

// Addresses of objects and numbers of threads do not change while the section is open, so the slot is stable, as search
// needs it to be.
search::Slot ProgramSpace::slot(const SectionInstance& section) {
  auto [it, fresh] = slots_.try_emplace(section, static_cast<search::Slot>(sections_.size()));
  if (fresh) sections_.push_back(section);
  return it->second;
}

template <class Visit>
bool ProgramSpace::each_run(std::span<const search::Word> state, search::Agent agent, const vm::ThreadCounts& counts,
                            Visit visit) {
  if (transactions_)
    return transactions_->each(state, ThreadId{agent}, counts, [&](reduce::Transaction& t) {
      return visit(Run{t.outcome, t.input, t.spurious, t.target, t.resized, t.changed, t.ended,
                       t.failure ? &*t.failure : nullptr, t.inside});
    });
  set_.clear();
  vm::each_outcome(machine_, state, ThreadId{agent}, counts, [&](vm::Step& step) {
    if (races_ && step.outcome != vm::Step::Outcome::blocked && reduce::accesses(*step.footprint))
      set_.push_back(step.footprint);
    return visit(Run{step.outcome,
                     step.input,
                     step.spurious,
                     step.target,
                     step.resized,
                     step.changed,
                     step.ended,
                     &step.failure,
                     {}});
  });
  return true;
}

bool ProgramSpace::expand(std::span<const search::Word> state, search::Visitor& visitor) {
  if (vm::Machine::ended(state)) return true;
  bool complete = true;
  bool wanted = true;
  std::vector<ThreadId> alive = std::move(alive_);  // the visitor may come here again
  std::vector<RaceWatch::Next> next = std::move(next_);
  next.clear();
  const vm::ThreadCounts counts = vm::count_threads(machine_, state, alive);
  for (std::size_t i = 0; wanted && i < alive.size(); ++i) {
    if (!transactions_ && i + 1 < alive.size()) vm::prefetch(machine_, state, alive[i + 1], counts);
    complete &= expand(state, index(alive[i]), counts, visitor, wanted);
    if (!races_) continue;
    if (const auto* touched = transactions_ ? transactions_->touched() : sets_.intern(set_))
      next.push_back({alive[i], touched});
  }
  if (wanted && next.size() > 1) races_->look_at(state, next);
  next_ = std::move(next);
  alive_ = std::move(alive);
  return complete;
}

bool ProgramSpace::expand(std::span<const search::Word> state, search::Agent agent, search::Visitor& visitor) {
  bool wanted = true;
  return expand(state, agent, vm::count_threads(machine_, state, alive_), visitor, wanted);
}

std::vector<search::Agent> ProgramSpace::alive(std::span<const search::Word> state) {
  if (vm::Machine::ended(state)) return {};
  vm::count_threads(machine_, state, alive_);
  std::vector<search::Agent> agents(alive_.size());
  std::ranges::transform(alive_, agents.begin(), index);
  return agents;
}

bool ProgramSpace::has_lock(std::span<const search::Word> state, search::Agent agent) const {
  return std::ranges::any_of(machine_.record(state, ThreadId{agent}).sections,
                             [](const vm::Section& section) { return holds_lock(section.kind); });
}

bool ProgramSpace::expand(std::span<const search::Word> state, search::Agent agent, const vm::ThreadCounts& counts,
                          search::Visitor& visitor, bool& wanted) {
  const bool all = visitor.wants() != search::Visitor::Wants::targets;
  bool complete = true;
  std::uint32_t outcome = 0;
  std::vector<Join> joins;
  if (all && excuses_joins_) joins = waiting_for(joins_in(machine_, state), ThreadId{agent});
  if (transactions_) transactions_->keep_inside(tells_inside_ || !joins.empty());
  complete &= each_run(state, agent, counts, [&](const Run& run) {
    search::Edge edge{.agent = agent, .outcome = outcome++, .input = run.input, .rare = run.spurious};
    switch (run.outcome) {
      case vm::Step::Outcome::blocked: return true;
      case vm::Step::Outcome::unmodelled:
        complete = false;
        if (std::ranges::none_of(unmodelled_, [&](const vm::Failure& f) {
              return f.text == run.failure->text && f.at == run.failure->at;
            }))
          unmodelled_.push_back(*run.failure);
        return true;
      case vm::Step::Outcome::disowned:
        complete = false;
        disowned_ = true;
        return true;
      case vm::Step::Outcome::failed:
        edge.fails = true;
        wanted = visitor.edge(edge, {});
        return wanted;
      case vm::Step::Outcome::moved:
        if (left_out_ && left_out_->contains(run.target)) return true;
        break;
    }
    closes_.clear();
    if (all)
      for (const SectionInstance& s : run.ended) closes_.push_back(slot(s));
    if (!joins.empty() && serves(state, run, agent))
      for (const Join& join : joins) closes_.push_back(slot({SectionKind::join, index(join.joined), join.waiter}));
    edge.closes = closes_;
    if (!run.resized) edge.changed = run.changed;
    if (visitor.wants() == search::Visitor::Wants::awake)
      edge.fingerprint = vm::local_step_fingerprint(machine_, state, run.target, ThreadId{agent});
    if (all && tells_inside_ && !run.inside.empty()) {
      look_inside(run, agent, visitor.wants() == search::Visitor::Wants::awake);
      edge.awake_inside = awake_inside_;
      edge.enabled_inside = enabled_inside_;
      edge.disabled_inside = disabled_inside_;
    }
    wanted = visitor.edge(edge, run.target);
    return wanted;
  });
  return complete;
}

void ProgramSpace::tell_inside(bool on) { tells_inside_ = on; }

bool ProgramSpace::serves(std::span<const search::Word> state, const Run& run, search::Agent agent) const {
  for (const auto& next : run.inside) {
    if (explore::serves(machine_, state, next, ThreadId{agent})) return true;
    state = next;
  }
  return explore::serves(machine_, state, run.target, ThreadId{agent});
}

void ProgramSpace::look_inside(const Run& run, search::Agent agent, bool tell_awake) {
  enabled_inside_.clear();
  awake_inside_.clear();
  disabled_inside_.clear();
  for (const auto& state : run.inside)
    for (search::Agent t = 0; t < machine_.threads(state); ++t) {
      if (t == agent) continue;
      const bool enabled = vm::can_move(machine_, state, ThreadId{t});
      auto& list = enabled ? enabled_inside_ : disabled_inside_;
      if (std::ranges::find(list, t) == list.end()) list.push_back(t);
      if (!tell_awake || !enabled || std::ranges::find(awake_inside_, t) != awake_inside_.end()) continue;
      if (!explore::spins(machine_, state, ThreadId{t})) awake_inside_.push_back(t);
    }
}

bool ProgramSpace::spins(std::span<const search::Word> state, search::Agent agent) {
  return explore::spins(machine_, state, ThreadId{agent}, nullptr, left_out_.get());
}

bool ProgramSpace::impossible(std::span<const search::Word> state) {
  return std::ranges::any_of(alive(state), [&](search::Agent agent) {
    // Who can move, although there is no edge, can only get to what is left out.
    return vm::can_move(machine_, state, ThreadId{agent}) ||
           vm::is_kept_by_assumption(machine_, state, ThreadId{agent});
  });
}

void ProgramSpace::facts(std::span<const search::Word> state, search::Facts& facts) {
  facts.ended = vm::Machine::ended(state);
  if (facts.ended) return;
  for (const SectionInstance& section : machine_.open_sections(state))
    if (looked_for_.contains(section.kind)) facts.open.push_back(slot(section));
}

std::vector<verdict::Move> ProgramSpace::moves(std::span<const search::Word> state, search::Agent agent,
                                               std::uint32_t outcome) {
  std::vector<verdict::Move> moves;
  std::uint32_t k = 0;
  if (transactions_) {
    transactions_->keep_choices(true);
    transactions_->each(state, ThreadId{agent}, vm::count_threads(machine_, state, alive_),
                        [&](reduce::Transaction& t) {
                          if (k++ != outcome) return true;
                          for (auto& choices : t.choices)
                            moves.push_back({.thread = ThreadId{agent}, .choices = std::move(choices)});
                          return false;
                        });
    transactions_->keep_choices(false);
  } else {
    machine_.each_outcome(state, ThreadId{agent}, [&](vm::Step& step) {
      if (k++ != outcome) return true;
      moves.push_back({.thread = ThreadId{agent}, .choices = step.choices});
      return false;
    });
  }
  return moves;
}

std::vector<verdict::Move> moves_along(search::Exploration& exploration, ProgramSpace& space,
                                       const std::vector<search::Move>& path) {
  std::vector<verdict::Move> result;
  std::vector<search::Word> words;
  for (const search::Move& m : path) {
    exploration.words(m.source, words);
    std::ranges::move(space.moves(words, m.agent, m.outcome), std::back_inserter(result));
  }
  return result;
}

}  // namespace fermata::engine::explore
