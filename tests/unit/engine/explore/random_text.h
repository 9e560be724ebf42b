// SPDX-License-Identifier: Apache-2.0
// Random programs as ir text.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/explore/random_operations.h"

namespace fermata::random_programs {

// Like runtime/c, with as little around it as possible.
constexpr const char* library = R"(
global @m0: 16
global @m1: 16
global @m2: 16
global @m3: 16
global @m4: 16
global @x0: 4
global @x1: 4
global @x2: 4
global @x3: 4
global @x4: 4
global @c: 4
global @__fermata_c_mutex: 8
global @lent: 8
global @u0: 4
global @u1: 4
global @broken: 16 const = "broken promise\00"
global @wrong: 6 const = "wrong\00"
global @says_lock: 5 const = "lock\00"
global @says_unlock: 7 const = "unlock\00"
global @says_wait: 8 const = "wait on\00"
global @says_signal: 7 const = "signal\00"
global @says_broadcast: 10 const = "broadcast\00"
global @says_take: 15 const = "take a unit of\00"
global @says_post: 5 const = "post\00"
global @says_join: 5 const = "join\00"

func @lock(%m: ptr) {
  %self: i32 = self
  section_begin 0, %m
  atomic_begin
  %owner: i32 = load %m
  %free: i1 = eq %owner, 0
  %may: i32 = zext %free
  block_until %may
  %me: i32 = add %self, 1
  store %me, %m
  section_begin 1, %m
  acquired %m
  event @says_lock, %m
  section_end 0, %m, %self
  atomic_end
  ret
}
func @lock_again(%m: ptr) {
  %self: i32 = self
  %me: i32 = add %self, 1
  section_begin 0, %m
  atomic_begin
  %owner: i32 = load %m
  %free: i1 = eq %owner, 0
  %mine: i1 = eq %owner, %me
  %go: i1 = or %free, %mine
  %may: i32 = zext %go
  block_until %may
  branch %free, take, deeper
take:
  store %me, %m
  section_begin 1, %m
  acquired %m
  jump done
deeper:
  %depth: ptr = offset %m, 4
  %d: i32 = load %depth
  %d = add %d, 1
  store %d, %depth
  jump done
done:
  event @says_lock, %m
  section_end 0, %m, %self
  atomic_end
  ret
}
func @unlock_again(%m: ptr) {
  %self: i32 = self
  atomic_begin
  %owner: i32 = load %m
  %me: i32 = add %self, 1
  %mine: i1 = eq %owner, %me
  branch %mine, good, bad
bad:
  fail 2, @wrong
good:
  %depth: ptr = offset %m, 4
  %d: i32 = load %depth
  %deep: i1 = ne %d, 0
  branch %deep, higher, out
higher:
  %d = sub %d, 1
  store %d, %depth
  jump done
out:
  store i32 0, %m
  section_end 1, %m, -1
  released %m
  jump done
done:
  event @says_unlock, %m
  atomic_end
  ret
}
func @trylock(%m: ptr) -> i32 {
  %self: i32 = self
  %got: i32 = copy i32 0
  atomic_begin
  %how: i32 = option 2
  %on: i1 = ne %how, 0
  branch %on, perhaps, look
perhaps:
  %fails: i32 = choose 2, 1
  %off: i1 = ne %fails, 0
  branch %off, done, look
look:
  %owner: i32 = load %m
  %free: i1 = eq %owner, 0
  branch %free, take, done
take:
  %me: i32 = add %self, 1
  store %me, %m
  section_begin 1, %m
  acquired %m
  event @says_lock, %m
  %got = copy i32 1
  jump done
done:
  atomic_end
  ret %got
}
func @unlock(%m: ptr) {
  %self: i32 = self
  atomic_begin
  %owner: i32 = load %m
  %me: i32 = add %self, 1
  %mine: i1 = eq %owner, %me
  branch %mine, good, bad
bad:
  fail 2, @wrong
good:
  store i32 0, %m
  section_end 1, %m, -1
  released %m
  event @says_unlock, %m
  atomic_end
  ret
}
func @await(%x: ptr, %v: i32) {
  atomic_begin
  %now: i32 = load %x
  %same: i1 = eq %now, %v
  %may: i32 = zext %same
  block_until %may
  atomic_end
  ret
}
func @await_as_section(%x: ptr, %v: i32) {
  %self: i32 = self
  section_begin 8, %x
  atomic_begin
  %now: i32 = load %x
  %same: i1 = eq %now, %v
  %may: i32 = zext %same
  block_until %may
  section_end 8, %x, %self
  atomic_end
  ret
}
func @wait(%m: ptr) {
  %self: i32 = self
  %me: i32 = add %self, 1
  atomic_begin
  %owner: i32 = load %m
  %mine: i1 = eq %owner, %me
  branch %mine, held, bad
bad:
  fail 2, @wrong
held:
  %other: ptr = load @__fermata_c_mutex
  %none: i1 = eq %other, 0
  branch %none, fine, compare
compare:
  %same: i1 = eq %other, %m
  branch %same, fine, bad
fine:
  %how: i32 = option 0
  %on: i1 = ne %how, 0
  branch %on, perhaps, sleep
perhaps:
  %spurious: i32 = choose 2, 1
  %off: i1 = ne %spurious, 0
  branch %off, let_go, sleep
sleep:
  %bit: i32 = shl i32 1, %self
  %set: i32 = load @c
  %set = or %set, %bit
  store %set, @c
  store ptr %m, @__fermata_c_mutex
  section_begin 2, @c
  jump let_go
let_go:
  store i32 0, %m
  section_end 1, %m, -1
  released %m
  section_begin 0, %m
  event @says_wait, @c
  atomic_end
  jump again
again:
  atomic_begin
  %sleepers: i32 = load @c
  %sleepers = lshr %sleepers, %self
  %sleepers = and %sleepers, 1
  %held_by: i32 = load %m
  %sleepers = or %sleepers, %held_by
  %free: i1 = eq %sleepers, 0
  %may: i32 = zext %free
  block_until %may
  settled @c
  %me = add %self, 1
  store %me, %m
  section_begin 1, %m
  acquired %m
  event @says_lock, %m
  section_end 0, %m, %self
  atomic_end
  ret
}
func @timed_wait(%m: ptr) {
  %self: i32 = self
  %me: i32 = add %self, 1
  atomic_begin
  %owner: i32 = load %m
  %mine: i1 = eq %owner, %me
  branch %mine, held, bad
bad:
  fail 2, @wrong
held:
  %other: ptr = load @__fermata_c_mutex
  %none: i1 = eq %other, 0
  branch %none, fine, compare
compare:
  %same: i1 = eq %other, %m
  branch %same, fine, bad
fine:
  %how: i32 = option 0
  %on: i1 = ne %how, 0
  branch %on, perhaps, sleep
perhaps:
  %spurious: i32 = choose 2, 1
  %off: i1 = ne %spurious, 0
  branch %off, let_go, sleep
sleep:
  %bit: i32 = shl i32 1, %self
  %set: i32 = load @c
  %set = or %set, %bit
  store %set, @c
  store ptr %m, @__fermata_c_mutex
  section_begin 2, @c
  jump let_go
let_go:
  store i32 0, %m
  section_end 1, %m, -1
  released %m
  section_begin 0, %m
  event @says_wait, @c
  atomic_end
  jump again
again:
  atomic_begin
  %asleep: i32 = load @c
  %asleep = lshr %asleep, %self
  %asleep = and %asleep, 1
  %held_by: i32 = load %m
  %free: i1 = eq %held_by, 0
  %may: i32 = zext %free
  %may = or %may, %asleep
  block_until %may
  %fires: i1 = ne %asleep, 0
  branch %fires, fire, awake
awake:
  settled @c
  jump take
fire:
  call @end_sleep(%self)
  atomic_end
  jump late
late:
  atomic_begin
  %held_by = load %m
  %free = eq %held_by, 0
  %may = zext %free
  block_until %may
  jump take
take:
  %me = add %self, 1
  store %me, %m
  section_begin 1, %m
  acquired %m
  event @says_lock, %m
  section_end 0, %m, %self
  atomic_end
  ret
}
func @end_sleep(%t: i32) {
  %bit: i32 = shl i32 1, %t
  %bit = xor %bit, -1
  %set: i32 = load @c
  %set = and %set, %bit
  store %set, @c
  section_end 2, @c, %t
  %none: i1 = eq %set, 0
  branch %none, last, done
last:
  store ptr 0, @__fermata_c_mutex
  jump done
done:
  ret
}
func @signal() {
  atomic_begin
  %set: i32 = load @c
  %n: i32 = ctpop %set
  %some: i1 = ne %n, 0
  branch %some, pick, done
pick:
  %k: i32 = choose %n, 3
  jump skip
skip:
  %here: i1 = eq %k, 0
  branch %here, found, drop
drop:
  %less: i32 = sub %set, 1
  %set = and %set, %less
  %k = sub %k, 1
  jump skip
found:
  %t: i32 = cttz %set
  call @end_sleep(%t)
  jump done
done:
  event @says_signal, @c
  atomic_end
  ret
}
func @broadcast() {
  atomic_begin
  jump again
again:
  %set: i32 = load @c
  %some: i1 = ne %set, 0
  branch %some, wake, done
wake:
  %t: i32 = cttz %set
  call @end_sleep(%t)
  jump again
done:
  event @says_broadcast, @c
  atomic_end
  ret
}
func @take(%s: ptr) {
  %self: i32 = self
  section_begin 4, %s
  atomic_begin
  %v: i32 = load %s
  block_until %v
  %v = sub %v, 1
  store %v, %s
  taken %s
  event @says_take, %s
  section_end 4, %s, %self
  atomic_end
  ret
}
func @try_take(%s: ptr) -> i32 {
  %got: i32 = copy i32 0
  atomic_begin
  %how: i32 = option 2
  %on: i1 = ne %how, 0
  branch %on, perhaps, look
perhaps:
  %fails: i32 = choose 2, 1
  %off: i1 = ne %fails, 0
  branch %off, done, look
look:
  %v: i32 = load %s
  %some: i1 = ne %v, 0
  branch %some, take, done
take:
  %v = sub %v, 1
  store %v, %s
  taken %s
  event @says_take, %s
  %got = copy i32 1
  jump done
done:
  atomic_end
  ret %got
}
func @post(%s: ptr) {
  atomic_begin
  %v: i32 = load %s
  %near: i1 = uge %v, 2
  branch %near, look, more
look:
  observed %s
  %full: i1 = uge %v, 3
  branch %full, done, more
more:
  %v = add %v, 1
  store %v, %s
  given %s
  jump done
done:
  event @says_post, %s
  atomic_end
  ret
}
func @share(%m: ptr) {
  %self: i32 = self
  %place: ptr = offset %m, 8
  %word: i64 = load %place
  %shift: i64 = zext %self
  %shift = shl %shift, 2
  %mine: i64 = lshr %word, %shift
  %mine = and %mine, 15
  %many: i1 = uge %mine, 2
  branch %many, bad, more
bad:
  fail 2, @wrong
more:
  %one: i64 = shl i64 1, %shift
  %word = add %word, %one
  store %word, %place
  section_begin 10, %m
  taken %m
  event @says_lock, %m
  ret
}
func @lock_to_read(%m: ptr) {
  %self: i32 = self
  section_begin 6, %m
  atomic_begin
  %owner: i32 = load %m
  %free: i1 = eq %owner, 0
  %may: i32 = zext %free
  block_until %may
  call @share(%m)
  section_end 6, %m, %self
  atomic_end
  ret
}
func @lock_to_write(%m: ptr) {
  %self: i32 = self
  section_begin 6, %m
  atomic_begin
  %owner: i32 = load %m
  %free: i1 = eq %owner, 0
  %place: ptr = offset %m, 8
  %word: i64 = load %place
  %alone: i1 = eq %word, 0
  %both: i1 = and %free, %alone
  %may: i32 = zext %both
  block_until %may
  %me: i32 = add %self, 1
  store %me, %m
  section_begin 1, %m
  acquired %m
  event @says_lock, %m
  section_end 6, %m, %self
  atomic_end
  ret
}
func @try_to_read(%m: ptr) -> i32 {
  %got: i32 = copy i32 0
  atomic_begin
  %how: i32 = option 2
  %on: i1 = ne %how, 0
  branch %on, perhaps, look
perhaps:
  %fails: i32 = choose 2, 1
  %off: i1 = ne %fails, 0
  branch %off, done, look
look:
  %owner: i32 = load %m
  %free: i1 = eq %owner, 0
  branch %free, take, done
take:
  call @share(%m)
  %got = copy i32 1
  jump done
done:
  atomic_end
  ret %got
}
func @try_to_write(%m: ptr) -> i32 {
  %self: i32 = self
  %got: i32 = copy i32 0
  atomic_begin
  %how: i32 = option 2
  %on: i1 = ne %how, 0
  branch %on, perhaps, look
perhaps:
  %fails: i32 = choose 2, 1
  %off: i1 = ne %fails, 0
  branch %off, done, look
look:
  %owner: i32 = load %m
  %free: i1 = eq %owner, 0
  %place: ptr = offset %m, 8
  %word: i64 = load %place
  %alone: i1 = eq %word, 0
  %both: i1 = and %free, %alone
  branch %both, take, done
take:
  %me: i32 = add %self, 1
  store %me, %m
  section_begin 1, %m
  acquired %m
  event @says_lock, %m
  %got = copy i32 1
  jump done
done:
  atomic_end
  ret %got
}
func @unlock_rw(%m: ptr) {
  %self: i32 = self
  %me: i32 = add %self, 1
  atomic_begin
  %owner: i32 = load %m
  %own: i1 = eq %owner, %me
  branch %own, owner, reader
owner:
  store i32 0, %m
  section_end 1, %m, -1
  released %m
  jump done
reader:
  %place: ptr = offset %m, 8
  %word: i64 = load %place
  %shift: i64 = zext %self
  %shift = shl %shift, 2
  %mine: i64 = lshr %word, %shift
  %mine = and %mine, 15
  %some: i1 = ne %mine, 0
  branch %some, good, bad
bad:
  fail 2, @wrong
good:
  %one: i64 = shl i64 1, %shift
  %word = sub %word, %one
  store %word, %place
  given %m
  %last: i1 = eq %mine, 1
  branch %last, out, done
out:
  section_end 10, %m, %self
  jump done
done:
  event @says_unlock, %m
  atomic_end
  ret
}
func @check_joinable(%t: i32) {
  %s: i32 = thread_state %t
  %none: i1 = eq %s, 0
  branch %none, bad, more
more:
  %detached: i1 = eq %s, 3
  branch %detached, bad, good
bad:
  fail 2, @wrong
good:
  ret
}
func @join(%t: i32) {
  %self: i32 = self
  %wide: i64 = zext %t
  %object: ptr = copy %wide
  section_begin 5, %object
  atomic_begin
  %own: i1 = eq %t, %self
  branch %own, done, other
other:
  call @check_joinable(%t)
  %s: i32 = thread_state %t
  %over: i1 = eq %s, 2
  %may: i32 = zext %over
  block_until %may
  reap %t
  event @says_join, %object
  jump done
done:
  section_end 5, %object, %self
  atomic_end
  ret
}
func @try_join(%t: i32) -> i32 {
  %self: i32 = self
  %got: i32 = copy i32 0
  atomic_begin
  %own: i1 = eq %t, %self
  branch %own, done, other
other:
  call @check_joinable(%t)
  %s: i32 = ended %t
  %over: i1 = ne %s, 0
  branch %over, take, done
take:
  reap %t
  %got = copy i32 1
  jump done
done:
  atomic_end
  ret %got
}
func @detach(%t: i32) {
  atomic_begin
  call @check_joinable(%t)
  detach %t
  atomic_end
  ret
}
func @lend_a_local(%value: i32) {
  %w: ptr = alloca 4
  store %value, %w
  store ptr %w, @lent
  ret
}
func @lend_and_hide(%value: i32) {
  %w: ptr = alloca 4
  store %value, %w
  store ptr %w, @lent
  store ptr 0, @lent
  ret
}
func @yield() {
  atomic_begin
  atomic_end
  ret
}
func @policy(%n: i32) -> i32 {
  atomic_begin
  %v: i32 = choose %n, 3
  atomic_end
  ret %v
}
func @input_inside(%n: i32) -> i32 {
  atomic_begin
  %v: i32 = choose %n, 0
  atomic_end
  ret %v
}
)";

inline std::string local_name(int i) {
  if (i < first_counter) return "%r";
  if (i < first_handle) return fmt::format("%i{}", i - first_counter);
  if (i == pointer) return "%q";
  return fmt::format("%h{}", i - first_handle);
}

inline const char* units_name(int semaphore) { return semaphore == 0 ? "units" : "units1"; }

/// Where something can fail there is a place to name.
inline std::string line_of(const Op& op, int next, std::size_t place) {
  auto branch = [&](const std::string& compare, int yes, int no) {
    return fmt::format("  %c = {}\n  branch %c, L{}, L{}\n", compare, yes, no);
  };
  const std::string handle = local_name(first_handle + (op.code == Code::spawn ? op.b : op.a));
  switch (op.code) {
    case Code::start: return "";
    case Code::jump: return fmt::format("  jump L{}\n", op.to);
    case Code::branch_local: return branch(fmt::format("eq %r, {}", op.a), next, op.to);
    case Code::set: return fmt::format("  {} = copy i32 0\n", local_name(op.a));
    case Code::count:
      return fmt::format("  {0} = add {0}, 1\n", local_name(op.a)) +
             branch(fmt::format("ult {}, {}", local_name(op.a), op.b), op.to, next);
    // Other sections are begun inside the functions that wait.
    case Code::open: return op.a == user ? fmt::format("  section_begin 9, @u{}\n", op.b) : "";
    case Code::close: return fmt::format("  %k = self\n  section_end 9, @u{}, %k\n", op.b);
    case Code::end: return "  thread_exit 0\n";
    case Code::timeout: return fmt::format("  %r = choose {}, 2\n", op.a);
    case Code::lock: return fmt::format("  call @lock{}(@m{})\n", op.flag ? "_again" : "", op.a);
    case Code::trylock: return fmt::format("  %k = call @trylock(@m{})\n", op.a) + branch("ne %k, 0", next, op.to);
    case Code::unlock: return fmt::format("  call @unlock{}(@m{}) at {}\n", op.flag ? "_again" : "", op.a, place);
    case Code::load: return fmt::format("  %r = load @x{}\n", op.a);
    case Code::store:
      if (op.b == 3) return fmt::format("  store %r, @x{}\n", op.a);
      if (op.b == 4) return fmt::format("  %k = add %r, 1\n  %k = urem %k, 3\n  store %k, @x{}\n", op.a);
      return fmt::format("  store i32 {}, @x{}\n", op.b, op.a);
    case Code::test:
      return fmt::format("  %k = load @x{}\n", op.a) + branch(fmt::format("eq %k, {}", op.b), next, op.to);
    case Code::await: return fmt::format("  call @await{}(@x{}, {})\n", op.flag ? "_as_section" : "", op.a, op.b);
    case Code::fall_asleep: return fmt::format("  call @{}wait(@m{}) at {}\n", op.flag ? "timed_" : "", op.a, place);
    case Code::wake_up:
    case Code::wake_or_time_out:
    case Code::take_back: return "";  // inside of those
    case Code::signal: return "  call @signal()\n";
    case Code::broadcast: return "  call @broadcast()\n";
    case Code::take: return fmt::format("  call @take(@{})\n", units_name(op.a));
    case Code::try_take:
      return fmt::format("  %k = call @try_take(@{})\n", units_name(op.a)) + branch("ne %k, 0", next, op.to);
    case Code::post: return fmt::format("  call @post(@{})\n", units_name(op.a));
    case Code::lock_to_read: return fmt::format("  call @lock_to_read(@m{}) at {}\n", op.a, place);
    case Code::lock_to_write: return fmt::format("  call @lock_to_write(@m{})\n", op.a);
    case Code::try_to_read:
      return fmt::format("  %k = call @try_to_read(@m{}) at {}\n", op.a, place) + branch("ne %k, 0", next, op.to);
    case Code::try_to_write:
      return fmt::format("  %k = call @try_to_write(@m{})\n", op.a) + branch("ne %k, 0", next, op.to);
    case Code::unlock_rw: return fmt::format("  call @unlock_rw(@m{}) at {}\n", op.a, place);
    case Code::fail: return fmt::format("  fail 0, @broken at {}\n", place);
    case Code::exit: return fmt::format("  exit_process {}\n", op.a);
    case Code::input: return fmt::format("  %r = choose {}, 0\n", op.a);
    case Code::input_inside: return fmt::format("  %r = call @input_inside({})\n", op.a);
    case Code::policy: return fmt::format("  %r = call @policy({})\n", op.a);
    case Code::spawn: return fmt::format("  {} = spawn @t{}, 0\n", handle, op.a);
    case Code::join: return fmt::format("  call @join({}) at {}\n", handle, place);
    case Code::try_join:
      return fmt::format("  %k = call @try_join({}) at {}\n", handle, place) + branch("ne %k, 0", next, op.to);
    case Code::detach: return fmt::format("  call @detach({}) at {}\n", handle, place);
    case Code::yield: return "  call @yield()\n";
    case Code::never: return "  atomic_begin\n  block_until 0\n  atomic_end\n";
    case Code::main_returns: return "  ret\n";
    case Code::atomic_begin: return "  atomic_begin\n";
    case Code::atomic_end: return "  atomic_end\n";
    case Code::scope_in: return "  lifetime_begin %v\n";
    case Code::scope_out: return "  lifetime_end %v\n";
    case Code::own: return fmt::format("  store i32 {}, %v\n", op.b);
    case Code::lend: return "  store ptr %v, @lent\n";
    case Code::hide: return op.flag ? "" : "  store ptr 0, @lent\n";  // or inside a function
    case Code::look: return "  %q = load @lent\n" + branch("ne %q, 0", next, op.to);
    case Code::use: return fmt::format("  store i32 {}, %q at {}\n", op.b, place);
    case Code::compare:
      return fmt::format("  %k = load %q at {}\n", place) + branch(fmt::format("eq %k, {}", op.b), next, op.to);
    // The function is called where it begins; its other operations are inside.
    case Code::frame_in: return fmt::format("  call @lend_{}({})\n", op.flag ? "and_hide" : "a_local", op.b);
    case Code::frame_lend:
    case Code::frame_out: return "";
  }
  return "";
}

constexpr bool ends_block(Code code) {
  switch (code) {
    case Code::jump:
    case Code::branch_local:
    case Code::count:
    case Code::end:
    case Code::trylock:
    case Code::test:
    case Code::fail:
    case Code::exit:
    case Code::main_returns:
    case Code::try_join:
    case Code::try_take:
    case Code::try_to_read:
    case Code::try_to_write:
    case Code::look:
    case Code::compare: return true;
    default: return false;
  }
}

constexpr bool can_fail(Code code) {
  return code == Code::fail || code == Code::unlock || code == Code::fall_asleep || code == Code::join ||
         code == Code::try_join || code == Code::detach || code == Code::lock_to_read || code == Code::try_to_read ||
         code == Code::unlock_rw || code == Code::use || code == Code::compare;
}

/// The globals of the library, and those of its functions that `text` calls, directly or not.
inline std::string library_for(const std::string& text) {
  const std::string_view whole = library;
  auto begin_of_next = [&](std::size_t from) { return std::min(whole.find("\nfunc @", from), whole.size() - 1) + 1; };
  std::vector<std::pair<std::string, std::string_view>> functions;  // "call @lock(", its text
  const std::size_t globals = begin_of_next(0);
  for (std::size_t at = globals, next = 0; at < whole.size(); at = next) {
    next = begin_of_next(at);
    functions.emplace_back(fmt::format("call {}", whole.substr(at + 5, whole.find('(', at) - at - 4)),
                           whole.substr(at, next - at));
  }
  std::string used(whole.substr(0, globals));
  std::vector<bool> taken(functions.size());
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < functions.size(); ++i) {
      const bool called = text.find(functions[i].first) != text.npos || used.find(functions[i].first) != used.npos;
      if (taken[i] || !called) continue;
      taken[i] = more = true;
      used += functions[i].second;
    }
  }
  return used;
}

/// The same program with each variable right behind its mutex, and the next mutex right behind that.
inline std::string packed(std::string text) {
  auto replace = [&](const std::string& name, int at) {
    const std::string declared = fmt::format("global {}:", name);
    if (const std::size_t line = text.find(declared); line != text.npos)
      text.erase(line, text.find('\n', line) + 1 - line);
    for (std::size_t i = 0; (i = text.find(name, i)) != text.npos; ++i)
      text.replace(i, name.size(), fmt::format("@pack+{}", at));
  };
  constexpr int mutex = 16, variable = 4;
  for (int i = 0; i < most_locks; ++i) {
    replace(fmt::format("@m{}", i), i * (mutex + variable));
    replace(fmt::format("@x{}", i), i * (mutex + variable) + mutex);
  }
  return fmt::format("global @pack: {}\n", most_locks * (mutex + variable)) + text;
}

inline std::string to_text(const Program& program) {
  std::string text, places;
  std::size_t place = 0;
  const auto all = compile(program);
  for (std::size_t t = 0; t < all.size(); ++t) {
    text += t == 0 ? "func @main() entry {\n" : fmt::format("func @t{}(%a: ptr) {{\n", t);
    text += "  var %c: i1, %k: i32";
    for (int i = 0; i < numbers; ++i) text += fmt::format(", {}: i32", local_name(i));
    text += program.scopes ? ", %q: ptr, %v: ptr\n  %v = alloca 4\n" : "\n";
    for (int i = 0; i < numbers; ++i) text += fmt::format("  {} = copy i32 0\n", local_name(i));
    text += "  jump L0\n";
    for (std::size_t i = 0; i < all[t].size(); ++i) {
      const int next = static_cast<int>(i) + 1;
      if (can_fail(all[t][i].code))
        ++place, places += fmt::format("position {0}: \"random.c\" {0} 1 in \"t{1}\"\n", place, t);
      text += fmt::format("L{}:\n", i) + line_of(all[t][i], next, place);
      if (!ends_block(all[t][i].code)) text += fmt::format("  jump L{}\n", next);
    }
    text += "}\n";
  }
  for (int s = 0; s < semaphores; ++s)
    places += fmt::format("global @{}: 4 = i32 {}\n", units_name(s), program.units[s]);
  text = places + library_for(text) + text;
  return program.packed ? packed(std::move(text)) : text;
}

}  // namespace fermata::random_programs
