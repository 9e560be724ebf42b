// SPDX-License-Identifier: Apache-2.0
// Breadth-first exploration, judged on the way: a failing edge at once, a dead end at once, and
// components that cannot be left whenever the number of states has doubled and at the end. Fair
// cycles cost a second look at every state on a cycle, so they are looked for at every second
// doubling only.
//
//   V. Still, J. Barnat, "Local Nontermination Detection for Parallel C++ Programs", SEFM 2019
//
// Where we differ: no product with the sections. On the plain graph a section instance is stuck iff
// it is open in a bottom component no edge of which ends it (search/stuck.h).
#include "engine/explore/explore.h"

#include <fmt/format.h>

#include <chrono>

#include "base/require.h"
#include "engine/explore/diagnose.h"
#include "engine/explore/endless.h"
#include "engine/explore/narrate.h"
#include "engine/explore/space.h"
#include "search/census.h"
#include "search/exploration.h"
#include "search/inescapable.h"
#include "search/stuck.h"

namespace fermata::engine::explore {

namespace {

using verdict::Answer;
using verdict::Finding;
using verdict::Property;

/// "rand: use this instead" is a name and a hint.
verdict::Unmodelled unmodelled(const vm::Failure& failure) {
  const auto colon = failure.text.find(": ");
  if (colon == failure.text.npos) return {failure.text, "", failure.at};
  return {failure.text.substr(0, colon), failure.text.substr(colon + 2), failure.at};
}

template <class... F>
struct Match : F... {
  using F::operator()...;
};

class Run {
 public:
  Run(const ir::Program& program, const Options& options, const Stop& stop, const std::function<void(const Progress&)>& progress)
      : options_(options),
        stop_(stop),
        progress_(progress),
        machine_(program, options.machine),
        space_(machine_, [this] { tick(); }),
        exploration_(space_) {}

  bool disowned() const { return space_.disowned(); }

  verdict::Verdict judge() {
    const auto start = std::chrono::steady_clock::now();
    std::string open;  // why not everything was seen
    for (bool more = true; more;) {
      std::visit(Match{
                     [&](const search::Failure& f) { if (options_.safety && !safety_) report_failure(f.move); },
                     [&](const search::DeadEnd& d) { judge_dead_end(d.state); },
                     [&](const search::Milestone&) {
                       look_for_stuck();
                       if (!options_.exhaustive && exploration_.states() >= next_look_for_endless_) look_for_endless();
                     },
                     [&](const search::Closed&) {
                       look_for_stuck();
                       if (stop_reason_.empty()) complete_ = true;
                       if (complete_) look_for_endless();
                       more = false;
                     },
                     [&](const search::Stopped& s) { open = s.reason, more = false; },
                     [&](const search::Refused&) { more = exploration_.expanded() < exploration_.states(); },
                 },
                 exploration_.advance(stop_));
      if (!stop_reason_.empty()) open = stop_reason_, more = false;
      if (space_.disowned()) more = false;
      // Behind something unmodelled nothing is known; but there may be a violation elsewhere, not far off.
      if (space_.unmodelled() && !options_.exhaustive) {
        if (!patience_) patience_ = 4 * std::uint64_t{exploration_.states()} + 10'000;
        if (exploration_.states() > *patience_) more = false;
      }
      if ((hang_ || safety_ || endless_) && !options_.exhaustive) more = false;
    }
    verdict::Verdict verdict;
    if (options_.hang) verdict.findings.push_back(conclude(Property::hang, std::move(hang_), open));
    if (options_.safety) verdict.findings.push_back(conclude(Property::safety, std::move(safety_), open));
    if (options_.termination) verdict.findings.push_back(conclude(Property::termination, std::move(endless_), open));
    if (space_.unmodelled() && overall(verdict) != Answer::violated)
      verdict.unmodelled = unmodelled(*space_.unmodelled());
    auto& s = verdict.statistics;
    s.states = exploration_.states();
    s.transitions = exploration_.transitions();
    s.complete = complete_;
    s.bytes_per_state = s.states ? double(exploration_.bytes() + machine_.bytes()) / double(s.states) : 0;
    if (options_.exhaustive && complete_)
      if (const auto census = search::take_census(exploration_.edges(), stop_)) {
        s.deadlock_states = census->dead_ends;
        s.cannot_finish_states = census->hopeless;
      }
    s.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    s.peak_rss_bytes = peak_resident_bytes();
    return verdict;
  }

 private:
  void tick() const {
    if (progress_) progress_({exploration_.states(), exploration_.transitions(), exploration_.states() - exploration_.expanded()});
  }

  Finding conclude(Property property, std::optional<Finding> found, const std::string& open) const {
    if (found) return std::move(*found);
    Finding finding{.property = property, .engine = "explore"};
    const bool termination = property == Property::termination;
    if (complete_ && !(termination && !endless_open_.empty())) {
      finding.answer = Answer::holds;
      if (termination) finding.fairness = options_.fairness;
      return finding;
    }
    finding.answer = Answer::unknown;
    if (space_.unmodelled())
      finding.reason = fmt::format("'{}' is not modelled", unmodelled(*space_.unmodelled()).what);
    else if (space_.disowned())
      finding.reason = "a pointer reached another thread in a way that the machine does not see (for example hidden in an integer)";
    else if (complete_)
      finding.reason = fmt::format("{} after every state was seen, but before all loops were looked at", endless_open_);
    else if (!open.empty())
      finding.reason = fmt::format("{} before every state was seen; no violation is among those that were", open);
    else
      finding.reason = "not decided: the search ended at the first violation (--exhaustive goes on)";
    return finding;
  }

  verdict::Move move(const search::Move& m) {
    std::vector<search::Word> words;
    exploration_.words(m.source, words);
    return space_.move(words, m.agent, m.outcome);
  }
  std::vector<verdict::Move> moves(const std::vector<search::Move>& path) {
    std::vector<verdict::Move> result;
    for (const search::Move& m : path) result.push_back(move(m));
    return result;
  }

  void report_failure(const search::Move& last) {
    Finding finding{.property = Property::safety, .answer = Answer::violated, .engine = "explore"};
    finding.run.hand_over = options_.machine.hand_over;
    finding.run.stem = moves(exploration_.path_to(last.source));
    finding.run.stem.push_back(move(last));
    const auto story = narrate(machine_, finding.run);
    FERMATA_REQUIRE(story && story->failure, "the machine follows a run it has made");
    diagnose_failure(machine_, *story, finding);
    safety_ = std::move(finding);
  }

  void judge_dead_end(search::State state) {
    if (!wants_hang() && !wants_endless()) return;
    search::StuckComponent component{.members = {state}, .slots = {}};
    search::Facts facts;
    exploration_.facts(state, facts);
    component.slots = facts.open;
    if (wants_endless()) report_endless({.start = state, .loop = {}}, verdict::Fairness::inescapable, component.slots);
    if (!wants_hang() || (options_.daemon && facts.open.empty())) return;
    report_hang(component);
  }

  bool wants_hang() const { return options_.hang && !hang_; }
  bool wants_endless() const { return options_.termination && !endless_; }

  void look_for_stuck() {
    if (!wants_hang() && !wants_endless()) return;
    const search::StuckOptions options{.daemon = options_.daemon};
    auto answer = exploration_.saw_input() ? search::find_inescapable(exploration_, options, stop_)
                                           : search::find_stuck(exploration_, options, stop_);
    if (const auto* component = std::get_if<search::StuckComponent>(&answer)) {
      if (wants_hang()) report_hang(*component);
      if (wants_endless()) report_stuck_run(*component);
    }
    if (const auto* stopped = std::get_if<search::Stopped>(&answer)) stop_reason_ = stopped->reason;
  }

  /// What cannot be left is a run that never ends, and a fair one.
  void report_stuck_run(const search::StuckComponent& component) {
    if (options_.daemon) return;  // such a component may end the process
    auto answer = find_endless_among(exploration_, component.members, options_.fairness, stop_);
    if (auto* run = std::get_if<Endless>(&answer)) report_endless(run->cycle, verdict::Fairness::inescapable, component.slots);
  }

  void look_for_endless() {
    if (!wants_endless()) return;
    next_look_for_endless_ = 4 * std::uint64_t{exploration_.states()};
    auto answer = find_endless(exploration_, options_.fairness, stop_);
    if (auto* run = std::get_if<Endless>(&answer)) report_endless(run->cycle, run->fairness, {});
    if (auto* stopped = std::get_if<search::Stopped>(&answer)) endless_open_ = stopped->reason;
  }

  void report_endless(const search::FairCycle& cycle, verdict::Fairness fairness, const std::vector<search::Slot>& stuck) {
    Finding finding{.property = Property::termination, .answer = Answer::violated, .engine = "explore"};
    finding.fairness = fairness;
    finding.run.stem = moves(exploration_.path_to(cycle.start));
    finding.run.loop = moves(cycle.loop);
    finding.run.hand_over = options_.machine.hand_over;
    const auto owners = name_unending(stuck, finding);
    const auto story = narrate(machine_, finding.run);
    FERMATA_REQUIRE(story, "the machine follows a run it has made");
    if (fairness == verdict::Fairness::inescapable)
      diagnose_hang(machine_, *story, owners, false, finding);
    else
      diagnose_endless(machine_, *story, finding);
    endless_ = std::move(finding);
  }

  std::vector<SlotOwner> name_unending(const std::vector<search::Slot>& slots, Finding& finding) {
    std::vector<SlotOwner> owners;
    for (search::Slot slot : slots) {
      const SlotOwner& s = owners.emplace_back(space_.owner(slot));
      finding.run.unending.push_back({static_cast<std::uint32_t>(s.section.kind), s.section.object, s.thread});
    }
    return owners;
  }

  void report_hang(const search::StuckComponent& component) {
    Finding finding{.property = Property::hang, .answer = Answer::violated, .engine = "explore"};
    finding.run.stem = moves(exploration_.path_to(component.members.front()));
    finding.run.loop = moves(search::demonstrate(exploration_, component));
    finding.run.hand_over = options_.machine.hand_over;
    const auto stuck = name_unending(component.slots, finding);
    const auto story = narrate(machine_, finding.run);
    FERMATA_REQUIRE(story, "the machine follows a run it has made");
    diagnose_hang(machine_, *story, stuck, options_.daemon, finding);
    hang_ = std::move(finding);
  }

  const Options& options_;
  const Stop& stop_;
  const std::function<void(const Progress&)>& progress_;
  vm::Machine machine_;
  ProgramSpace space_;
  search::Exploration exploration_;
  std::optional<Finding> hang_, safety_, endless_;
  std::string stop_reason_;
  std::string endless_open_;                 ///< why not every loop was looked at
  std::uint64_t next_look_for_endless_ = 0;  ///< in states
  std::optional<std::uint64_t> patience_;  ///< once something unmodelled was met: states to look at all the same
  bool complete_ = false;
};

}  // namespace

verdict::Verdict explore(const ir::Program& program, const Options& options, const Stop& stop,
                         const std::function<void(const Progress&)>& progress) {
  {
    Run run(program, options, stop, progress);
    verdict::Verdict verdict = run.judge();
    if (!run.disowned() || !options.machine.hand_over) return verdict;
  }
  // An object that was handed to a new thread is still used by the old one: share it instead.
  Options careful = options;
  careful.machine.hand_over = false;
  return Run(program, careful, stop, progress).judge();
}

std::optional<Finding> retell(const ir::Program& program, const Options& options, Property property, std::string_view kind,
                              const verdict::Run& run) {
  vm::Options how = options.machine;
  how.hand_over = run.hand_over;
  vm::Machine machine(program, how);
  const auto story = narrate(machine, run);
  if (!story || (property == Property::safety) != story->failure.has_value()) return std::nullopt;
  if (property != Property::safety && vm::Machine::ended(story->end)) return std::nullopt;
  for (const verdict::Unending& u : run.unending)
    if (u.thread >= machine.threads(story->end)) return std::nullopt;
  Finding finding{.property = property, .answer = Answer::violated, .engine = "explore"};
  finding.run = run;
  const bool by_loop = property == Property::termination && told_by_loop(kind);
  if (by_loop && run.loop.empty()) return std::nullopt;
  if (property == Property::termination) finding.fairness = by_loop ? options.fairness : verdict::Fairness::inescapable;
  if (property == Property::safety)
    diagnose_failure(machine, *story, finding);
  else if (by_loop)
    diagnose_endless(machine, *story, finding);
  else {
    std::vector<SlotOwner> stuck;
    for (const verdict::Unending& u : run.unending)
      stuck.push_back({{static_cast<vm::SectionKind>(u.kind), u.object}, u.thread});
    diagnose_hang(machine, *story, stuck, options.daemon, finding);
  }
  return finding;
}

}  // namespace fermata::engine::explore
