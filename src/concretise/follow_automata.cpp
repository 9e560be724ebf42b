// SPDX-License-Identifier: Apache-2.0
// The machine is moved until each thread stands where its automaton has got to.
//
// What a thread does is one sequence of operations, of which the machine and the automaton stop before some. The
// machine also stops before reads of shared bytes that nobody writes, and before accesses that a lock protects: it is
// then on the way to the next location, and goes on. The automaton also stops while its thread is alone, in private
// loops, and before accesses to objects that are published later: the machine is then ahead, and the edges that it has
// passed are left out. Steps that only one of the two knows concern no other thread, so it does not matter when they
// happen.
//
// Where both stand is compared by calls and instructions. In a loop that is not enough: which round it is follows from
// the threads that were started, and from whether the machine can go on.
#include "concretise/follow_automata.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "vm/follow.h"
#include "vm/inspect.h"

namespace fermata::concretise {

namespace {

using model::Edge;
using model::EdgeId;
using model::Location;
using model::LocationId;
using verdict::Move;
using vm::Step;

/// More steps than this between two locations: the machine will not get there.
constexpr std::size_t most_steps_on_the_way = 100'000;

/// What a thread of the automata does in the run, and how far the machine has got with it.
struct Course {
  struct Started {
    std::size_t by = 0;  ///< the edge, as an index into `path` of where it comes from
    ThreadId thread{};
    std::size_t first = 0;  ///< into its path: where it begins
  };
  std::vector<LocationId> path;
  std::vector<model::Choice> choices;
  std::vector<Started> starts;

  std::size_t model = 0;    ///< into `path`: where the automaton is
  std::size_t machine = 0;  ///< where the machine is, or what it is on the way to
  bool there = false;       ///< it is there
  std::size_t chosen = 0, started = 0;
  std::vector<vm::Word> mark;  ///< a state on the way, and how many steps ago that was: does the machine go round?
  std::size_t since_mark = 0, next_mark = 0;
  std::optional<ThreadId> number;  ///< the machine's
};

struct Refused {
  std::string why;
};

class Follower {
 public:
  Follower(const vm::Machine& machine, const vm::Options& options, const model::ThreadSystem& system, const Stop& stop)
      : machine_(machine, options, stop),
        system_(system),
        stop_(stop),
        courses_(system.threads.size()),
        state_(machine_.initial()) {
    courses_[0].path.push_back(system_.start);
    courses_[0].number = main_thread;
  }

  bool disowned() const { return disowned_; }

  using Moves = std::vector<Move>;

  std::expected<verdict::Run, Disagreement> deadlock(std::span<const EdgeId> edges) {
    plan(edges);
    if (auto wrong = follow(edges)) return std::unexpected(*wrong);
    // Main may wait at once, but not before it has come so far.
    if (auto wrong = come_to_rest(main_thread)) return std::unexpected(differs(main_thread, *wrong));
    if (vm::Machine::ended(state_)) return std::unexpected(differs(main_thread, {"the machine says that all is over"}));
    for (ThreadId thread : thread_ids(courses_.size()))
      if (const auto number = courses_[index(thread)].number; number && vm::can_move(machine_, state_, *number))
        return std::unexpected(differs(thread, {"it waits, says its automaton, but the machine can move it"}));
    verdict::Run run = run_of({moves_.begin(), moves_.end()}, {});
    run.unending = machine_.open_sections(state_);
    return run;
  }

  std::expected<std::optional<verdict::Run>, Disagreement> lasso(std::span<const EdgeId> stem,
                                                                 std::span<const EdgeId> loop) {
    // Something may be different the first time: what is left of the stem in memory that nobody looks at.
    constexpr std::size_t most_rounds = 3;
    plan(stem);
    for (std::size_t k = 0; k <= most_rounds; ++k) plan(loop);  // one more: where threads go next says where they are
    if (auto wrong = follow(stem)) return std::unexpected(*wrong);
    struct Mark {
      std::vector<vm::Word> state;
      std::ptrdiff_t moves = 0;
    };
    std::vector<Mark> marks;
    for (std::size_t k = 0; k <= most_rounds; ++k) {
      if (k > 0)
        if (auto wrong = follow(loop)) return std::unexpected(*wrong);
      const auto same = std::ranges::find(marks, state_, &Mark::state);
      if (same != marks.end())
        return run_of({moves_.begin(), moves_.begin() + same->moves}, {moves_.begin() + same->moves, moves_.end()});
      marks.push_back({state_, std::ssize(moves_)});
    }
    return std::nullopt;
  }

 private:
  verdict::Run run_of(Moves stem, Moves loop) const {
    return {.stem = std::move(stem), .loop = std::move(loop), .unending = {}, .heap = machine_.options().heap};
  }

  /// Until each thread stands where these edges lead it.
  std::optional<Disagreement> follow(std::span<const EdgeId> edges) {
    for (EdgeId id : edges) {
      stop_.enforce();
      const ThreadId thread = system_[id].thread;
      Course& course = courses_[index(thread)];
      look_if_new(course);
      for (std::size_t steps = 0; course.machine <= course.model; ++steps) {
        if (auto wrong = move(thread, steps)) return differs(thread, *wrong);
        // Within a private loop the machine stops where it likes, which concerns nobody.
        if (!course.there && course.machine == course.model && is_silent(course.path[course.model])) ++course.machine;
      }
      const std::size_t edge = course.model++;
      // At once: others may wait for a thread that has ended, says its automaton, and has yet to read something.
      if (auto wrong = come_to_rest(thread)) return differs(thread, *wrong);
      for (const Course::Started& started : course.starts) {
        if (started.by != edge) continue;
        courses_[index(started.thread)].model = started.first;
        if (auto wrong = come_to_rest(started.thread)) return differs(started.thread, *wrong);
      }
    }
    return std::nullopt;
  }

  void plan(std::span<const EdgeId> edges) {
    for (EdgeId id : edges) {
      const Edge& edge = system_[id];
      Course& course = courses_[index(edge.thread)];
      course.choices.insert(course.choices.end(), edge.choices.begin(), edge.choices.end());
      for (const auto& [thread, location] : edge.starts) {
        course.starts.push_back({course.path.size() - 1, thread, courses_[index(thread)].path.size()});
        courses_[index(thread)].path.push_back(location);
      }
      course.path.push_back(edge.to);
    }
  }

  std::optional<Refused> come_to_rest(ThreadId thread) {
    Course& course = courses_[index(thread)];
    if (!course.number && has_ended(course.path[course.model])) return std::nullopt;
    if (!course.number) return Refused{"the machine has not started it"};
    look_if_new(course);
    const auto is_on_the_way = [&] {  // not to a place where the machine does not stop
      return !course.there && !is_silent(course.path[course.model]);
    };
    for (std::size_t steps = 0; course.machine < course.model || (course.machine == course.model && is_on_the_way());
         ++steps)
      if (auto wrong = move(thread, steps)) return wrong;
    return std::nullopt;
  }

  /// One step of the machine.
  std::optional<Refused> move(ThreadId thread, std::size_t steps_before) {
    Course& course = courses_[index(thread)];
    if (!course.number) return Refused{"the machine has not started it"};
    if (vm::Machine::ended(state_)) return Refused{"the machine says that the process has ended"};
    if (!is_alive(*course.number)) return Refused{"the machine says that it has ended"};
    if (steps_before > most_steps_on_the_way) return Refused{"the machine does not get there"};
    const std::vector<std::uint64_t> script = next_choices(course);
    Step step;
    machine_.step(state_, *course.number, script, step);
    switch (step.outcome) {
      case Step::Outcome::moved: break;
      case Step::Outcome::blocked: return passed_unnoticed(course);
      case Step::Outcome::disowned: disowned_ = true; return Refused{"an object was handed over"};
      case Step::Outcome::failed:
      case Step::Outcome::unmodelled: return Refused{"the machine stops: " + step.failure.text};
    }
    if (step.choices.size() > script.size()) return Refused{"the machine has more to choose"};
    course.chosen += step.choices.size();
    moves_.push_back({*course.number, step.choices});
    std::size_t least = course.there ? course.machine + 1 : course.machine;
    const std::vector<vm::Word> before = std::exchange(state_, std::move(step.target));
    course.there = false;
    if (auto wrong = note_started(course, before, least)) return wrong;
    course.machine = least;
    if (!vm::Machine::ended(state_)) look(course, least);
    if (!course.there) look_whether_it_goes_round(course);
    return std::nullopt;
  }

  /// What nothing depends on is no step of the machine, and may be one of the automaton. In a loop of such steps the
  /// machine stops where it likes, and is there as soon as it comes by a second time.
  void look_whether_it_goes_round(Course& course) {
    if (course.mark == state_) return arrive(course, course.machine);
    if (++course.since_mark < course.next_mark) return;
    course.next_mark = 2 * course.since_mark;  // Brent's: each mark stands for twice as long as the one before
    course.since_mark = 0;
    course.mark = state_;
  }

  /// In the machine's numbers.
  std::vector<std::uint64_t> next_choices(const Course& course) const {
    constexpr std::size_t most_in_a_step = 64;
    std::vector<std::uint64_t> next;
    for (const model::Choice& choice : std::span(course.choices).subspan(course.chosen)) {
      if (next.size() == most_in_a_step) break;
      const auto number = choice.of_threads ? courses_[choice.taken].number : std::nullopt;
      next.push_back(number ? index(*number) : choice.taken);
    }
    return next;
  }

  /// The threads that are there now, and were not before.
  std::optional<Refused> note_started(Course& course, const std::vector<vm::Word>& before, std::size_t& least) {
    if (vm::Machine::ended(state_)) return std::nullopt;
    const auto was_there = [&](ThreadId t) {
      return index(t) < machine_.threads(before) && machine_.record(before, t).state != vm::ThreadState::none;
    };
    for (ThreadId t : thread_ids(machine_.threads(state_))) {
      if (machine_.record(state_, t).state == vm::ThreadState::none || was_there(t)) continue;
      pass_over_who_has_ended(course, t);
      if (course.started == course.starts.size()) return Refused{"the machine starts a thread"};
      const Course::Started& next = course.starts[course.started++];
      Course& begun = courses_[index(next.thread)];
      begun.number = t;
      begun.machine = next.first;
      begun.there = false;
      least = std::max(least, next.by + 1);
    }
    return std::nullopt;
  }

  /// Who does nothing that concerns others may be gone when the machine stops. Then the thread that is there is
  /// another, which its function tells.
  void pass_over_who_has_ended(Course& course, ThreadId there) const {
    if (!is_alive(there)) return;
    const auto function = machine_.frames(state_, there).front().function;
    for (std::size_t k = course.started; k < course.starts.size(); ++k) {
      const LocationId first = first_of(course.starts[k]);
      if (has_ended(first)) continue;
      const auto& stack = system_[first].stack;
      if (!stack.empty() && stack.front().function == function) course.started = k;
      return;
    }
  }

  LocationId first_of(const Course::Started& started) const {
    return courses_[index(started.thread)].path[started.first];
  }
  bool has_ended(LocationId location) const { return system_[location].kind == Location::Kind::ended; }
  bool is_silent(LocationId location) const { return system_[location].kind == Location::Kind::silent; }

  bool is_alive(ThreadId number) const {
    return index(number) < machine_.threads(state_) && machine_.alive(state_, number);
  }

  /// A thread that others have started may be at its first location already.
  void look_if_new(Course& course) {
    if (course.number && !course.there && !vm::Machine::ended(state_)) look(course, course.machine);
  }

  /// Which location of its path has the thread come to, from this one on?
  void look(Course& course, std::size_t least) {
    if (!is_alive(*course.number)) {
      for (std::size_t k = least; k < course.path.size(); ++k)
        if (system_[course.path[k]].kind == Location::Kind::ended) return arrive(course, k);
      return;
    }
    const std::vector<vm::CallFrame> places = machine_.frames(state_, *course.number);
    for (std::size_t k = least; k < course.path.size(); ++k) {
      if (!stands_at(places, course.path[k])) continue;
      // Before a read the machine may have stopped for itself, and the next location is yet to come.
      if (k > least && is_read(places.back())) return;
      return arrive(course, k);
    }
  }

  static void arrive(Course& course, std::size_t where) {
    course.machine = where;
    course.there = true;
    course.mark.clear();
    course.since_mark = course.next_mark = 0;
  }

  bool stands_at(const std::vector<vm::CallFrame>& places, LocationId id) const {
    const Location& location = system_[id];
    return location.kind == Location::Kind::visible &&
           std::ranges::equal(places, location.stack, [](const vm::CallFrame& a, const model::Place& b) {
             return a.function == b.function && a.block == b.block && a.instruction == b.instruction;
           });
  }

  bool is_read(const vm::CallFrame& place) const {
    const auto& block = machine_.program()[place.function].blocks[place.block];
    const ir::Op op = block.instructions[place.instruction].op;
    return op == ir::Op::load || op == ir::Op::copy_bytes;
  }

  /// It is blocked where the automaton goes on, or is on its way: then the machine has gone through this before, alone,
  /// and stands at a later location that looks the same.
  std::optional<Refused> passed_unnoticed(Course& course) {
    const std::vector<vm::CallFrame> places = machine_.frames(state_, *course.number);
    const std::size_t least = course.there ? course.machine + 1 : course.machine;
    for (std::size_t k = least; k < course.path.size(); ++k)
      if (stands_at(places, course.path[k])) {
        arrive(course, k);
        return std::nullopt;
      }
    return Refused{"the machine cannot move it"};
  }

  Disagreement differs(ThreadId thread, const Refused& refused) const {
    const Course& course = courses_[index(thread)];
    const auto shown = [&](const ir::SourcePosition& p) {
      return p.line == 0 ? std::string("an unknown line") : fmt::format("{}:{}", p.file, p.line);
    };
    std::string automaton = "nowhere", machine = "nowhere";
    if (!course.path.empty()) {
      const LocationId at = course.path[std::min(course.model, course.path.size() - 1)];
      automaton = fmt::format("location {} ({})", index(at), shown(machine_.program()[system_[at].at]));
    }
    if (course.number && !vm::Machine::ended(state_) && is_alive(*course.number))
      machine = shown(vm::position(machine_, state_, *course.number));
    return {fmt::format("after {} moves, thread '{}': its automaton stands at {}, the machine's thread at {}: {}",
                        moves_.size(), system_.threads[index(thread)].name, automaton, machine, refused.why)};
  }

  vm::Machine machine_;
  const model::ThreadSystem& system_;
  const Stop& stop_;
  std::vector<Course> courses_;
  std::vector<vm::Word> state_;
  Moves moves_;
  bool disowned_ = false;
};

/// With objects that are handed over to new threads; if that does not go well, without.
template <class Task>
auto with_hand_over_or_without(const vm::Machine& machine, const model::ThreadSystem& system, const Stop& stop,
                               const Task& task) {
  vm::Options options = machine.options();
  Follower first(machine, options, system, stop);
  auto run = task(first);
  if (run || !first.disowned() || !options.heap.hand_over) return run;
  options.heap.hand_over = false;
  Follower second(machine, options, system, stop);
  return task(second);
}

}  // namespace

std::expected<verdict::Run, Disagreement> deadlock_run(const vm::Machine& machine, const model::ThreadSystem& system,
                                                       std::span<const EdgeId> edges, const Stop& stop) {
  return with_hand_over_or_without(machine, system, stop, [&](Follower& f) { return f.deadlock(edges); });
}

std::expected<std::optional<verdict::Run>, Disagreement> lasso_run(const vm::Machine& machine,
                                                                   const model::ThreadSystem& system,
                                                                   std::span<const EdgeId> stem,
                                                                   std::span<const EdgeId> loop, const Stop& stop) {
  return with_hand_over_or_without(machine, system, stop, [&](Follower& f) { return f.lasso(stem, loop); });
}

}  // namespace fermata::concretise
