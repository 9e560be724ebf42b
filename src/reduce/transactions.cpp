// SPDX-License-Identifier: Apache-2.0
// Transactions that lose no hang.
// Keeps: deadlocks, stuck sections, ends, failures, infinite runs, strongly fair ones. Loses: lengths of runs.
//
//   C. Flanagan, S. Qadeer, "Transactions for software model checking", SoftMC 2003
//
// A transaction is a sequence of right movers, then at most one step that is no mover (the commit), then left movers.
// As published, a transaction that blocks before it commits is dropped, and no two threads are ever both inside one;
// with that, deadlocks and waits are lost. Here a transaction also ends
//   - where it blocks: the state is kept, and every thread may go on from there;
//   - before it takes a lock, or a unit of a semaphore, that it must not take after those it has taken (LockOrder): of
//     each cycle of locks one edge is cut, so that some thread waits there for the others to come;
//   - before a step that halts the program after the commit: what others could still do would be lost;
//   - before a step that publishes an object, if memory was allocated since the commit: another thread may access that
//     place with an old address, and must find it before it looks valid;
//   - before a second choice, since a loop with choices has too many paths;
//   - around inputs, and around all choices if there are inputs: they are chosen by two players;
//   - if states are left out, after the first step unless left movers follow: there is no way from one of those that
//   are
//     kept to a left mover behind which all are left out, but there may be to a commit;
//   - where it comes back to a state it has been in, after a thousand steps, and after a step that was cut short.
// Ending more often than necessary is always sound.
//
// Not here: an end before each step that waits for more than a lock. Before the commit it is not needed: the thread has
// done right movers only, so whoever changes what it waits for can do so before them, and then the transaction blocks
// there and is kept. After the commit such a step is no left mover, unless nobody can change what it waits for.
#include "reduce/transactions.h"

#include <algorithm>

#include "vm/cache_hooks.h"

namespace fermata::reduce {

namespace {

constexpr std::uint32_t most_steps = 1000;

bool takes_a_lock(const vm::Operation& operation) { return !operation.acquired.empty() || !operation.taken.empty(); }

}  // namespace

struct Transactions::Path {
  std::vector<vm::Word> state;
  std::vector<vm::Word> marker;  ///< an earlier state, to find cycles (Brent's algorithm)
  std::uint32_t next_marker = 1;
  std::uint32_t steps = 0;
  bool committed = false;
  bool chose = false;
  bool took_slot = false;             ///< since the commit
  std::vector<vm::Address> acquired;  ///< or taken, before the commit
  bool over = false;
  Transaction so_far;

  void end() {
    over = true;
    so_far.outcome = vm::Step::Outcome::moved;
    so_far.target = state;
  }
};

bool Transactions::each(std::span<const vm::Word> state, ThreadId thread, const vm::ThreadCounts& counts,
                        const std::function<bool(Transaction&)>& visit) {
  machine_.track(true);
  unclassified_ = false;
  touched_ = nullptr;
  if (keep_choices_ || keep_inside_) {
    make(state, thread, visit);
    return !unclassified_;
  }
  const auto key = vm::step_key(machine_, state, thread, counts);
  vm::Parts& parts = vm::parts(machine_);
  if (cache_.find(key, state, parts, touched_, visit)) return true;
  bool wanted = true;
  cache_.begin(state, thread);
  make(state, thread, [&](Transaction& t) {
    cache_.add(t, parts);
    return wanted = visit(t);
  });
  if (wanted && !unclassified_) {
    touched_ = sets_.intern(seen_);
    cache_.end(key, parts, touched_, machine_.stop());
  }
  return !unclassified_;
}

void Transactions::make(std::span<const vm::Word> state, ThreadId thread,
                        const std::function<bool(Transaction&)>& visit) {
  seen_.clear();
  std::vector<Path> todo(1);
  todo.back().state.assign(state.begin(), state.end());
  todo.back().marker = todo.back().state;
  while (!todo.empty()) {
    Path path = std::move(todo.back());
    todo.pop_back();
    bool goes_on = true;
    while (goes_on && !path.over) goes_on = extend(path, thread, todo);
    if (unclassified_) return;
    if (goes_on && !visit(path.so_far)) return;
  }
}

/// Takes the next step. If it has several outcomes, all but the first are pushed onto `todo`, the second on top. False:
/// the path ends here without a transaction.
bool Transactions::extend(Path& path, ThreadId thread, std::vector<Path>& todo) {
  const std::size_t outcomes = try_all(path.state, thread);
  bool ends = false;
  std::size_t first = outcomes, blocked = 0;
  for (std::size_t k = outcomes; k-- > 0;) {
    const vm::Step& step = steps_[k];
    if (step.outcome == vm::Step::Outcome::blocked) {
      ++blocked;
      judge(step);
      continue;
    }
    first = k;
    movers_of_[k] = judge(step);
    ends |= ends_before(path, step, movers_of_[k]);
  }
  if (unclassified_) return false;
  const bool none = blocked == outcomes;
  if (none && (path.steps == 0 || !rules_.keeps_where_it_blocks)) return false;
  if (path.steps > 0 && (ends || none)) {
    path.end();
    return true;
  }
  for (std::size_t k = outcomes; k-- > first + 1;) {
    if (steps_[k].outcome == vm::Step::Outcome::blocked) continue;
    Path other = path;
    advance(other, steps_[k], movers_of_[k]);
    todo.push_back(std::move(other));
  }
  if (path.steps > 0 && blocked > 0) {
    Path waits = path;
    waits.end();
    todo.push_back(std::move(waits));
  }
  advance(path, steps_[first], movers_of_[first]);
  return true;
}

/// Every outcome of a step, in the order of its choices, into steps_.
std::size_t Transactions::try_all(std::span<const vm::Word> state, ThreadId thread) {
  std::size_t count = 0;
  script_.clear();
  do {
    if (count == steps_.size()) steps_.emplace_back(), movers_of_.emplace_back();
    machine_.step(state, thread, script_, steps_[count]);
    cache_.read(vm::reads(machine_));
    vm::next_script(steps_[count++], script_);
  } while (!script_.empty());
  return count;
}

Mover Transactions::judge(const vm::Step& step) {
  if (step.input && learner_) learner_->saw_input();
  if (step.input && !movers_.has_seen_input()) unclassified_ = true;
  const std::optional<Mover> mover = learner_ ? learner_->classify(*step.footprint) : movers_.recall(*step.footprint);
  unclassified_ |= !mover;
  return mover.value_or(Mover::none);
}

bool Transactions::allows(vm::Address first, vm::Address second) {
  if (learner_) return own_order_.allows(first, second);
  const std::optional<bool> known = order_.recall(first, second);
  unclassified_ |= !known;
  return known.value_or(false);
}

bool Transactions::ends_before(const Path& path, const vm::Step& step, Mover mover) {
  if (path.steps == 0) return false;
  if (step.outcome == vm::Step::Outcome::unmodelled || step.outcome == vm::Step::Outcome::disowned) return true;
  if (step.chooses && path.chose) return true;
  if (rules_.inputs_stand_alone && (step.input || (step.chooses && !movers_.choices_move()))) return true;
  if (path.committed) {
    if (mover == Mover::right || mover == Mover::none) return true;
    if (step.footprint->publishes && path.took_slot && rules_.slots_lie_open) return true;
    const bool halts = step.outcome == vm::Step::Outcome::failed || vm::Machine::ended(step.target);
    return halts && rules_.halts_after_others;
  }
  if (rules_.acquires_begin &&
      (mover == Mover::right || std::ranges::any_of(step.footprint->operations(), takes_a_lock)))
    return true;
  if (!rules_.cuts_cycles_of_locks) return false;
  bool ends = false;  // all pairs are judged, so that the order knows them
  for (const vm::Operation& operation : step.footprint->operations())
    for (const auto* seconds : {&operation.acquired, &operation.taken})
      for (vm::Address second : *seconds)
        for (vm::Address first : path.acquired) ends |= !allows(first, second);
  return ends;
}

void Transactions::advance(Path& path, vm::Step& step, Mover mover) {
  Transaction& t = path.so_far;
  if (keep_choices_) t.choices.push_back(step.choices);
  if (accesses(*step.footprint)) seen_.push_back(step.footprint);
  t.ended.insert(t.ended.end(), step.ended.begin(), step.ended.end());
  t.outcome = step.outcome;
  t.input = step.input;
  t.spurious |= step.spurious;
  if (step.outcome != vm::Step::Outcome::moved) {
    t.failure = step.failure;
    t.target.clear();
    path.over = true;
    return;
  }
  if (keep_inside_ && path.steps > 0) t.inside.push_back(path.state);
  path.state.swap(step.target);
  t.resized |= step.resized;
  const auto before = static_cast<std::ptrdiff_t>(t.changed.size());
  t.changed.insert(t.changed.end(), step.changed.begin(), step.changed.end());
  std::ranges::inplace_merge(t.changed, t.changed.begin() + before);
  t.changed.erase(std::ranges::unique(t.changed).begin(), t.changed.end());
  ++path.steps;
  path.chose |= step.chooses;
  path.committed |= mover == Mover::left || mover == Mover::none || rules_.first_step_commits;
  for (const vm::Operation& operation : step.footprint->operations()) {
    path.took_slot |= path.committed && !operation.fresh.empty();
    for (const auto* locks : {&operation.acquired, &operation.taken})
      path.acquired.insert(path.acquired.end(), locks->begin(), locks->end());
  }

  const bool chose = rules_.inputs_stand_alone && (step.input || (step.chooses && !movers_.choices_move()));
  if (vm::Machine::ended(path.state) || step.footprint->ends_thread || chose || path.steps == most_steps ||
      step.cut_short || path.state == path.marker)
    return path.end();
  if (path.steps == path.next_marker) {
    path.marker = path.state;
    path.next_marker *= 2;
  }
}

}  // namespace fermata::reduce
