// SPDX-License-Identifier: Apache-2.0
// Which ends, and which loops, show the same violation; the algorithms are delta_debugging.cpp and join_blocks.cpp.
//
// A loop has to stay as fair as it is, which depends on all of its states: a shorter one is walked along, and looked at
// in each of them (loop_roles.h). A stem may end at any state of the loop, or where the same moves go round in the same
// way.
#include "explain/minimise.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/require.h"
#include "explain/course.h"
#include "explain/delta_debugging.h"
#include "explain/join_blocks.h"
#include "explain/loop_roles.h"
#include "vm/follow.h"
#include "vm/inspect.h"

namespace fermata::explain {

namespace {

class Minimiser {
 public:
  Minimiser(vm::Machine& machine, bool daemon, const Search& search, const Stop& stop, const Effort& effort)
      : machine_(machine),
        follower_(machine, effort.steps, stop),
        search_(search),
        daemon_(daemon),
        effort_(effort),
        looks_left_(effort.looks) {}

  void failure(verdict::Run& run) {
    const verdict::Move last = run.stem.back();
    run.stem.pop_back();
    if (auto course = follower_.follow(run.stem)) {
      const auto failure = follower_.failure_of(course->states.back(), last);
      FERMATA_REQUIRE(failure, "the last step of a run that fails does fail");
      delta_debug(follower_, *course, [&](const State& end) {
        const auto other = follower_.failure_of(end, last);
        return other && other->kind == failure->kind && other->text == failure->text && other->at == failure->at;
      });
      // The failing step may join a block, too.
      course->moves.push_back(last);
      course->states.push_back({});
      join_blocks(follower_, *course, course->moves.size() - 1);
      course->moves.pop_back();
      run.stem = std::move(course->moves);
    }
    run.stem.push_back(last);
  }

  void dead_end(verdict::Run& run) {
    auto course = follower_.follow(run.stem);
    if (!course) return;
    const auto how = standing(course->states.back());
    if (how.movable.empty()) delta_debug(follower_, *course, [&](const State& end) { return standing(end) == how; });
    join_blocks(follower_, *course, course->moves.size());
    run.stem = std::move(course->moves);
  }

  void stuck_loop(verdict::Run& run) {
    auto course = follower_.follow(run.stem);
    if (!course) return;
    unending_.insert(run.unending.begin(), run.unending.end());
    shorten_stem_into_component(*course, run.loop, false);
    join_blocks(follower_, *course, course->moves.size());
    run.stem = std::move(course->moves);
    follower_.refuse_to_end(unending_);
    if (auto round = follower_.follow(run.loop, course->states.back())) {
      join_blocks(follower_, *round, round->moves.size());
      run.loop = std::move(round->moves);
    }
  }

  void fair_lasso(verdict::Run& run, bool inescapable) {
    auto course = follower_.follow(run.stem);
    auto round = course ? follower_.follow(run.loop, course->states.back()) : std::nullopt;
    if (!round) return;
    LoopRoles roles = roles_of(*round);
    if (inescapable) {
      unending_.insert(run.unending.begin(), run.unending.end());
      Moves loop = run.loop;
      shorten_stem_into_component(*course, loop, true);
      round = follower_.follow(loop, course->states.back());
      if (!round) return;  // the effort is used up
      roles = roles_of(*round);
    }
    end_at_loop(*course, *round);
    shorten_loop(*course, *round, roles);
    end_at_loop(*course, *round);
    const Standing how = standing(course->states.back());
    delta_debug(follower_, *course, [&](const State& end) {
      if (std::ranges::find(round->states, end) != round->states.end()) return true;
      if (inescapable || standing(end) != how) return false;
      auto other = follower_.follow(round->moves, end);
      if (!other || other->states.back() != end || !alike(roles_of(*other), roles)) return false;
      *round = std::move(*other);
      return true;
    });
    end_at_loop(*course, *round);
    join_blocks(follower_, *course, course->moves.size());
    Course joined = *round;
    join_blocks(follower_, joined, joined.moves.size());
    if (alike(roles_of(joined), roles)) *round = std::move(joined);
    run.stem = std::move(course->moves);
    run.loop = std::move(round->moves);
  }

 private:
  /// What a reader sees of a state in which threads are stuck.
  struct Standing {
    struct Thread {
      ThreadId number{};
      std::vector<vm::Section> sections;
      std::vector<std::tuple<std::string, std::uint32_t, std::uint32_t>> at;  ///< innermost first
      bool operator==(const Thread&) const = default;
    };
    bool ended = false;
    bool assumption_broken = false;  ///< by whoever would move next; then it is no state
    std::vector<Thread> blocked;
    std::vector<ThreadId> movable;  ///< threads
    bool operator==(const Standing&) const = default;
  };
  Standing standing(const State& state) {
    Standing result{.ended = vm::Machine::ended(state), .assumption_broken = false, .blocked = {}, .movable = {}};
    if (result.ended) return result;
    for (const ThreadId t : thread_ids(machine_.threads(state))) {
      const vm::ThreadRecord record = machine_.record(state, t);
      if (vm::can_move(machine_, state, t)) {
        result.movable.push_back(t);
      } else if (record.alive() || !record.sections.empty()) {  // one that has ended may hold a lock
        result.assumption_broken |= vm::is_kept_by_assumption(machine_, state, t);
        Standing::Thread& thread = result.blocked.emplace_back(Standing::Thread{t, record.sections, {}});
        for (const ir::SourcePosition& p : vm::positions(machine_, state, t))
          thread.at.emplace_back(p.file, p.line, p.column);
      }
    }
    return result;
  }

  LoopRoles roles_of(const Course& round) {
    follower_.spend(round.moves.size() * machine_.threads(round.states.front()));
    return loop_roles(machine_, round.states.front(), round.moves, search_);
  }
  /// The same threads go round, and as fairly.
  static bool alike(const LoopRoles& now, const LoopRoles& before) {
    return now.fairness >= before.fairness && std::ranges::is_permutation(now.movers, before.movers);
  }

  /// Ends the stem where it first comes to a state of the loop; the loop then begins there.
  static void end_at_loop(Course& course, Course& round) {
    const auto end = std::ranges::find_first_of(course.states, round.states);
    FERMATA_REQUIRE(end != course.states.end(), "the loop begins in a state of its own");
    const auto begin = std::ranges::find(round.states, *end) - round.states.begin();
    course.moves.resize(static_cast<std::size_t>(end - course.states.begin()));
    course.states.resize(course.moves.size() + 1);
    round.states.pop_back();
    std::ranges::rotate(round.moves, round.moves.begin() + begin);
    std::ranges::rotate(round.states, round.states.begin() + begin);
    round.states.push_back(round.states.front());
  }

  /// Leaves out what leaves a loop that is as fair: whole rounds, or all but one of them; then pieces of one thread.
  /// The stem goes on to where the loop begins then.
  void shorten_loop(Course& stem, Course& round, const LoopRoles& roles) {
    for (bool again = true; again && !follower_.exhausted();)
      again = leave_out_round(stem, round, roles) || leave_out_pieces(round, roles);
  }

  bool leave_out_round(Course& stem, Course& round, const LoopRoles& roles) {
    const std::size_t size = round.moves.size();
    for (std::size_t length = 1; length < size; ++length)
      for (std::size_t begin = 0; begin + length <= size && !follower_.exhausted(); ++begin) {
        if (round.states[begin] != round.states[begin + length]) continue;
        auto at = [](auto& list, std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
        Course alone{{at(round.moves, begin), at(round.moves, begin + length)},
                     {at(round.states, begin), at(round.states, begin + length + 1)}};
        if (alike(roles_of(alone), roles)) {
          stem.moves.insert(stem.moves.end(), round.moves.begin(), at(round.moves, begin));
          stem.states.insert(stem.states.end(), round.states.begin() + 1, at(round.states, begin + 1));
          round = std::move(alone);
          return true;
        }
        Course rest = round;
        rest.moves.erase(at(rest.moves, begin), at(rest.moves, begin + length));
        rest.states.erase(at(rest.states, begin), at(rest.states, begin + length));
        if (alike(roles_of(rest), roles)) {
          round = std::move(rest);
          return true;
        }
      }
    return false;
  }

  bool leave_out_pieces(Course& round, const LoopRoles& roles) {
    for (ThreadId thread : roles.movers) {
      const auto count = static_cast<std::size_t>(std::ranges::count(round.moves, thread, &verdict::Move::thread));
      for (std::size_t piece = count - 1; piece > 0; --piece)
        for (std::size_t last = count; last >= piece && !follower_.exhausted(); --last) {
          Course rest = round;
          auto fair = [&](const State& end) { return end == rest.states.front(); };
          if (!leave_out(follower_, rest, thread, last - piece, last, fair) || !alike(roles_of(rest), roles)) continue;
          round = std::move(rest);
          return true;
        }
    }
    return false;
  }

  /// The stem may end anywhere in the component, and in any other that looks the same.
  void shorten_stem_into_component(Course& course, Moves& loop, bool fair) {
    const State end = course.states.back();
    auto round = look(end, nullptr, fair);
    if (!round) return;
    const Course before = course;
    // Anywhere in here is as good.
    std::set<State> component;
    for (const State& s : round->members) component.insert(s);
    auto inside = std::ranges::find_if(course.states, [&](const State& s) { return component.contains(s); });
    course.moves.resize(static_cast<std::size_t>(inside - course.states.begin()));
    course.states.resize(course.moves.size() + 1);
    const Standing how = standing(end);
    delta_debug(follower_, course, [&](const State& state) {
      if (component.contains(state)) return true;
      if (looks_left_ == 0 || standing(state) != how) return false;
      --looks_left_;
      const auto other = look(state, &*round, fair);
      if (other) component.insert(other->members.begin(), other->members.end());
      return other.has_value();
    });
    if (course.states.back() == end && round->way.size() + round->loop.size() >= loop.size()) return;
    auto other = course.states.back() == end ? std::move(round) : look(course.states.back(), nullptr, fair);
    auto way = other ? follower_.follow(other->way, course.states.back()) : std::nullopt;
    if (way) {
      std::ranges::move(way->moves, std::back_inserter(course.moves));
      course.states.insert(course.states.end(), way->states.begin() + 1, way->states.end());
      loop = std::move(other->loop);
    } else {
      course = before;  // we were told to stop
    }
  }

  /// Everything that can follow `from`, if it is a component that is stuck in the way the run says, and as large as
  /// `like`.
  std::optional<StuckComponent> look(const State& from, const StuckComponent* like, bool fair) {
    auto component = search_.stuck_component(machine_, from, fair, daemon_, effort_.states, follower_.stop());
    if (!component || (like && component->members.size() != like->members.size())) return std::nullopt;
    const std::set<SectionInstance> unending(component->unending.begin(), component->unending.end());
    return unending == unending_ ? std::move(component) : std::nullopt;
  }

  vm::Machine& machine_;
  Follower follower_;
  const Search& search_;
  bool daemon_;
  Effort effort_;
  std::uint32_t looks_left_;
  std::set<SectionInstance> unending_;
};

}  // namespace

void minimise(vm::Machine& machine, verdict::Violation& violation, bool daemon, const Search& search, const Stop& stop,
              const Effort& effort) {
  const vm::ScopedLimits heed(machine, stop);
  const bool termination = violation.property == verdict::Property::termination;
  verdict::Run better = violation.run;
  try {
    Minimiser minimiser(machine, daemon && !termination, search, stop, effort);
    if (better.loop.empty() && better.stem.empty()) return;
    if (violation.property == verdict::Property::safety)
      minimiser.failure(better);
    else if (better.loop.empty())
      minimiser.dead_end(better);
    else if (termination)
      minimiser.fair_lasso(better, violation.fairness == verdict::Fairness::inescapable);
    else if (!better.stem.empty())
      minimiser.stuck_loop(better);
    violation.run = std::move(better);
  } catch (const LimitReached&) {
  }
}

}  // namespace fermata::explain
