// SPDX-License-Identifier: Apache-2.0
// Breadth-first exploration, judged on the way: a failing edge at once, a dead end at once, and
// components that cannot be left whenever the number of states has doubled and at the end. Games
// against inputs, and fair cycles, which need a second look at every state on a cycle, cost more:
// they are looked for at every second doubling only.
//
//   V. Still, J. Barnat, "Local Nontermination Detection for Parallel C++ Programs", SEFM 2019
//
// Where we differ: no product with the sections. On the plain graph a section instance is stuck iff
// it is open in a bottom component no edge of which ends it (search/stuck.h).
#include "engine/explore/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/require.h"
#include "engine/explore/diagnose.h"
#include "engine/explore/endless.h"
#include "engine/explore/explosion.h"
#include "engine/explore/narrate.h"
#include "engine/explore/protection.h"
#include "engine/explore/races.h"
#include "engine/explore/random_walk.h"
#include "engine/explore/space.h"
#include "engine/explore/tidy.h"
#include "search/census.h"
#include "search/exploration.h"
#include "search/reachability_game.h"
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

constexpr std::size_t most_races_told = 20;

verdict::Warning::Access told(const ir::Program& program, const Race::Side& side) {
  const ir::SourcePosition& p = program[ir::PositionId{side.access.at}];
  constexpr const char* sorts[] = {"", "atomic", "plain", "volatile"};
  return {.thread = side.thread,
          .who = {},
          .at = {p.file, p.line, p.column},
          .write = side.access.write,
          .sort = sorts[static_cast<std::size_t>(side.access.sort)]};
}

/// A violation that was met by chance is good enough after so many states, and after so many more than when it was met.
constexpr std::uint32_t states_for_chance = 1 << 16, states_after_chance = 1 << 18;

/// How many runs were not believed. After so many no more are looked for.
constexpr std::uint32_t most_aside = 256;
struct Aside {
  std::uint32_t hang = 0, safety = 0, termination = 0;
  std::uint32_t& operator[](Property p) {
    return p == Property::hang ? hang : p == Property::safety ? safety : termination;
  }
  std::uint32_t operator[](Property p) const { return Aside(*this)[p]; }
  bool operator==(const Aside&) const = default;
};

template <class... F>
struct Match : F... {
  using F::operator()...;
};

class Run {
 public:
  /// With `movers`, transactions are explored. What was met by chance is kept for the next run.
  Run(const ir::Program& program, const Options& options, reduce::Movers* movers, Chances& chances, const Stop& stop,
      const std::function<void(const Progress&)>& progress)
      : program_(program),
        options_(options),
        movers_(movers),
        chances_(chances),
        stop_(stop),
        progress_(progress),
        machine_(program, options.machine, stop),
        space_(machine_, movers, options.rules),
        exploration_(space_, {.ahead = options.ahead, .tick = [this] { return tick(); }}) {
    space_.excuse_joins(options.daemon);
    if (options.races) space_.watch_races(races_);
  }

  bool disowned() const { return space_.disowned(); }
  /// It has become clear that steps were taken together which must not be; and nothing was found.
  bool in_vain() const { return in_vain_; }

  verdict::Verdict judge() {
    std::string open;  // why not everything was seen
    try {
      open = search();
    } catch (const LimitReached& limit) {
      endless_open_ = limit.what();
      if (!complete_) open = limit.what();
    }
    if (!open.empty() || space_.unmodelled()) take_chances();
    return conclude(open);
  }

 private:
  /// Until everything was seen, or enough. Why it ended before, if a limit ended it.
  std::string search() {
    std::string open;
    for (bool more = true; more;) {
      exploration_.pause_at({.failures = wants_failure(), .dead_ends = wants_hang() || wants_endless()});
      std::visit(Match{
                     [&](const search::Failure& f) {
                       if (wants_failure()) report_failure(f.move);
                     },
                     [&](const search::DeadEnd& d) { judge_dead_end(d.state); },
                     [&](const search::Milestone&) {
                       look_far_off();
                       if (!refuted() && exploration_.states() >= next_look_for_stuck_) {
                         look_for_stuck();
                         next_look_for_stuck_ = exploration_.saw_input() ? 4 * std::uint64_t{exploration_.states()} : 0;
                       }
                       if (!options_.exhaustive && exploration_.states() >= next_look_for_endless_) look_for_endless();
                     },
                     [&](const search::Asked&) {},
                     [&](const search::Closed&) {
                       more = false;
                       in_vain_ = refuted();
                       if (in_vain_) return;
                       closed_ = true;
                       look_for_stuck();
                       if (stop_reason_.empty()) complete_ = true;
                       if (complete_) look_for_endless();
                     },
                     [&](const search::Stopped& s) { open = s.reason, more = false; },
                     [&](const search::Refused&) { more = exploration_.expanded() < exploration_.states(); },
                 },
                 exploration_.advance(stop_));
      if (!stop_reason_.empty()) open = stop_reason_, more = false;
      if (hurries()) take_chances();
      if (space_.disowned()) more = false;
      // Behind something unmodelled nothing is known; but there may be a violation elsewhere, not far off.
      if (space_.unmodelled() && !options_.exhaustive) {
        if (!patience_) patience_ = 4 * std::uint64_t{exploration_.states()} + 10'000;
        if (exploration_.states() > *patience_) more = false;
      }
      // A little more of the same may refute more of what was believed.
      if (refuted() && !refuted_at_) refuted_at_ = exploration_.states();
      if (refuted_at_ && exploration_.states() > *refuted_at_ + *refuted_at_ / 4 + 200) more = false, in_vain_ = true;
      if ((hang_ || (options_.safety && safety_) || endless_) && !options_.exhaustive) more = in_vain_ = false;
    }
    return open;
  }

  verdict::Verdict conclude(const std::string& open) {
    verdict::Verdict verdict;
    if (options_.hang) verdict.findings.push_back(conclude(Property::hang, std::move(hang_), open));
    if (options_.safety)
      verdict.findings.push_back(conclude(Property::safety, std::move(safety_), open));
    else
      verdict.failing = std::move(safety_);
    if (options_.termination) verdict.findings.push_back(conclude(Property::termination, std::move(endless_), open));
    if (space_.unmodelled() && overall(verdict) != Answer::violated)
      verdict.unmodelled = unmodelled(*space_.unmodelled());
    else if (!open.empty() && untold_.empty() && overall(verdict) == Answer::unknown)
      within(Stop(Stop::Half::of, overtime_), [&](const Stop& half) {
        verdict.explosion = explain_explosion(machine_, exploration_, options_.machine, options_.transactions, half);
      });
    if (!in_vain_ && !space_.disowned()) within(overtime_, [&](const Stop&) { tell_races(verdict); });
    verdict.time_repeats = machine_.time_repeated();
    verdict::Statistics& s = verdict.statistics;
    s.states = exploration_.states();
    s.transitions = exploration_.transitions();
    s.complete = complete_;
    s.bytes_per_state =
        s.states ? double(exploration_.bytes() + machine_.bytes() + space_.bytes()) / double(s.states) : 0;
    if (movers_ && options_.explain_reduction) verdict.protections = explain(*movers_, *space_.lock_order(), machine_);
    if (options_.exhaustive && complete_)
      if (const auto census = all_can_end_ ? search::Census{} : search::take_census(exploration_.edges(), stop_)) {
        s.deadlock_states = census->dead_ends;
        s.cannot_finish_states = census->cannot_end;
      }
    s.peak_rss_bytes = peak_resident_bytes();
    return verdict;
  }

  bool tick() const {
    if (progress_)
      progress_({exploration_.states(), exploration_.transitions(), exploration_.states() - exploration_.expanded()});
    return refuted() || hurries();
  }

  /// What was met by chance should be told, and replayed, in time.
  bool hurries() const {
    return !options_.exhaustive && !hang_ && !(options_.safety && safety_) && !endless_ && has_chance() && stop_.late();
  }

  /// False: that took too long.
  template <class Act>
  bool within(const Stop& limits, Act act) {
    const vm::Heeding heeded(machine_, limits);
    try {
      act(limits);
      return true;
    } catch (const LimitReached&) {
      return false;
    }
  }
  /// What was found is told under limits of its own, since the search may have used up all it had.
  template <class Act>
  void tell(Property property, Act act) {
    if (!within(overtime_, [&](const Stop&) { act(); }))
      untold_[property] = stop_reason_ = overtime_.reason().value_or("a limit was reached");
  }

  Finding conclude(Property property, std::optional<Finding> found, const std::string& open) const {
    if (found) return std::move(*found);
    Finding finding{.property = property, .engine = "explore"};
    const bool termination = property == Property::termination;
    // What was set aside fails there and goes on elsewhere, which was not seen: then no hang is excluded either.
    const bool aside = aside_[property] > 0 || aside_.safety > 0;
    const bool loops_open = termination && (!endless_open_.empty() || machine_.time_repeated());
    if (complete_ && !aside && !loops_open) {
      finding.answer = Answer::holds;
      if (termination) finding.fairness = options_.fairness;
      return finding;
    }
    finding.answer = Answer::unknown;
    if (const auto untold = untold_.find(property); untold != untold_.end())
      finding.reason = fmt::format("a violation was found, but {} before it was told", untold->second);
    else if (space_.unmodelled())
      finding.reason = fmt::format("'{}' is not modelled", unmodelled(*space_.unmodelled()).what);
    else if (space_.disowned())
      finding.reason =
          "a pointer reached another thread in a way that the machine does not see (hidden in an integer, or left over "
          "from an object that is gone)";
    else if (aside)
      finding.reason = fmt::format("{} was found, but only with a clock that goes back or stands still",
                                   aside_[property] > 0 ? "a violation" : "a failure");
    else if (complete_ && endless_open_.empty())
      finding.reason = "there are loops in which time passes again and again, which clocks do not show";
    else if (complete_)
      finding.reason = fmt::format("{} after every state was seen, but before all loops were looked at", endless_open_);
    else if (!open.empty())
      finding.reason = fmt::format("{} before every state was seen; no violation is among those that were", open);
    else
      finding.reason = "not decided: the search ended at the first violation (--exhaustive goes on)";
    return finding;
  }

  bool refuted() const { return movers_ && movers_->refuted(); }

  static std::vector<verdict::Move> moves(search::Exploration& exploration, ProgramSpace& space,
                                          const std::vector<search::Move>& path) {
    std::vector<verdict::Move> result;
    std::vector<search::Word> words;
    for (const search::Move& m : path) {
      exploration.words(m.source, words);
      std::ranges::move(space.moves(words, m.agent, m.outcome), std::back_inserter(result));
    }
    return result;
  }
  std::vector<verdict::Move> stem_to(search::State state) {
    return moves(exploration_, space_, exploration_.path_to(state));
  }

  /// One for each pair of lines and each variable.
  void tell_races(verdict::Verdict& verdict) {
    using Line = std::pair<std::string, std::uint32_t>;
    std::map<std::tuple<Line, Line, std::string>, const Race*> found;
    const std::vector<Race> races = races_->races();
    for (const Race& race : races) {
      if (!exploration_.find(race.from)) continue;  // somebody looked ahead, and we did not get there
      const verdict::Warning w = about(race);
      found.try_emplace({Line(w.first.at.file, w.first.at.line), Line(w.second.at.file, w.second.at.line), w.variable},
                        &race);
    }
    for (const auto& [key, race] : found) {
      if (verdict.warnings.size() == most_races_told) {
        ++verdict.more_warnings;
        continue;
      }
      verdict::Warning w = about(*race);
      w.stem = stem_to(*exploration_.find(race->from));
      w.stem.insert(w.stem.end(), race->moves.begin(), race->moves.end());
      const auto story = narrate(machine_, {.stem = w.stem, .loop = {}, .unending = {}, .hand_over = w.hand_over});
      FERMATA_REQUIRE(story, "the machine follows a run it has made");
      for (auto* side : {&w.first, &w.second}) side->who = story->names[side->thread];
      verdict.warnings.push_back(std::move(w));
    }
    verdict.all_races = options_.races && complete_ && !movers_;
  }
  verdict::Warning about(const Race& race) const {
    const vm::Access &a = race.first.access, &b = race.second.access;
    verdict::Warning w{.id = "data-race",
                       .variable = machine_.name(a.object, a.origin, std::max(a.offset, b.offset)),
                       .first = told(program_, race.first),
                       .second = told(program_, race.second),
                       .stem = {},
                       .hand_over = options_.machine.hand_over};
    if (w.second.at < w.first.at) std::swap(w.first, w.second);
    return w;
  }

  void report_failure(const search::Move& last) {
    tell(Property::safety, [&] {
      std::vector<verdict::Move> run = stem_to(last.source);
      std::ranges::move(moves(exploration_, space_, {last}), std::back_inserter(run));
      tell_failure(std::move(run));
    });
  }
  void tell_failure(std::vector<verdict::Move> run) {
    Finding finding{.property = Property::safety, .answer = Answer::violated, .engine = "explore"};
    finding.run.hand_over = options_.machine.hand_over;
    finding.run.stem = std::move(run);
    if (!believed(Property::safety, finding.run)) return;
    tidied(Property::safety, finding.run, [&](verdict::Run& r) {
      tidy(machine_, Property::safety, options_.daemon, r, Stop(Stop::Half::of, overtime_));
    });
    const auto story = narrate(machine_, finding.run);
    FERMATA_REQUIRE(story && story->failure, "the machine follows a run it has made");
    diagnose_failure(machine_, *story, finding);
    safety_ = std::move(finding);
  }

  void judge_dead_end(search::State state) {
    if (!wants_hang() && !wants_endless()) return;
    Chance way;
    exploration_.words(state, way.end);
    if (!wants_endless() && options_.daemon && open_sections(way.end).empty()) return;
    tell(waited_for(), [&] {
      way.moves = stem_to(state);
      tell_dead_end(way);
    });
  }
  void tell_dead_end(const Chance& way) {
    const std::vector<SlotOwner> open = open_sections(way.end);
    const verdict::Run run{.stem = way.moves, .loop = {}, .unending = {}, .hand_over = options_.machine.hand_over};
    if (wants_endless()) report_endless(run, verdict::Fairness::inescapable, open);
    if (wants_hang() && !(options_.daemon && open.empty())) report_hang(run, open);
  }

  std::vector<SlotOwner> open_sections(std::span<const search::Word> state) const {
    std::vector<SlotOwner> open;
    for (std::uint32_t t = 0; t < machine_.threads(state); ++t)
      for (const vm::Section& section : machine_.record(state, t).sections) open.push_back({section, t});
    return open;
  }

  /// Where something was found: in this exploration, which begins after these moves.
  struct Scene {
    search::Exploration& exploration;
    ProgramSpace& space;
    std::vector<verdict::Move> before;
  };

  /// For the movers to learn, once; and for runs that show a violation. A shorter one may be near, so these have to
  /// wait until a good deal more has been seen, or there is no time left.
  void look_far_off() {
    const std::uint32_t states = exploration_.states();
    ProgramSpace far(machine_, movers_, options_.rules);
    if (movers_ && !scouted_) random_walks(far, {}, chances_, stop_);
    scouted_ = true;
    if (options_.exhaustive) return;
    random_walks(far, {.most = states, .looks = states / 8, .seed = states}, chances_, stop_);
    if (!has_chance()) return;
    if (!chance_since_) chance_since_ = states;
    if (states >= states_for_chance && states >= *chance_since_ + std::min(3 * *chance_since_, states_after_chance))
      take_chances();
  }

  bool has_chance() const {
    return (options_.safety && chances_.failure) || ((options_.hang || options_.termination) && chances_.dead_end);
  }
  void take_chances() {
    if (wants_failure() && chances_.failure) tell(Property::safety, [&] { tell_failure(chances_.failure->moves); });
    if (const auto& end = chances_.dead_end; end && (wants_hang() || wants_endless()))
      tell(waited_for(), [&] { tell_dead_end(*end); });
  }

  search::StuckAnswer stuck_in(search::Exploration& exploration,
                               const std::vector<search::State>& passed_over = {}) const {
    const search::StuckOptions options{.daemon = options_.daemon, .passed_over = passed_over};
    return exploration.saw_input() ? search::solve_reachability_game(exploration, options, stop_)
                                   : search::find_stuck(exploration, options, stop_);
  }

  bool wants_hang() const { return options_.hang && !hang_ && aside_.hang < most_aside; }
  /// Also if only hangs are asked for: that a run fails is told all the same.
  bool wants_failure() const { return !safety_ && aside_.safety < most_aside; }
  bool wants_endless() const { return options_.termination && !endless_ && aside_.termination < most_aside; }

  /// What a state that cannot be left violates first.
  Property waited_for() const { return wants_hang() ? Property::hang : Property::termination; }

  bool believes(Property property, const verdict::Run& run) const {
    return !options_.believes || options_.believes(property, run);
  }
  bool believed(Property property, const verdict::Run& run) {
    if (believes(property, run)) return true;
    ++aside_[property];
    return false;
  }
  /// A run that is believed is not made shorter than that.
  template <class Tidy>
  void tidied(Property property, verdict::Run& run, Tidy tidy) const {
    verdict::Run shorter = run;
    tidy(shorter);
    if (believes(property, shorter)) run = std::move(shorter);
  }

  void look_for_stuck() {
    if (!wants_hang() && !wants_endless()) return;
    while (look_for_one_stuck()) {
    }
  }

  /// True: one was found that is not believed, and there may be others.
  bool look_for_one_stuck() {
    auto answer = stuck_in(exploration_, passed_over_);
    if (const auto* stopped = std::get_if<search::Stopped>(&answer)) stop_reason_ = stopped->reason;
    const auto* component = std::get_if<search::StuckComponent>(&answer);
    all_can_end_ =
        std::holds_alternative<search::NothingStuck>(answer) && closed_ && !options_.daemon && passed_over_.empty();
    if (!component) return false;
    const Aside before = aside_;
    if (!movers_ || closed_)
      tell(waited_for(), [&] { report_stuck({exploration_, space_, {}}, *component); });
    else
      look_closely(component->members.front());
    if (aside_ == before || (!wants_hang() && !wants_endless())) return false;
    passed_over_.push_back(component->members.front());
    return !exploration_.saw_input();  // games know nothing of that
  }

  /// Whether transactions have a way out is certain only when all of them have been seen. So look at
  /// what follows from `state`, with beliefs of its own, if it is not too much.
  void look_closely(search::State state) {
    std::vector<search::Word> from;
    exploration_.words(state, from);
    const std::uint64_t enough = 4 * std::uint64_t{exploration_.states()};
    for (reduce::Movers movers = *movers_;; movers.revise()) {
      ProgramSpace space(machine_, &movers, options_.rules);
      space.excuse_joins(options_.daemon);
      space.start_at(from);
      search::Exploration close(space, {.ahead = {}, .tick = [&] { return movers.refuted(); }});
      close.pause_at({.failures = false, .dead_ends = false});
      bool closed = false;
      while (!closed && !movers.refuted()) {
        const auto pause = close.advance(stop_);
        closed = std::holds_alternative<search::Closed>(pause);
        if (std::holds_alternative<search::Stopped>(pause) || std::holds_alternative<search::Refused>(pause)) return;
        if (close.states() > enough) return;
      }
      if (movers.refuted()) continue;
      auto answer = stuck_in(close);
      if (const auto* component = std::get_if<search::StuckComponent>(&answer))
        tell(waited_for(), [&] { report_stuck({close, space, stem_to(state)}, *component); });
      return;
    }
  }

  void report_stuck(const Scene& scene, const search::StuckComponent& component) {
    if (wants_hang())
      report_hang(run_of(scene, component.members.front(),
                         search::witness_cycle(scene.exploration, component, overtime_), verdict::Fairness::none),
                  owners(scene, component.slots));
    if (wants_endless()) report_stuck_run(scene, component);
  }

  /// What cannot be left is a run that never ends, and a fair one.
  void report_stuck_run(const Scene& scene, const search::StuckComponent& component) {
    if (options_.daemon) return;  // such a component may end the process
    scene.space.tell_inside(true);
    auto answer = find_endless_among(scene.exploration, component.members, options_.fairness, overtime_);
    scene.space.tell_inside(false);
    if (auto* run = std::get_if<Endless>(&answer))
      report_endless(run_of(scene, run->cycle.start, run->cycle.loop, run->fairness), verdict::Fairness::inescapable,
                     owners(scene, component.slots));
    else if (std::holds_alternative<search::Stopped>(answer))
      overtime_.enforce();
  }

  void look_for_endless() {
    if (!wants_endless()) return;
    next_look_for_endless_ = 4 * std::uint64_t{exploration_.states()};
    space_.tell_inside(true);
    auto answer = find_endless(exploration_, options_.fairness, stop_);
    space_.tell_inside(false);
    if (auto* run = std::get_if<Endless>(&answer))
      tell(Property::termination, [&] {
        report_endless(run_of({exploration_, space_, {}}, run->cycle.start, run->cycle.loop, run->fairness),
                       run->fairness, {});
      });
    if (auto* stopped = std::get_if<search::Stopped>(&answer)) endless_open_ = stopped->reason;
  }

  /// The steps of a loop that is this fair. A transaction ends after a thousand steps, wherever that is; so a loop of
  /// transactions may go round many times before it ends where it began. The first time is enough, if everybody has
  /// moved who moves in it, and it is as fair.
  std::vector<verdict::Move> steps_round(const Scene& scene, const std::vector<search::Move>& loop,
                                         verdict::Fairness fairness) {
    constexpr int most_tries = 8;
    std::set<search::Agent> waiting;
    for (const search::Move& m : loop) waiting.insert(m.agent);
    std::vector<verdict::Move> steps;
    std::vector<search::Word> source, start, state;
    vm::Step step;
    int tries = fairness == verdict::Fairness::none ? 1 : most_tries;
    for (const search::Move& edge : loop) {
      overtime_.enforce();
      scene.exploration.words(edge.source, source);
      if (start.empty()) start = state = source;
      for (verdict::Move& move : scene.space.moves(source, edge.agent, edge.outcome)) {
        steps.push_back(std::move(move));
        if (tries == 0) continue;
        machine_.step(state, steps.back().thread, steps.back().choices, step);
        FERMATA_REQUIRE(step.outcome == vm::Step::Outcome::moved, "the machine follows a loop it has made");
        state.swap(step.target);
        waiting.erase(steps.back().thread);
        if (!waiting.empty() || state != start) continue;
        if (fairness == verdict::Fairness::none || roles_in(machine_, start, steps).fairness >= fairness) return steps;
        --tries;
      }
    }
    return steps;
  }

  verdict::Run run_of(const Scene& scene, search::State end, const std::vector<search::Move>& loop,
                      verdict::Fairness fairness) {
    verdict::Run run{.stem = scene.before,
                     .loop = steps_round(scene, loop, fairness),
                     .unending = {},
                     .hand_over = options_.machine.hand_over};
    std::ranges::move(moves(scene.exploration, scene.space, scene.exploration.path_to(end)),
                      std::back_inserter(run.stem));
    return run;
  }

  static std::vector<SlotOwner> owners(const Scene& scene, const std::vector<search::Slot>& slots) {
    std::vector<SlotOwner> owners;
    for (search::Slot slot : slots) owners.push_back(scene.space.owner(slot));
    return owners;
  }

  Finding violation(Property property, verdict::Run run, const std::vector<SlotOwner>& stuck) const {
    Finding finding{.property = property, .answer = Answer::violated, .engine = "explore"};
    finding.run = std::move(run);
    for (const SlotOwner& s : stuck)
      finding.run.unending.push_back({static_cast<std::uint32_t>(s.section.kind), s.section.object, s.thread});
    return finding;
  }

  void report_endless(verdict::Run run, verdict::Fairness fairness, const std::vector<SlotOwner>& stuck) {
    Finding finding = violation(Property::termination, std::move(run), stuck);
    finding.fairness = fairness;
    if (!believed(Property::termination, finding.run)) return;
    tidied(Property::termination, finding.run, [&](verdict::Run& r) {
      tidy_endless(machine_, fairness == verdict::Fairness::inescapable, r, Stop(Stop::Half::of, overtime_));
    });
    const auto story = narrate(machine_, finding.run);
    FERMATA_REQUIRE(story, "the machine follows a run it has made");
    if (fairness == verdict::Fairness::inescapable)
      diagnose_hang(machine_, *story, stuck, false, finding, Stop(Stop::Half::of, overtime_));
    else
      diagnose_endless(machine_, *story, finding);
    endless_ = std::move(finding);
  }

  void report_hang(verdict::Run run, const std::vector<SlotOwner>& stuck) {
    Finding finding = violation(Property::hang, std::move(run), stuck);
    if (!believed(Property::hang, finding.run)) return;
    tidied(Property::hang, finding.run, [&](verdict::Run& r) {
      tidy(machine_, Property::hang, options_.daemon, r, Stop(Stop::Half::of, overtime_));
    });
    const auto story = narrate(machine_, finding.run);
    FERMATA_REQUIRE(story, "the machine follows a run it has made");
    diagnose_hang(machine_, *story, stuck, options_.daemon, finding, Stop(Stop::Half::of, overtime_));
    hang_ = std::move(finding);
  }

  const ir::Program& program_;
  const Options& options_;
  reduce::Movers* movers_;
  Chances& chances_;
  const Stop& stop_;
  const Stop overtime_{Stop::Overtime::of, stop_};
  const std::function<void(const Progress&)>& progress_;
  vm::Machine machine_;
  std::shared_ptr<RaceLog> races_ = std::make_shared<RaceLog>();
  ProgramSpace space_;
  search::Exploration exploration_;
  std::optional<Finding> hang_, safety_, endless_;
  Aside aside_;
  std::vector<search::State> passed_over_;  ///< where components begin that were set aside
  std::string stop_reason_;
  std::map<Property, std::string> untold_;  ///< why a violation that was found could not be told
  std::string endless_open_;                ///< why not every loop was looked at
  std::uint64_t next_look_for_endless_ = 0, next_look_for_stuck_ = 0;  ///< in states
  std::optional<std::uint64_t> patience_;  ///< once something unmodelled was met: states to look at all the same
  bool scouted_ = false;
  std::optional<std::uint32_t> chance_since_;  ///< in states
  bool closed_ = false, complete_ = false, in_vain_ = false;
  bool all_can_end_ = false;                 ///< it is known that all states can
  std::optional<std::uint32_t> refuted_at_;  ///< how many states there were
};

/// Not even the first state.
verdict::Verdict nothing_seen(const Options& options, const std::string& why) {
  verdict::Verdict verdict;
  const std::pair<Property, bool> asked[] = {
      {Property::hang, options.hang}, {Property::safety, options.safety}, {Property::termination, options.termination}};
  for (const auto& [property, wanted] : asked) {
    if (!wanted) continue;
    Finding& finding = verdict.findings.emplace_back();
    finding.property = property;
    finding.engine = "explore";
    finding.reason = fmt::format("{} before the first state was seen", why);
  }
  verdict.statistics.peak_rss_bytes = peak_resident_bytes();
  return verdict;
}

}  // namespace

verdict::Verdict explore(const ir::Program& program, const Options& options, const Stop& stop,
                         const std::function<void(const Progress&)>& progress) {
  const auto start = std::chrono::steady_clock::now();
  Options how = options;
  how.rules.acquires_begin |= options.termination && options.fairness == verdict::Fairness::weak;
  how.rules.shares_overlap |= options.termination;
  reduce::Movers movers(how.rules);
  Chances chances;
  for (;;) {
    std::optional<Run> run;
    try {
      run.emplace(program, how, how.transactions ? &movers : nullptr, chances, stop, progress);
    } catch (const LimitReached& limit) {
      return nothing_seen(how, limit.what());
    }
    verdict::Verdict verdict = run->judge();
    if (run->disowned() && how.machine.hand_over) {
      // An object that was handed to a new thread is still used by the old one: share it instead.
      how.machine.hand_over = false;
      movers = reduce::Movers(how.rules);
      chances = {};
    } else if (run->in_vain() || (run->disowned() && movers.refuted() && overall(verdict) != Answer::violated)) {
      movers.revise();
    } else {
      verdict.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      return verdict;
    }
  }
}

std::optional<Finding> retell(const ir::Program& program, const Options& options, Property property,
                              std::string_view kind, const verdict::Run& run) {
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
  if (property == Property::termination) finding.fairness = verdict::Fairness::inescapable;
  if (property == Property::safety)
    diagnose_failure(machine, *story, finding);
  else if (by_loop)
    diagnose_endless(machine, *story, finding);
  else {
    std::vector<SlotOwner> stuck;
    for (const verdict::Unending& u : run.unending)
      stuck.push_back({{static_cast<vm::SectionKind>(u.kind), u.object}, u.thread});
    diagnose_hang(machine, *story, stuck, options.daemon, finding, Stop());
  }
  return finding;
}

}  // namespace fermata::engine::explore
