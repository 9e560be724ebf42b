// SPDX-License-Identifier: Apache-2.0
// States of both machines are the same words: outside of bounded spins nothing differs, and where a thread is about to
// try for the first time, the counter is what it was when the loop was entered. So each move is followed by more of the
// same until the state is the same again. A thread that is alone makes steps of another length, which may go round
// without ever meeting that state: such a cycle is noticed as by R. Brent, "An improved Monte Carlo factorization
// algorithm", 1980.
#include "engine/explore/all_rounds.h"

#include <bit>

#include "vm/follow.h"

namespace fermata::engine::explore {

namespace {

constexpr std::uint64_t most_rounds = 1'000'000'000;

void add(std::vector<verdict::Move>& moves, ThreadId thread, const std::vector<std::uint64_t>& choices, bool again) {
  if (again && moves.back().choices == choices)
    ++moves.back().times;
  else
    moves.push_back({.thread = thread, .choices = choices});
}

}  // namespace

std::optional<std::vector<verdict::Move>> with_all_rounds(const vm::Machine& machine, std::vector<vm::Word>& state,
                                                          std::span<const verdict::Move> moves, const Stop& stop) {
  const auto once = machine.worker_copy(), all = machine.worker_copy(vm::Options::Spins::all);
  std::vector<verdict::Move> result;
  vm::Step wanted, step;
  std::vector<vm::Word> earlier;
  for (const verdict::Move& move : moves) {
    if (!vm::take(*once, state, move.thread, move.choices, wanted)) return std::nullopt;
    for (std::uint64_t rounds = 0;; ++rounds) {
      if (rounds % 4096 == 0) stop.enforce();
      if (rounds == most_rounds || vm::Machine::ended(state) || !all->alive(state, move.thread)) return std::nullopt;
      all->step(state, move.thread, move.choices, step);
      add(result, move.thread, step.choices, rounds > 0);
      if (step.outcome == wanted.outcome && step.target == wanted.target) break;
      if (step.outcome != vm::Step::Outcome::moved) return std::nullopt;
      state.swap(step.target);
      if (rounds > 0 && state == earlier) return std::nullopt;
      if (std::has_single_bit(rounds + 1)) earlier = state;
    }
    if (step.outcome == vm::Step::Outcome::moved) state.swap(step.target);
  }
  return result;
}

}  // namespace fermata::engine::explore
