// SPDX-License-Identifier: Apache-2.0
// Transactions that lose no hang.
// Keeps: deadlocks, stuck sections, ends, failures, infinite runs, strongly fair ones. Loses: lengths of runs.
//
//   C. Flanagan, S. Qadeer, "Transactions for software model checking", SoftMC 2003
//
// A transaction is a sequence of right movers, then at most one step that is none, then left movers.
// As published, a transaction that blocks before it commits is dropped, and two of them never stand
// half-way together; with that, deadlocks and waits are lost. Here a transaction also ends
//   - where it blocks: the state is kept, and everybody may go on from there;
//   - before it takes a lock that it must not take after those it has taken (LockOrder): of each cycle
//     of locks one edge is cut, so that some thread waits there for the others to come;
//   - before a step that halts the program after the commit: what others could do meanwhile would be lost;
//   - around inputs, and around all choices if there are inputs: they are chosen by two players;
//   - where it comes back to a state it has been in, and after a thousand steps;
//   - after a few choices: the ways through a loop with a choice in it double in each round, and different
//     ways may lead to one state, which only the search can see.
// Ending more often than necessary is always right.
//
// Not here: an end before each step that waits for more than a lock. Until the commit it is not needed: what a thread has
// done is right movers, so whoever changes what it waits for can do so before them, and then the transaction blocks there and is
// kept. After the commit it is no left mover, unless nobody can change what it waits for.
#include "reduce/transactions.h"

#include <algorithm>

namespace fermata::reduce {

namespace {

constexpr std::uint32_t most_steps = 1000;
constexpr std::uint32_t most_ways = 16;

}  // namespace

struct Transactions::Path {
  std::vector<vm::Word> state;
  std::vector<vm::Word> marker;  ///< an earlier state, to notice that it comes again (Brent's way)
  std::uint32_t next_marker = 1;
  std::uint32_t steps = 0;
  std::uint32_t ways = 1;  ///< in which it could have come here, by its choices
  bool committed = false;
  std::vector<vm::Address> acquired;  ///< before the commit
  bool over = false;
  Transaction so_far;

  void end() {
    over = true;
    so_far.outcome = vm::Step::Outcome::moved;
    so_far.target = state;
  }
};

void Transactions::each(std::span<const vm::Word> state, std::uint32_t thread,
                        const std::function<bool(Transaction&)>& visit) {
  machine_.track(true);
  std::vector<Path> todo(1);
  todo.back().state.assign(state.begin(), state.end());
  todo.back().marker = todo.back().state;
  while (!todo.empty()) {
    Path path = std::move(todo.back());
    todo.pop_back();
    if (!path.over) {
      go_on(std::move(path), thread, todo);
    } else if (!visit(path.so_far)) {
      return;
    }
  }
}

/// Puts the ways in which the path goes on onto `todo`, the first one on top.
void Transactions::go_on(Path path, std::uint32_t thread, std::vector<Path>& todo) {
  const std::size_t outcomes = try_all(path.state, thread);
  bool ends = false, blocked = false;
  std::size_t free = 0;
  for (std::size_t k = 0; k < outcomes; ++k) {
    const vm::Step& step = steps_[k];
    if (step.outcome == vm::Step::Outcome::blocked) {
      blocked = true;
      movers_.saw_blocked(step.footprint, thread);
      continue;
    }
    ++free;
    if (step.input) movers_.saw_input();
    movers_of_[k] = movers_.classify(step.footprint, thread);
    ends |= ends_before(path, step, movers_of_[k]);
  }
  if (free == 0 && !rules_.keeps_where_it_blocks) return;
  if (path.steps > 0 && (ends || free == 0)) {
    path.end();
    todo.push_back(std::move(path));
    return;
  }
  if (path.steps > 0 && blocked) {
    Path waits = path;
    waits.end();
    todo.push_back(std::move(waits));
  }
  for (std::size_t k = outcomes; k-- > 0;) {
    if (steps_[k].outcome == vm::Step::Outcome::blocked) continue;
    Path next = --free ? path : std::move(path);
    advance(next, steps_[k], movers_of_[k]);
    todo.push_back(std::move(next));
  }
}

/// Every outcome of a step, in the order of its choices, into steps_.
std::size_t Transactions::try_all(std::span<const vm::Word> state, std::uint32_t thread) {
  std::size_t count = 0;
  std::vector<std::uint32_t> script;
  for (;;) {
    if (count == steps_.size()) steps_.emplace_back(), movers_of_.emplace_back();
    vm::Step& step = steps_[count++];
    machine_.step(state, thread, script, step);
    script = step.choices;
    while (!script.empty() && script.back() + 1 >= step.options[script.size() - 1]) script.pop_back();
    if (script.empty()) return count;
    ++script.back();
  }
}

bool Transactions::ends_before(const Path& path, const vm::Step& step, Mover mover) {
  if (path.steps == 0) return false;
  if (step.outcome == vm::Step::Outcome::unmodelled || step.outcome == vm::Step::Outcome::disowned) return true;
  if (rules_.inputs_stand_alone && (step.input || (!step.choices.empty() && !movers_.choices_move()))) return true;
  if (path.committed) {
    if (mover == Mover::right || mover == Mover::none) return true;
    const bool halts = step.outcome == vm::Step::Outcome::failed || vm::Machine::ended(step.target);
    return halts && rules_.halts_after_others;
  }
  if (!rules_.cuts_cycles_of_locks) return false;
  bool ends = false;  // all pairs are judged, so that the order knows them
  for (const vm::Operation& operation : step.footprint.operations())
    for (vm::Address second : operation.acquired)
      for (vm::Address first : path.acquired) ends |= !order_.allows(first, second);
  return ends;
}

void Transactions::advance(Path& path, vm::Step& step, Mover mover) {
  Transaction& t = path.so_far;
  t.choices.push_back(step.choices);
  t.ended.insert(t.ended.end(), step.ended.begin(), step.ended.end());
  t.outcome = step.outcome;
  t.input = step.input;
  if (step.outcome != vm::Step::Outcome::moved) {
    t.failure = step.failure;
    t.target.clear();
    path.over = true;
    return;
  }
  path.state.swap(step.target);
  ++path.steps;
  for (std::uint32_t options : step.options) path.ways = std::min(path.ways * options, most_ways + 1);
  path.committed |= mover == Mover::left || mover == Mover::none;
  for (const vm::Operation& operation : step.footprint.operations())
    path.acquired.insert(path.acquired.end(), operation.acquired.begin(), operation.acquired.end());

  const bool chose = rules_.inputs_stand_alone && (step.input || (!step.choices.empty() && !movers_.choices_move()));
  if (vm::Machine::ended(path.state) || step.footprint.ends_thread || chose || path.steps == most_steps ||
      path.ways > most_ways || path.state == path.marker)
    return path.end();
  if (path.steps == path.next_marker) {
    path.marker = path.state;
    path.next_marker *= 2;
  }
}

}  // namespace fermata::reduce
