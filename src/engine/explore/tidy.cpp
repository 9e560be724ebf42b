// SPDX-License-Identifier: Apache-2.0
// Delta debugging, then exchanging neighbours.
//
//   A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 2002
//   N. Jalbert, K. Sen, "A trace simplification technique for effective debugging of concurrent programs", FSE 2010
//
// Where we differ: the machine can be set to any state, so that a changed run is followed only from the first change to
// where it meets the old one; and the end is compared exactly, so that no rule about what commutes is needed.
//
// An exploration in transactions finds runs with few transactions. Inside one a thread goes as far as it can, also past
// what matters, and breadth-first search does not care who moves. So first pieces of single threads are left out, then
// blocks of one thread are brought together.
//
// A loop has to stay as fair as it is, which depends on all of its states: a shorter one is walked along, and looked at
// in each of them (roles_in). A stem may end at any state of the loop, or where the same steps go round in the same
// way.
//
// Not here: the fewest switches there are. That is NP-hard (Jalbert and Sen); each exchange here only makes it better.
#include "engine/explore/tidy.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/require.h"
#include "engine/explore/endless.h"
#include "engine/explore/space.h"
#include "search/exploration.h"
#include "search/fair_cycle.h"
#include "search/stuck.h"
#include "vm/inspect.h"

namespace fermata::engine::explore {

namespace {

using Moves = std::vector<verdict::Move>;
using State = std::vector<vm::Word>;

// A run that nobody reads to its end is not worth the memory for its states.
constexpr std::size_t longest = 20'000;

/// A run with all its states: states[i] is the one before moves[i].
struct Course {
  Moves moves;
  std::vector<State> states;
};

/// Moves [begin, end) are of one thread.
struct Block {
  std::uint32_t thread = 0;
  std::size_t begin = 0, end = 0;
};

std::vector<Block> blocks_of(const Moves& moves) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (blocks.empty() || blocks.back().thread != moves[i].thread) blocks.push_back({moves[i].thread, i, i});
    ++blocks.back().end;
  }
  return blocks;
}

std::size_t switches(std::span<const verdict::Move> moves) {
  std::size_t n = 0;
  for (std::size_t i = 1; i < moves.size(); ++i) n += moves[i].thread != moves[i - 1].thread;
  return n;
}

using Unending = std::set<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>>;
/// A critical section belongs to its object alone.
std::tuple<std::uint32_t, std::uint64_t, std::uint32_t> key_of(const vm::Section& section, std::uint32_t thread) {
  return {static_cast<std::uint32_t>(section.kind), section.object,
          section.kind == vm::SectionKind::critical ? vm::max_threads : thread};
}

class Tidier {
 public:
  Tidier(vm::Machine& machine, bool daemon, const Stop& stop, const Effort& effort)
      : machine_(machine),
        daemon_(daemon),
        stop_(stop),
        steps_left_(effort.steps),
        effort_(effort),
        looks_left_(effort.looks) {}

  void failing(verdict::Run& run) {
    const verdict::Move last = run.stem.back();
    run.stem.pop_back();
    if (auto course = follow(run.stem)) {
      const auto failure = failure_of(course->states.back(), last);
      FERMATA_REQUIRE(failure, "the last step of a run that fails does fail");
      shorten(*course, [&](const State& end) {
        const auto other = failure_of(end, last);
        return other && other->kind == failure->kind && other->text == failure->text && other->at == failure->at;
      });
      // Whoever fails may as well have moved just before.
      course->moves.push_back(last);
      course->states.push_back({});
      join_blocks(*course, course->moves.size() - 1);
      course->moves.pop_back();
      run.stem = std::move(course->moves);
    }
    run.stem.push_back(last);
  }

  void dead_end(verdict::Run& run) {
    auto course = follow(run.stem);
    if (!course) return;
    const auto how = standing(course->states.back());
    if (how.movable.empty()) shorten(*course, [&](const State& end) { return standing(end) == how; });
    join_blocks(*course, course->moves.size());
    run.stem = std::move(course->moves);
  }

  void lasso(verdict::Run& run) {
    auto course = follow(run.stem);
    if (!course) return;
    for (const verdict::Unending& u : run.unending)
      unending_.insert(key_of({static_cast<vm::SectionKind>(u.kind), u.object}, u.thread));
    shorten_lasso(*course, run.loop, false);
    join_blocks(*course, course->moves.size());
    run.stem = std::move(course->moves);
    closes_none_ = true;
    if (auto round = follow(run.loop, course->states.back())) {
      join_blocks(*round, round->moves.size());
      run.loop = std::move(round->moves);
    }
  }

  void endless(verdict::Run& run, bool inescapable) {
    auto course = follow(run.stem);
    auto round = course ? follow(run.loop, course->states.back()) : std::nullopt;
    if (!round) return;
    Roles roles = roles_of(*round);
    if (inescapable) {
      for (const verdict::Unending& u : run.unending)
        unending_.insert(key_of({static_cast<vm::SectionKind>(u.kind), u.object}, u.thread));
      Moves loop = run.loop;
      shorten_lasso(*course, loop, true);
      round = follow(loop, course->states.back());
      if (!round) return;  // too much work
      roles = roles_of(*round);
    }
    end_at_loop(*course, *round);
    shorten_loop(*round, roles);
    end_at_loop(*course, *round);
    const Standing how = standing(course->states.back());
    shorten(*course, [&](const State& end) {
      if (std::ranges::find(round->states, end) != round->states.end()) return true;
      if (inescapable || standing(end) != how) return false;
      auto other = follow(round->moves, end);
      if (!other || other->states.back() != end || !alike(roles_of(*other), roles)) return false;
      *round = std::move(*other);
      return true;
    });
    end_at_loop(*course, *round);
    join_blocks(*course, course->moves.size());
    Course joined = *round;
    join_blocks(joined, joined.moves.size());
    if (alike(roles_of(joined), roles)) *round = std::move(joined);
    run.stem = std::move(course->moves);
    run.loop = std::move(round->moves);
  }

 private:
  bool tired() const { return steps_left_ == 0 || stop_.now(); }

  /// Takes a step of the run. False: it is not possible here, or it is too much work.
  bool take(State& state, const verdict::Move& move) {
    if (tired()) return false;
    --steps_left_;
    if (vm::Machine::ended(state) || move.thread >= machine_.threads(state) || !machine_.alive(state, move.thread))
      return false;
    machine_.step(state, move.thread, move.choices, step_);
    if (step_.outcome != vm::Step::Outcome::moved || step_.choices != move.choices) return false;
    if (closes_none_)
      for (const vm::Ended& e : step_.ended)
        if (unending_.contains(key_of(e.section, e.thread))) return false;
    state.swap(step_.target);
    return true;
  }

  std::optional<Course> follow(const Moves& moves, std::optional<State> from = {}) {
    if (moves.size() > longest) return std::nullopt;
    Course course{moves, {from ? std::move(*from) : machine_.initial()}};
    for (const verdict::Move& move : moves) {
      State next = course.states.back();
      if (!take(next, move)) return std::nullopt;
      course.states.push_back(std::move(next));
    }
    return course;
  }

  std::optional<vm::Failure> failure_of(const State& state, const verdict::Move& move) {
    if (vm::Machine::ended(state) || move.thread >= machine_.threads(state) || !machine_.alive(state, move.thread))
      return std::nullopt;
    machine_.step(state, move.thread, move.choices, step_);
    if (step_.outcome != vm::Step::Outcome::failed || step_.choices != move.choices) return std::nullopt;
    return step_.failure;
  }

  /// What a reader sees of a state in which threads are stuck.
  struct Standing {
    struct Thread {
      std::uint32_t number = 0;
      std::vector<vm::Section> sections;
      std::vector<std::tuple<std::string, std::uint32_t, std::uint32_t>> at;  ///< innermost first
      bool operator==(const Thread&) const = default;
    };
    bool ended = false;
    std::vector<Thread> blocked;
    std::vector<std::uint32_t> movable;  ///< threads
    bool operator==(const Standing&) const = default;
  };
  Standing standing(const State& state) {
    Standing result{.ended = vm::Machine::ended(state), .blocked = {}, .movable = {}};
    if (result.ended) return result;
    for (std::uint32_t t = 0; t < machine_.threads(state); ++t) {
      const vm::ThreadRecord record = machine_.record(state, t);
      bool movable = false;
      if (record.alive())
        machine_.each_outcome(state, t, [&](vm::Step& step) {
          movable = step.outcome != vm::Step::Outcome::blocked;
          return !movable;
        });
      if (movable) {
        result.movable.push_back(t);
      } else if (record.alive() || !record.sections.empty()) {  // one that has ended may hold a lock
        Standing::Thread& thread = result.blocked.emplace_back(Standing::Thread{t, record.sections, {}});
        for (const ir::SourcePosition& p : vm::positions(machine_, state, t))
          thread.at.emplace_back(p.file, p.line, p.column);
      }
    }
    return result;
  }

  // --- fewer steps ---------------------------------------------------------------------------------------------------

  /// A run that comes back to where it has been might as well not have left.
  static void leave_out_circles(Course& course) {
    std::map<State, std::size_t> last;
    for (std::size_t i = 0; i < course.states.size(); ++i) last[course.states[i]] = i;
    Course rest;
    for (std::size_t i = 0; i < course.states.size(); ++i) {
      i = last[course.states[i]];
      rest.states.push_back(std::move(course.states[i]));
      if (i < course.moves.size()) rest.moves.push_back(std::move(course.moves[i]));
    }
    course = std::move(rest);
  }

  /// Leaves out what it can, from larger to smaller pieces of one thread, later ones first.
  template <class SameEnd>
  void shorten(Course& course, SameEnd same_end) {
    leave_out_circles(course);
    for (bool again = true; again && !tired();) {
      again = false;
      std::map<std::uint32_t, std::size_t> threads;
      for (const verdict::Move& m : course.moves) ++threads[m.thread];
      for (auto [thread, count] : threads)
        for (std::size_t piece = count; piece > 0; piece /= 2)
          for (std::size_t last = count; last > 0 && !tired();) {
            const std::size_t first = last > piece ? last - piece : 0;
            if (leave_out(course, thread, first, last, same_end)) {
              count -= last - first;
              again = true;
            }
            last = first;
          }
    }
  }

  /// Leaves out the moves first to last - 1 of `thread`.
  template <class SameEnd>
  bool leave_out(Course& course, std::uint32_t thread, std::size_t first, std::size_t last, SameEnd& same_end) {
    Moves rest;
    std::size_t begin = course.moves.size(), k = 0;
    for (std::size_t i = 0; i < course.moves.size(); ++i) {
      const bool out = course.moves[i].thread == thread && k >= first && k < last;
      k += course.moves[i].thread == thread;
      if (out)
        begin = std::min(begin, i);
      else if (i >= begin)
        rest.push_back(course.moves[i]);
    }
    std::vector<State> states;
    State state = course.states[begin];
    for (const verdict::Move& move : rest) {
      if (!take(state, move)) return false;
      states.push_back(state);
    }
    if (!same_end(state)) return false;
    course.moves.resize(begin);
    course.moves.insert(course.moves.end(), rest.begin(), rest.end());
    course.states.resize(begin + 1);
    std::ranges::move(states, std::back_inserter(course.states));
    return true;
  }

  Roles roles_of(const Course& round) {
    const std::uint64_t cost = round.moves.size() * machine_.threads(round.states.front());
    steps_left_ -= std::min(steps_left_, cost);
    return roles_in(machine_, round.states.front(), round.moves);
  }
  /// The same go round, and as fairly.
  static bool alike(const Roles& now, const Roles& before) {
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
  void shorten_loop(Course& round, const Roles& roles) {
    for (bool again = true; again && !tired();) again = leave_out_round(round, roles) || leave_out_pieces(round, roles);
  }

  bool leave_out_round(Course& round, const Roles& roles) {
    const std::size_t size = round.moves.size();
    for (std::size_t length = 1; length < size; ++length)
      for (std::size_t begin = 0; begin + length <= size && !tired(); ++begin) {
        if (round.states[begin] != round.states[begin + length]) continue;
        auto at = [](auto& list, std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
        Course alone{{at(round.moves, begin), at(round.moves, begin + length)},
                     {at(round.states, begin), at(round.states, begin + length + 1)}};
        if (alike(roles_of(alone), roles)) {
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

  bool leave_out_pieces(Course& round, const Roles& roles) {
    for (std::uint32_t thread : roles.movers) {
      const auto count = static_cast<std::size_t>(std::ranges::count(round.moves, thread, &verdict::Move::thread));
      for (std::size_t piece = count - 1; piece > 0; --piece)
        for (std::size_t last = count; last >= piece && !tired(); --last) {
          Course rest = round;
          auto fair = [&](const State& end) { return end == rest.states.front(); };
          if (!leave_out(rest, thread, last - piece, last, fair) || !alike(roles_of(rest), roles)) continue;
          round = std::move(rest);
          return true;
        }
    }
    return false;
  }

  /// The stem may end anywhere in the component, and in any other that looks the same.
  void shorten_lasso(Course& course, Moves& loop, bool fair) {
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
    shorten(course, [&](const State& state) {
      if (component.contains(state)) return true;
      if (looks_left_ == 0 || standing(state) != how) return false;
      --looks_left_;
      const auto other = look(state, &*round, fair);
      if (other) component.insert(other->members.begin(), other->members.end());
      return other.has_value();
    });
    if (course.states.back() == end && round->way.size() + round->loop.size() >= loop.size()) return;
    auto other = course.states.back() == end ? std::move(round) : look(course.states.back(), nullptr, fair);
    auto way = other ? follow(other->way, course.states.back()) : std::nullopt;
    if (way) {
      std::ranges::move(way->moves, std::back_inserter(course.moves));
      course.states.insert(course.states.end(), way->states.begin() + 1, way->states.end());
      loop = std::move(other->loop);
    } else {
      course = before;  // we were told to stop
    }
  }

  struct Round {
    std::vector<State> members;
    Moves way, loop;
  };
  /// Goes step by step to everything that can still happen. If that is a component which is stuck in the same way as
  /// the run says: its states, and a way round through `from`; or, if it is to be `fair`, a way to a fair one.
  std::optional<Round> look(const State& from, const Round* like, bool fair) {
    ProgramSpace space(machine_, nullptr, {});
    space.excuse_joins(daemon_);
    space.start_at(from);
    search::Exploration exploration(space, {.next_milestone = effort_.states});
    for (;;) {
      const auto pause = exploration.advance(stop_);
      if (std::holds_alternative<search::Closed>(pause)) break;
      if (!std::holds_alternative<search::DeadEnd>(pause) || exploration.states() > effort_.states) return std::nullopt;
    }
    if (exploration.saw_input()) return std::nullopt;
    const auto answer = search::find_stuck(exploration, {.daemon = daemon_}, stop_);
    const auto* component = std::get_if<search::StuckComponent>(&answer);
    if (!component || component->members.size() != exploration.states()) return std::nullopt;
    Unending slots;
    for (search::Slot slot : component->slots)
      slots.insert(key_of(space.owner(slot).section, space.owner(slot).thread));
    if (slots != unending_ || (like && component->members.size() != like->members.size())) return std::nullopt;
    Round round;
    for (search::State s : component->members) exploration.words(s, round.members.emplace_back());
    auto steps = [&](const std::vector<search::Move>& path) {
      Moves moves;
      State words;
      for (const search::Move& m : path) {
        exploration.words(m.source, words);
        std::ranges::move(space.moves(words, m.agent, m.outcome), std::back_inserter(moves));
      }
      return moves;
    };
    if (!fair) {
      round.loop = steps(search::witness_cycle(exploration, *component, stop_));
      return round;
    }
    auto found = search::find_fair_cycle_among(exploration, component->members, search::Fairness::await, stop_);
    if (!std::holds_alternative<search::FairCycle>(found))
      found = search::find_fair_cycle_among(exploration, component->members, search::Fairness::strong, stop_);
    const auto* cycle = std::get_if<search::FairCycle>(&found);
    if (!cycle) return std::nullopt;
    round.way = steps(exploration.path_to(cycle->start));
    round.loop = steps(cycle->loop);
    return round;
  }

  // --- fewer switches ------------------------------------------------------------------------------------------------

  /// Brings blocks of one thread together among the moves before `end`, as long as the state after them is the same.
  void join_blocks(Course& course, std::size_t end) {
    while (!tired() && join_once(course, end)) {
    }
  }

  // X M Y, where X and Y are blocks of one thread and M of others, becomes M' X Y M'' with M' M'' = M.
  bool join_once(Course& course, std::size_t end) {
    const auto blocks = blocks_of(course.moves);
    for (std::size_t x = 0; x < blocks.size(); ++x) {
      std::size_t y = x + 1;
      while (y < blocks.size() && blocks[y].thread != blocks[x].thread) ++y;
      if (y == blocks.size()) continue;
      const std::size_t begin = blocks[x].begin, until = std::min(blocks[y].end, end);
      const std::size_t middle = blocks[x].end, later = blocks[y].begin;
      // First all of M to one side, then parts of it: pieces of blocks only pay if both sides find company.
      std::vector<std::size_t> cuts{middle, later};
      for (std::size_t cut = later; cut-- > middle + 1;) cuts.push_back(cut);
      for (std::size_t cut : cuts)
        if (arrange(course, begin, middle, cut, later, until)) return true;
    }
    return false;
  }

  bool arrange(Course& course, std::size_t begin, std::size_t middle, std::size_t cut, std::size_t later,
               std::size_t until) {
    auto& moves = course.moves;
    auto at = [&](std::size_t i) { return moves.begin() + static_cast<std::ptrdiff_t>(i); };
    const std::size_t before = begin ? begin - 1 : 0, after = std::min(until + 1, moves.size());
    Moves fresh(at(before), at(begin));
    fresh.insert(fresh.end(), at(middle), at(cut));
    fresh.insert(fresh.end(), at(begin), at(middle));
    fresh.insert(fresh.end(), at(later), at(until));
    fresh.insert(fresh.end(), at(cut), at(later));
    fresh.insert(fresh.end(), at(until), at(after));
    if (switches(fresh) >= switches({at(before), at(after)})) return false;

    std::vector<State> states;
    State state = course.states[begin];
    for (std::size_t i = begin; i < until; ++i) {
      if (!take(state, fresh[i - before])) return false;
      states.push_back(state);
    }
    if (until > begin && state != course.states[until]) return false;
    std::ranges::copy(fresh, at(before));
    std::ranges::move(states, course.states.begin() + static_cast<std::ptrdiff_t>(begin) + 1);
    return true;
  }

  vm::Machine& machine_;
  bool daemon_;
  const Stop& stop_;
  std::uint64_t steps_left_;
  Effort effort_;
  std::uint32_t looks_left_;
  Unending unending_;
  bool closes_none_ = false;  ///< steps that end one of them are refused
  vm::Step step_;
};

template <class Act>
void unless_told_to_stop(vm::Machine& machine, verdict::Run& run, const Stop& stop, Act act) {
  const vm::ScopedLimits limits(machine, stop);
  try {
    verdict::Run better = run;
    act(better);
    run = std::move(better);
  } catch (const LimitReached&) {
  }
}

}  // namespace

void tidy(vm::Machine& machine, verdict::Property property, bool daemon, verdict::Run& run, const Stop& stop,
          const Effort& effort) {
  if (run.stem.empty()) return;
  unless_told_to_stop(machine, run, stop, [&](verdict::Run& better) {
    Tidier tidier(machine, daemon, stop, effort);
    if (property == verdict::Property::safety) return tidier.failing(better);
    if (better.loop.empty()) return tidier.dead_end(better);
    tidier.lasso(better);
  });
}

void tidy_endless(vm::Machine& machine, bool inescapable, verdict::Run& run, const Stop& stop, const Effort& effort) {
  unless_told_to_stop(machine, run, stop, [&](verdict::Run& better) {
    Tidier tidier(machine, false, stop, effort);
    if (better.loop.empty()) return tidier.dead_end(better);
    tidier.endless(better, inescapable);
  });
}

}  // namespace fermata::engine::explore
