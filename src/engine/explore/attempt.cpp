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
#include "engine/explore/attempt.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <utility>

#include "engine/explore/all_rounds.h"
#include "engine/explore/explore_from.h"
#include "engine/explore/explosion.h"
#include "engine/explore/fair_nontermination.h"
#include "engine/explore/loop_steps.h"
#include "engine/explore/protection.h"
#include "engine/explore/race_warnings.h"
#include "engine/explore/races.h"
#include "engine/explore/random_walk.h"
#include "engine/explore/space.h"
#include "explain/left_waiting.h"
#include "search/census.h"
#include "search/exploration.h"
#include "search/impossible_states.h"
#include "search/reachability_game.h"
#include "search/stuck.h"
#include "vm/follow.h"

namespace fermata::engine::explore {

namespace {

using verdict::Claim;
using verdict::Claims;
using verdict::Property;
using verdict::Violation;

/// "rand: use this instead" is a name and a hint.
verdict::Unmodelled unmodelled(const vm::Failure& failure) {
  const auto colon = failure.text.find(": ");
  verdict::Unmodelled found{failure.text.substr(0, colon),
                            colon == failure.text.npos ? "" : failure.text.substr(colon + 2), failure.at};
  for (const auto& call : failure.calls) found.calls.push_back({call.function, call.at});
  return found;
}

/// A violation that a random walk has met is good enough after so many states, and after so many more than when it was
/// met: a shorter one may be near.
constexpr std::uint32_t states_for_walk = 1 << 14, states_after_walk = 1 << 16;

/// Walks may take half as many steps as the search has made transitions, or so many once there are more than a few
/// states: some tenths of a second.
constexpr std::uint64_t steps_to_walk = 200'000;

/// How many runs were set aside. After so many no more are looked for.
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

class Attempt {
 public:
  Attempt(vm::Machine& machine, const verdict::Question& question, const Options& options, reduce::Movers* movers,
          WalkFindings& walks, const Accept& accept, const Stop& stop,
          const std::function<void(const Progress&)>& progress, std::shared_ptr<const search::LeftOut> left_out)
      : question_(question),
        options_(options),
        movers_(movers),
        walks_(walks),
        accept_(accept),
        stop_(stop),
        progress_(progress),
        machine_(machine),
        space_(machine_, movers, options.rules),
        exploration_(space_, {.ahead = options.ahead, .tick = [this] { return tick(); }}) {
    space_.excuse_joins(question.daemon);
    space_.look_for(question.looked_for());
    space_.leave_out(std::move(left_out));
    if (options.races) space_.watch_races(races_);
  }

  bool disowned() const { return space_.disowned(); }
  /// Bounded spins have to go round as often as they say; and nothing was found.
  bool spins_matter() const {
    return machine_.options().spins == vm::Options::Spins::once && (spins_matter_ || machine_.spins_matter());
  }
  /// It has become clear that steps were taken together which must not be; and nothing was found.
  bool in_vain() const { return in_vain_; }

  /// Something was taken for a state that is none, while others are left.
  bool took_impossible() const { return !impossible_.empty() && !nothing_possible_; }
  /// False: there is no room for all of them.
  bool add_impossible(search::LeftOut& states) const {
    std::vector<search::Word> words;
    return std::ranges::all_of(impossible_, [&](search::State state) {
      exploration_.words(state, words);
      return states.add(words, stop_);
    });
  }

  Claims judge() {
    std::string open;  // why not everything was seen
    try {
      open = search();
    } catch (const LimitReached& limit) {
      loops_open_ = limit.what();
      if (!complete_) open = limit.what();
    }
    // If another engine has found something, that is it: no long walk beside it.
    if ((!open.empty() || !space_.unmodelled().empty()) && !stop_.dismissed()) take_walks();
    return conclude(open);
  }

 private:
  /// Until everything was seen, or enough. Why it ended before, if a limit ended it.
  std::string search() {
    std::string open;
    for (bool more = true; more;) {
      exploration_.pause_at({.failures = wants_failure(), .dead_ends = wants_hang() || wants_lasso()});
      std::visit(Match{
                     [&](const search::Failure& f) {
                       if (wants_failure()) claim_failure(f.move);
                     },
                     [&](const search::DeadEnd& d) { judge_dead_end(d.state); },
                     [&](const search::Milestone&) {
                       walk();
                       if (!refuted() && exploration_.states() >= next_look_for_stuck_) {
                         look_for_stuck();
                         next_look_for_stuck_ = exploration_.saw_input() ? 4 * std::uint64_t{exploration_.states()} : 0;
                       }
                       if (!options_.exhaustive && exploration_.states() >= next_look_for_lasso_) look_for_lasso();
                     },
                     [&](const search::Asked&) {},
                     [&](const search::Closed&) {
                       more = false;
                       in_vain_ = refuted();
                       if (in_vain_) return;
                       impossible_ = search::impossible_states(exploration_);
                       nothing_possible_ = !impossible_.empty() && index(impossible_.front()) == 0;
                       if (!impossible_.empty()) return;  // once more without them
                       closed_ = true;
                       look_for_stuck();
                       if (stop_reason_.empty()) complete_ = true;
                       if (complete_) look_for_lasso();
                     },
                     [&](const search::Stopped& s) { open = s.reason, more = false; },
                     [&](const search::Refused&) { more = exploration_.expanded() < exploration_.states(); },
                 },
                 exploration_.advance(stop_));
      if (!stop_reason_.empty()) open = stop_reason_, more = false;
      if (hurries()) take_walks();
      if (space_.disowned() || spins_matter()) more = false;
      // Behind something unmodelled nothing is known; but there may be a violation elsewhere, not far off.
      if (!space_.unmodelled().empty() && !options_.exhaustive) {
        if (!last_state_) last_state_ = 4 * std::uint64_t{exploration_.states()} + 10'000;
        if (exploration_.states() > *last_state_) more = false;
      }
      // A little more of the same may refute more of what was believed.
      if (refuted() && !refuted_at_) refuted_at_ = exploration_.states();
      if (refuted_at_ && exploration_.states() > *refuted_at_ + *refuted_at_ / 4 + 200) more = false, in_vain_ = true;
      if (found_one() && !options_.exhaustive) more = in_vain_ = false;
    }
    return open;
  }

  // --- the claims ----------------------------------------------------------------------------------------------------

  Claims conclude(const std::string& open) {
    Claims claims;
    const bool violated = found_one();
    if (question_.asks(Property::hang))
      claims.claims.push_back(conclude(Property::hang, std::move(hang_), open, violated));
    if (question_.asks(Property::safety))
      claims.claims.push_back(conclude(Property::safety, std::move(safety_), open, violated));
    else
      claims.failing = std::move(safety_);
    if (question_.asks(Property::termination))
      claims.claims.push_back(conclude(Property::termination, std::move(lasso_), open, violated));
    const bool unknown = !violated && std::ranges::any_of(claims.claims, [](const Claim& c) {
      return std::holds_alternative<verdict::Unknown>(c.what);
    });
    if (!space_.unmodelled().empty() && !violated) {
      claims.unmodelled = unmodelled(space_.unmodelled().front());
      for (const vm::Failure& more : space_.unmodelled() | std::views::drop(1))
        claims.more_unmodelled.push_back(unmodelled(more));
    } else if (!open.empty() && unclaimed_.empty() && unknown && !stop_.dismissed()) {
      within(Stop(Stop::Half::of, overtime_), [&](const Stop& half) {
        claims.explosion = explain_explosion(machine_, exploration_, options_.transactions, half);
      });
    }
    if (!in_vain_ && !space_.disowned()) within(overtime_, [&](const Stop&) { add_races(claims); });
    if (complete_ && !violated && question_.asks(Property::hang))
      within(overtime_, [&](const Stop& limits) { claims.left_waiting = find_left_waiting(limits); });
    claims.time_repeats = machine_.time_repeated();
    verdict::Statistics& s = claims.statistics;
    s.states = exploration_.states();
    s.transitions = exploration_.transitions();
    s.complete = complete_;
    s.bytes_per_state =
        s.states ? double(exploration_.bytes() + machine_.bytes() + space_.bytes()) / double(s.states) : 0;
    if (movers_ && options_.explain_reduction)
      claims.protections = protections(*movers_, *space_.lock_order(), machine_);
    if (options_.exhaustive && complete_)
      if (const auto census = all_can_end_ ? search::Census{} : search::take_census(exploration_.edges(), stop_)) {
        s.deadlock_states = census->dead_ends;
        s.cannot_finish_states = census->cannot_end;
      }
    s.peak_rss_bytes = peak_resident_bytes();
    return claims;
  }

  /// The first run, among the shortest ones to an end, on which others are in a wait and cannot move when it comes.
  /// Clocks that go back may make ends that are none, so nothing is said then.
  std::optional<verdict::Run> find_left_waiting(const Stop& limits) {
    constexpr std::uint32_t most_expanded = 1024, most_told = 64;  // usually ends are alike
    std::uint32_t expanded = 0, told = 0;
    const std::vector<search::State> ended = ended_states();
    std::vector<search::Word> words;
    std::vector<search::Edge> ends;
    search::OnEdge visit([&](const search::Edge& edge, std::span<const search::Word> target) {
      if (!edge.fails && vm::Machine::ended(target)) ends.push_back({.agent = edge.agent, .outcome = edge.outcome});
      return true;
    });
    for (std::uint32_t s = 0; s < exploration_.expanded() && !machine_.time_repeated(); ++s) {
      const search::TargetList targets = exploration_.edges()[search::State{s}];
      if (std::ranges::none_of(ended, [&](search::State end) { return targets.contains(end); })) continue;
      limits.enforce();
      exploration_.words(search::State{s}, words);
      if (!someone_waits(words)) continue;
      if (++expanded > most_expanded) break;
      ends.clear();
      space_.expand(words, visit);
      for (const search::Edge& end : ends) {
        if (!others_wait(words, ThreadId{end.agent})) continue;
        if (++told > most_told) return std::nullopt;
        verdict::Run found = run(stem_to(search::State{s}));
        std::ranges::move(space_.moves(words, end.agent, end.outcome), std::back_inserter(found.stem));
        if (explain::left_waiting(machine_, found) && take_all_rounds(found)) return found;
      }
    }
    return std::nullopt;
  }
  /// One for each exit code, at most a few.
  std::vector<search::State> ended_states() const {
    constexpr std::size_t most = 4;
    std::vector<search::State> ended;
    for (std::uint32_t s = 0; s < exploration_.expanded() && ended.size() < most; ++s)
      if (std::ranges::equal(exploration_.edges()[search::State{s}], std::views::single(search::leads_to_end)))
        ended.push_back(search::State{s});
    return ended;
  }
  bool waits(const SectionInstance& s) const { return !holds_lock(s.kind) && !is_users(s.kind); }
  bool someone_waits(std::span<const search::Word> state) const {
    return std::ranges::any_of(machine_.open_sections(state), [&](const SectionInstance& s) { return waits(s); });
  }
  bool others_wait(std::span<const search::Word> state, ThreadId thread) {
    return std::ranges::any_of(machine_.open_sections(state), [&](const SectionInstance& s) {
      return s.thread != thread && waits(s) && !vm::can_move(machine_, state, s.thread);
    });
  }

  /// `violated`: this property or another one is.
  Claim conclude(Property property, std::optional<Violation> found, const std::string& open, bool violated) const {
    if (found) return {property, std::move(*found)};
    const bool termination = property == Property::termination;
    // What was set aside fails there and goes on elsewhere, which was not seen: then no hang is excluded either.
    const bool aside = aside_[property] > 0 || aside_.safety > 0;
    const bool loops_open = termination && (!loops_open_.empty() || machine_.time_repeated());
    if (complete_ && !aside && !loops_open) {
      verdict::Holds holds{.basis = verdict::Basis::closed_exploration};
      if (termination) holds.fairness = question_.fairness;
      return {property, holds};
    }
    std::string reason;
    if (const auto why = unclaimed_.find(property); why != unclaimed_.end())
      reason = fmt::format("a violation was found, but {} before its run was known", why->second);
    else if (!space_.unmodelled().empty())
      reason = fmt::format("'{}' is not modelled", unmodelled(space_.unmodelled().front()).what);
    else if (space_.disowned())
      reason =
          "a pointer reached another thread in a way that the machine does not see (hidden in an integer, or left over "
          "from an object that is gone)";
    else if (nothing_possible_)
      reason = fmt::format(
          "every run breaks an assumption{}, so that nothing is left to be checked",
          question_.semantics.input_range ? ", or has an input of which --input-range leaves no value" : "");
    else if (!impossible_.empty() && open.empty())
      reason = "there is no room for what breaks an assumption and has to be left out";
    else if (aside)
      reason = fmt::format("{} was found, but only with a clock that goes back or stands still",
                           aside_[property] > 0 ? "a violation" : "a failure");
    else if (complete_ && loops_open_.empty())
      reason = "there are loops in which time passes again and again, which clocks do not show";
    else if (complete_)
      reason = fmt::format("{} after every state was seen, but before all loops were looked at", loops_open_);
    else if (!open.empty())
      reason = fmt::format("{} before every state was seen{}", open,
                           violated ? "" : "; no violation is among those that were");
    else
      return {property, verdict::Unknown{"not decided: the search ended at the first violation (--exhaustive goes on)",
                                         /*ended_at_violation=*/true}};
    return {property, verdict::Unknown{std::move(reason)}};
  }

  void add_races(Claims& claims) {
    add_race_warnings(
        machine_, *races_,
        [&](std::span<const vm::Word> state) -> std::optional<std::vector<verdict::Move>> {
          const auto found = exploration_.find(state);
          return found ? std::optional(stem_to(*found)) : std::nullopt;
        },
        claims);
    // If there is no time for all of them, there are more.
    std::vector<verdict::Warning> found = std::exchange(claims.warnings, {});
    claims.more_warnings += found.size();
    for (verdict::Warning& warning : found) {
      verdict::Run way = run(std::move(warning.stem));
      if (!add_all_rounds(way)) return;
      warning.stem = std::move(way.stem);
      claims.warnings.push_back(std::move(warning));
      --claims.more_warnings;
    }
    claims.all_races = options_.races && complete_ && !movers_;
  }

  // --- limits --------------------------------------------------------------------------------------------------------

  bool tick() const {
    if (progress_)
      progress_({exploration_.states(), exploration_.transitions(), exploration_.states() - exploration_.expanded()});
    return refuted() || hurries();
  }

  /// What a walk has met should be claimed, and replayed, in time.
  bool hurries() const { return !options_.exhaustive && !found_one() && walks_met_one() && stop_.late(); }

  /// False: that took too long.
  template <class Act>
  bool within(const Stop& limits, Act act) {
    const vm::ScopedLimits heeded(machine_, limits);
    try {
      act(limits);
      return true;
    } catch (const LimitReached&) {
      return false;
    }
  }
  /// The run of what was found is made under limits of its own, since the search may have used up all it had.
  template <class Act>
  void in_overtime(Property property, Act act) {
    if (!within(overtime_, [&](const Stop&) { act(); }))
      unclaimed_[property] = stop_reason_ = overtime_.reason().value_or("a limit was reached");
  }

  // --- what is wanted ------------------------------------------------------------------------------------------------

  bool refuted() const { return movers_ && movers_->refuted(); }
  bool found_one() const { return hang_ || (question_.asks(Property::safety) && safety_) || lasso_; }
  bool wants_hang() const { return question_.asks(Property::hang) && !hang_ && aside_.hang < most_aside; }
  /// Also if only hangs are asked for: that a run fails is told all the same.
  bool wants_failure() const { return !safety_ && aside_.safety < most_aside; }
  bool wants_lasso() const {
    return question_.asks(Property::termination) && !lasso_ && aside_.termination < most_aside;
  }
  /// What a state that cannot be left violates first.
  Property waited_for() const { return wants_hang() ? Property::hang : Property::termination; }

  void claim(Violation violation, std::optional<Violation>& claimed) {
    if (!add_all_rounds(violation.run)) return;
    if (accept_ && !accept_(violation.property, violation.run))
      ++aside_[violation.property];
    else
      claimed = std::move(violation);
  }

  /// False: the run is not one of the program.
  bool add_all_rounds(verdict::Run& run) {
    const bool taken = take_all_rounds(run);
    spins_matter_ |= !taken;
    return taken && !spins_matter();
  }
  bool take_all_rounds(verdict::Run& run) const {
    if (machine_.options().spins == vm::Options::Spins::all) return true;
    std::vector<search::Word> state = machine_.initial();
    auto stem = with_all_rounds(machine_, state, run.stem, overtime_);
    auto loop = stem ? with_all_rounds(machine_, state, run.loop, overtime_) : std::nullopt;
    if (!loop) return false;
    run.stem = std::move(*stem);
    run.loop = std::move(*loop);
    return true;
  }

  // --- failures and dead ends ----------------------------------------------------------------------------------------

  std::vector<verdict::Move> stem_to(search::State state) {
    return moves_along(exploration_, space_, exploration_.path_to(state));
  }

  verdict::Run run(std::vector<verdict::Move> stem) const {
    return {.stem = std::move(stem), .loop = {}, .unending = {}, .heap = machine_.options().heap};
  }

  void claim_failure(const search::Move& last) {
    in_overtime(Property::safety, [&] {
      std::vector<verdict::Move> stem = stem_to(last.source);
      std::ranges::move(moves_along(exploration_, space_, {last}), std::back_inserter(stem));
      claim_failure(std::move(stem));
    });
  }
  void claim_failure(std::vector<verdict::Move> stem) {
    claim({.property = Property::safety, .run = run(std::move(stem))}, safety_);
  }

  void judge_dead_end(search::State state) {
    if (!wants_hang() && !wants_lasso()) return;
    Walk way;
    exploration_.words(state, way.end);
    if (!wants_lasso() && question_.daemon && unending_at(way.end).empty()) return;
    in_overtime(waited_for(), [&] {
      way.moves = stem_to(state);
      claim_dead_end(way);
    });
  }
  /// What has to end, and is open in a dead end.
  std::vector<SectionInstance> unending_at(std::span<const vm::Word> dead_end) const {
    std::vector<SectionInstance> open = machine_.open_sections(dead_end);
    std::erase_if(open, [&](const SectionInstance& s) { return !question_.looked_for().contains(s.kind); });
    return open;
  }
  void claim_dead_end(const Walk& way) {
    verdict::Run dead_end = run(way.moves);
    dead_end.unending = unending_at(way.end);
    if (wants_lasso())
      claim({.property = Property::termination, .run = dead_end, .fairness = verdict::Fairness::inescapable}, lasso_);
    if (wants_hang() && !(question_.daemon && dead_end.unending.empty()))
      claim({.property = Property::hang, .run = dead_end}, hang_);
  }

  // --- random walks --------------------------------------------------------------------------------------------------

  /// For the movers to learn, once; and for runs that show a violation. A shorter one may be near, so these have to
  /// wait until a good deal more has been seen, or there is no time left. Transactions get far; but of a ring of locks
  /// all of them but one take both their locks at once, so that hardly any order of them closes it, and steps do.
  void walk() {
    const std::uint32_t states = exploration_.states();
    const std::uint64_t enough = std::max(exploration_.transitions() / 2, states < states_for_walk ? 0 : steps_to_walk);
    const WalkOptions some{.walks = states, .steps = enough, .seed = states};
    ProgramSpace transactions(machine_, movers_, options_.rules), steps(machine_, nullptr, options_.rules);
    if (movers_ && !walked_) random_walks(transactions, {}, walks_, stop_);
    walked_ = true;
    if (options_.exhaustive) return;
    if (movers_) random_walks(transactions, some, walks_, stop_);
    random_walks(steps, some, walks_, stop_);
    if (!walks_met_one()) return;
    if (!walk_met_at_) walk_met_at_ = states;
    if (states >= states_for_walk && states >= *walk_met_at_ + std::min(3 * *walk_met_at_, states_after_walk))
      take_walks();
  }

  bool walks_met_one() const {
    return (question_.asks(Property::safety) && walks_.failure) ||
           ((question_.asks(Property::hang) || question_.asks(Property::termination)) && walks_.dead_end);
  }
  void take_walks() {
    if (wants_failure() && walks_.failure) in_overtime(Property::safety, [&] { claim_failure(walks_.failure->moves); });
    if (const auto& end = walks_.dead_end; end && (wants_hang() || wants_lasso()))
      in_overtime(waited_for(), [&] { claim_dead_end(*end); });
  }

  // --- components that cannot be left --------------------------------------------------------------------------------

  /// Where something was found: in this exploration, which begins after these moves.
  struct Scene {
    search::Exploration& exploration;
    ProgramSpace& space;
    std::vector<verdict::Move> before;
  };

  search::StuckAnswer stuck_in(search::Exploration& exploration,
                               const std::vector<search::State>& passed_over = {}) const {
    const search::StuckOptions options{.daemon = question_.daemon, .passed_over = passed_over};
    return exploration.saw_input() ? search::solve_reachability_game(exploration, options, stop_)
                                   : search::find_stuck(exploration, options, stop_);
  }

  void look_for_stuck() {
    if (!wants_hang() && !wants_lasso()) return;
    while (look_for_one_stuck()) {
    }
  }

  /// True: one was found that was set aside, and there may be others.
  bool look_for_one_stuck() {
    auto answer = stuck_in(exploration_, passed_over_);
    if (const auto* stopped = std::get_if<search::Stopped>(&answer)) stop_reason_ = stopped->reason;
    const auto* component = std::get_if<search::StuckComponent>(&answer);
    all_can_end_ =
        std::holds_alternative<search::NothingStuck>(answer) && closed_ && !question_.daemon && passed_over_.empty();
    if (!component) return false;
    const Aside before = aside_;
    if (!movers_ || closed_)
      in_overtime(waited_for(), [&] { claim_stuck({exploration_, space_, {}}, *component); });
    else
      look_closely(component->members.front());
    if (aside_ == before || (!wants_hang() && !wants_lasso())) return false;
    passed_over_.push_back(component->members.front());
    return !exploration_.saw_input();  // games know nothing of that
  }

  /// Whether transactions have a way out is certain only when all of them have been seen. So explore what follows from
  /// `state`, with beliefs of its own, if it is not too much.
  void look_closely(search::State state) {
    std::vector<search::Word> from;
    exploration_.words(state, from);
    const std::uint64_t enough = 4 * std::uint64_t{exploration_.states()};
    explore_from(
        machine_, from, *movers_,
        {.rules = options_.rules, .excuse_joins = question_.daemon, .look_for = question_.looked_for()}, stop_,
        [&](search::Exploration& close, const search::Pause& pause) {
          return std::holds_alternative<search::Stopped>(pause) || std::holds_alternative<search::Refused>(pause) ||
                 close.states() > enough;
        },
        [&](search::Exploration& close, ProgramSpace& space) {
          auto answer = stuck_in(close);
          if (const auto* component = std::get_if<search::StuckComponent>(&answer))
            in_overtime(waited_for(), [&] { claim_stuck({close, space, stem_to(state)}, *component); });
        });
  }

  void claim_stuck(const Scene& scene, const search::StuckComponent& component) {
    std::vector<SectionInstance> unending;
    for (search::Slot slot : component.slots) unending.push_back(scene.space.section(slot));
    if (wants_hang()) {
      const auto round = search::witness_cycle(scene.exploration, component, overtime_);
      claim({.property = Property::hang,
             .run = lasso(scene, component.members.front(), round, verdict::Fairness::none, unending)},
            hang_);
    }
    // What cannot be left is a run that never ends, and a fair one; of a daemon, it may end the process.
    if (wants_lasso() && !question_.daemon) claim_stuck_lasso(scene, component, unending);
  }

  void claim_stuck_lasso(const Scene& scene, const search::StuckComponent& component,
                         const std::vector<SectionInstance>& unending) {
    scene.space.tell_inside(true);
    auto answer = find_fair_lasso_among(scene.exploration, component.members, question_.fairness, overtime_);
    scene.space.tell_inside(false);
    if (auto* found = std::get_if<FairLasso>(&answer))
      claim({.property = Property::termination,
             .run = lasso(scene, found->cycle.start, found->cycle.loop, found->fairness, unending),
             .fairness = verdict::Fairness::inescapable},
            lasso_);
    else if (std::holds_alternative<search::Stopped>(answer))
      overtime_.enforce();
  }

  // --- fair lassos ---------------------------------------------------------------------------------------------------

  void look_for_lasso() {
    if (!wants_lasso()) return;
    next_look_for_lasso_ = 4 * std::uint64_t{exploration_.states()};
    space_.tell_inside(true);
    auto answer = find_fair_lasso(exploration_, question_.fairness, stop_);
    space_.tell_inside(false);
    if (auto* found = std::get_if<FairLasso>(&answer))
      in_overtime(Property::termination, [&] {
        claim({.property = Property::termination,
               .run = lasso({exploration_, space_, {}}, found->cycle.start, found->cycle.loop, found->fairness, {}),
               .fairness = found->fairness},
              lasso_);
      });
    if (auto* stopped = std::get_if<search::Stopped>(&answer)) loops_open_ = stopped->reason;
  }

  verdict::Run lasso(const Scene& scene, search::State end, const std::vector<search::Move>& loop,
                     verdict::Fairness fairness, std::vector<SectionInstance> unending) {
    verdict::Run result = run(scene.before);
    result.loop = steps_round(machine_, scene.exploration, scene.space, loop, fairness, overtime_);
    result.unending = std::move(unending);
    std::ranges::move(moves_along(scene.exploration, scene.space, scene.exploration.path_to(end)),
                      std::back_inserter(result.stem));
    return result;
  }

  const verdict::Question& question_;
  const Options& options_;
  reduce::Movers* movers_;
  WalkFindings& walks_;
  const Accept& accept_;
  const Stop& stop_;
  const Stop overtime_{Stop::Overtime::of, stop_};
  const std::function<void(const Progress&)>& progress_;
  vm::Machine& machine_;
  std::shared_ptr<RaceLog> races_ = std::make_shared<RaceLog>();
  ProgramSpace space_;
  search::Exploration exploration_;
  std::optional<Violation> hang_, safety_, lasso_;
  Aside aside_;
  std::vector<search::State> passed_over_;  ///< where components begin that were set aside
  std::string stop_reason_;
  std::map<Property, std::string> unclaimed_;  ///< why there was no time to make the run of what was found
  std::string loops_open_;                     ///< why not every loop was looked at
  std::uint64_t next_look_for_lasso_ = 0, next_look_for_stuck_ = 0;  ///< in states
  std::optional<std::uint64_t> last_state_;  ///< once something unmodelled was met: states to see all the same
  bool walked_ = false;
  bool spins_matter_ = false;                 ///< a run with one round of a bounded spin is none with all rounds
  std::optional<std::uint32_t> walk_met_at_;  ///< a violation; in states
  bool closed_ = false, complete_ = false, in_vain_ = false;
  std::vector<search::State> impossible_;    ///< all that are no states
  bool nothing_possible_ = false;            ///< not even the first one
  bool all_can_end_ = false;                 ///< it is known that all states can
  std::optional<std::uint32_t> refuted_at_;  ///< how many states there were
};

/// Not even the first state.
Claims nothing_seen(const verdict::Question& question, const std::string& why) {
  Claims claims;
  for (Property property : {Property::hang, Property::safety, Property::termination})
    if (question.asks(property))
      claims.claims.push_back({property, verdict::Unknown{fmt::format("{} before the first state was seen", why)}});
  claims.statistics.peak_rss_bytes = peak_resident_bytes();
  return claims;
}

}  // namespace

Outcome attempt(vm::Machine& machine, const verdict::Question& question, const Options& options, reduce::Movers* movers,
                WalkFindings& walks, const Accept& accept, const Stop& stop,
                const std::function<void(const Progress&)>& progress,
                const std::shared_ptr<search::LeftOut>& left_out) {
  std::optional<Attempt> one;
  try {
    one.emplace(machine, question, options, movers, walks, accept, stop, progress, left_out);
  } catch (const LimitReached& limit) {
    return {.claims = nothing_seen(question, limit.what())};
  }
  Outcome outcome{.claims = one->judge()};
  outcome.violated = std::ranges::any_of(outcome.claims.claims,
                                         [](const Claim& c) { return std::holds_alternative<Violation>(c.what); });
  outcome.disowned = one->disowned();
  outcome.spins_matter = one->spins_matter();
  outcome.left_out =
      (!outcome.violated || options.exhaustive) && one->took_impossible() && one->add_impossible(*left_out);
  outcome.in_vain = one->in_vain();
  return outcome;
}

}  // namespace fermata::engine::explore
