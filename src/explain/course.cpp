// SPDX-License-Identifier: Apache-2.0
#include "explain/course.h"

#include <algorithm>

#include "vm/follow.h"

namespace fermata::explain {

namespace {

// A run that nobody reads to its end is not worth the memory for its states.
constexpr std::size_t longest = 20'000;

}  // namespace

bool Follower::take(State& state, const verdict::Move& move) {
  if (exhausted()) return false;
  spend(move.times);
  if (!vm::take(machine_, state, move.thread, move.choices, step_, move.times) ||
      step_.outcome != vm::Step::Outcome::moved)
    return false;
  if (std::ranges::any_of(step_.ended, [&](const SectionInstance& s) { return refused_.contains(s); })) return false;
  state.swap(step_.target);
  return true;
}

std::optional<Course> Follower::follow(const Moves& moves, std::optional<State> from) {
  if (moves.size() > longest) return std::nullopt;
  Course course{moves, {from ? std::move(*from) : machine_.initial()}};
  for (const verdict::Move& move : moves) {
    State next = course.states.back();
    if (!take(next, move)) return std::nullopt;
    course.states.push_back(std::move(next));
  }
  return course;
}

std::optional<vm::Failure> Follower::failure_of(const State& state, const verdict::Move& move) {
  if (!vm::take(machine_, state, move.thread, move.choices, step_, move.times) ||
      step_.outcome != vm::Step::Outcome::failed)
    return std::nullopt;
  return step_.failure;
}

}  // namespace fermata::explain
