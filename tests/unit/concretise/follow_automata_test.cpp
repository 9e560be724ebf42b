// SPDX-License-Identifier: Apache-2.0
#include "concretise/follow_automata.h"

#include <gtest/gtest.h>

#include "engine/bounded/search.h"
#include "engine/explore/judging.h"
#include "model/lift.h"
#include "vm/follow.h"

namespace fermata::concretise {
namespace {

using engine::explore::program_of;

/// A program, its automata, and what the bounded engine finds in them.
struct Scene {
  ir::Program program;
  vm::Machine machine;
  model::ThreadSystem system;
  engine::bounded::Result result;

  explicit Scene(std::string_view text, std::optional<verdict::Fairness> lassos = std::nullopt)
      : program(program_of(text)), machine(program, {.semantics = {.spurious_wakeups = false}}) {
    auto lifted = model::lift(program, {.semantics = {.spurious_wakeups = false}}, Stop());
    if (!lifted) {
      ADD_FAILURE() << "not lifted";
      return;
    }
    system = std::move(*lifted);
    result = engine::bounded::search(system, lassos, {.most = {.stem = 2, .loop = 2, .steps = 8}}, Stop());
  }
  std::vector<model::EdgeId> deadlock() const {
    const auto* found = std::get_if<engine::bounded::Deadlock>(&result.found);
    EXPECT_TRUE(found);
    return found ? found->run : std::vector<model::EdgeId>();
  }
};

bool is_dead_end(vm::Machine& machine, const verdict::Run& run) {
  const auto end = vm::follow(machine, machine.initial(), run.stem);
  if (!end || vm::Machine::ended(*end)) return false;
  for (ThreadId t : thread_ids(machine.threads(*end)))
    if (vm::can_move(machine, *end, t)) return false;
  return true;
}

constexpr const char* two_locks_in_two_orders = R"(
func @worker(%a: ptr) {
  store i32 1, @x1
  call @lock(@m1) at 2
  call @lock(@m0) at 3
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  store i32 1, @x0
  call @lock(@m0) at 1
  call @lock(@m1) at 1
  ret
})";

TEST(FollowAutomata, a_deadlock_of_the_automata_is_one_of_the_machine) {
  Scene scene(two_locks_in_two_orders);
  const auto run = deadlock_run(scene.machine, scene.system, scene.deadlock(), Stop());
  ASSERT_TRUE(run) << run.error().what;
  EXPECT_TRUE(is_dead_end(scene.machine, *run));
  EXPECT_FALSE(run->unending.empty());
}

TEST(FollowAutomata, the_machine_also_stops_before_reads_of_what_nobody_writes) {
  Scene scene(R"(
global @given: 8 = i32 1
func @worker(%a: ptr) {
  %v: i32 = load volatile @given
  call @lock(@m1) at 2
  %w: i32 = load volatile @given+4
  call @lock(@m0) at 3
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @lock(@m0) at 1
  %v: i32 = load volatile @given
  call @lock(@m1) at 1
  ret
})");
  const auto run = deadlock_run(scene.machine, scene.system, scene.deadlock(), Stop());
  ASSERT_TRUE(run) << run.error().what;
  EXPECT_TRUE(is_dead_end(scene.machine, *run));
}

TEST(FollowAutomata, the_machine_does_not_stop_while_a_thread_is_alone) {
  // The worker ends at once; from then on main goes through lock after lock in one step.
  Scene scene(R"(
func @worker(%a: ptr) {
  store i32 1, @x1
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @join(%t) at 1
  call @lock(@m0) at 1
  call @lock(@m1) at 1
  call @lock(@m0) at 1
  ret
})");
  const auto run = deadlock_run(scene.machine, scene.system, scene.deadlock(), Stop());
  ASSERT_TRUE(run) << run.error().what;
  EXPECT_TRUE(is_dead_end(scene.machine, *run));
}

TEST(FollowAutomata, a_run_that_stops_too_early_is_refused_with_both_places) {
  Scene scene(two_locks_in_two_orders);
  std::vector<model::EdgeId> edges = scene.deadlock();
  ASSERT_GT(edges.size(), 2u);
  edges.pop_back();
  const auto run = deadlock_run(scene.machine, scene.system, edges, Stop());
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().what.find("its automaton stands at location"), std::string::npos) << run.error().what;
  EXPECT_NE(run.error().what.find("p.c:"), std::string::npos) << run.error().what;
}

TEST(FollowAutomata, a_step_that_the_machine_cannot_take_is_refused) {
  Scene scene(two_locks_in_two_orders);
  // Automata in which every lock is free for everybody.
  for (model::Edge& edge : scene.system.edges) edge.guard.clear();
  std::vector<model::EdgeId> edges;
  model::LocationId at = scene.system.start;
  for (int k = 0; k < 3; ++k) {
    edges.push_back(scene.system[at].out[0]);
    at = scene.system[edges.back()].to;
  }
  const model::LocationId worker = scene.system[edges[0]].starts[0].second;
  edges.push_back(scene.system[worker].out[0]);
  for (int k = 0; k < 2; ++k) edges.push_back(scene.system[scene.system[edges.back()].to].out[0]);
  const auto run = deadlock_run(scene.machine, scene.system, edges, Stop());
  ASSERT_FALSE(run);
}

TEST(FollowAutomata, a_lasso_comes_back_to_the_same_state_of_the_machine) {
  Scene scene(R"(
func @worker(%a: ptr) {
  jump again
again:
  %v: i32 = load volatile @x0
  %stop: i1 = eq %v, 1
  branch %stop, done, again
done:
  ret
}
func @main() entry {
  %t: i32 = spawn @worker, 0
  call @lock(@m0) at 1
  call @lock(@m0) at 1
  store volatile i32 1, @x0
  ret
})",
              verdict::Fairness::strong);
  const auto* found = std::get_if<engine::bounded::FairLasso>(&scene.result.found);
  ASSERT_TRUE(found);
  const auto run = lasso_run(scene.machine, scene.system, found->stem, found->loop, Stop());
  ASSERT_TRUE(run) << run.error().what;
  ASSERT_TRUE(*run);
  const auto before = vm::follow(scene.machine, scene.machine.initial(), (*run)->stem);
  ASSERT_TRUE(before);
  EXPECT_EQ(vm::follow(scene.machine, *before, (*run)->loop), before);
  EXPECT_FALSE((*run)->loop.empty());
}

}  // namespace
}  // namespace fermata::concretise
