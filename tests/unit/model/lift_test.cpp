// SPDX-License-Identifier: Apache-2.0
// One test for each rule of docs/internals/lifting.md.
#include "model/lift.h"

#include "model/lifting.h"

namespace fermata::model {

namespace {

// A worker that takes a lock of one word, whose number is its argument, and lets it go.
constexpr std::string_view two_locks = R"(
global @lock: 8
func @take(%l: ptr) {
  atomic_begin
  %v: i32 = load %l
  %free: i1 = eq %v, 0
  %may: i32 = zext %free
  block_until %may
  store i32 1, %l
  atomic_end
  ret
}
func @first(%a: ptr) {
  call @take(@lock)
  call @take(@lock+4)
  store i32 0, @lock+4
  store i32 0, @lock
  thread_exit 0
}
func @second(%a: ptr) {
  call @take(@lock+4)
  call @take(@lock)
  store i32 0, @lock
  store i32 0, @lock+4
  thread_exit 0
}
func @join(%t: i32) {
  atomic_begin
  %s: i32 = thread_state %t
  %over: i1 = eq %s, 2
  %may: i32 = zext %over
  block_until %may
  %r: ptr = reap %t
  atomic_end
  ret
}
func @main() entry {
  %a: i32 = spawn @first, 0
  %b: i32 = spawn @second, 0
  call @join(%a)
  call @join(%b)
  exit_process 0
}
)";

TEST(Lift, makes_a_lock_one_variable_and_waiting_for_it_one_guarded_edge) {
  const ThreadSystem system = lifted(two_locks);
  EXPECT_EQ(system.threads.size(), 3u);
  const auto outcome = explored(system);
  EXPECT_TRUE(outcome.stuck);
  EXPECT_TRUE(outcome.ends);
  EXPECT_FALSE(outcome.refused);
  const Variable* lock = variable(system, "lock");
  ASSERT_TRUE(lock);
  EXPECT_EQ(lock->values, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_TRUE(std::ranges::any_of(system.edges, [](const Edge& e) { return e.blocks && e.guard.size() == 1; }));
}

}  // namespace

}  // namespace fermata::model
