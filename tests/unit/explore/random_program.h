// SPDX-License-Identifier: Apache-2.0
// Small multithreaded programs, drawn at random: as a tree that can be cut down, as a list of
// operations that is easy to interpret, and as ir text.
//
// The operations are as fine as the steps of the machine: each of them either can be seen by other
// threads, and then a step begins with it, or it cannot, and then it belongs to the step before.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fermata::random_programs {

// --- the tree ----------------------------------------------------------------------------------

enum class Kind : std::uint8_t {
  hold,        // mutex a, body; flag: it is never unlocked. b = 1, also below: for reading, if it is a read-write lock
  try_hold,    // mutex a, body if it is free (flag: never unlocked), other if not
  lock,        // mutex a, whatever is held
  unlock,      // mutex a, whatever is held
  read,        // the local variable becomes shared variable a
  write,       // shared variable a becomes b; 3: the local variable, 4: that plus 1 modulo 3
  if_local,    // local variable == a: body, else other
  if_shared,   // shared variable a == b: body, else other
  await,       // block until shared variable a == b; flag: as a section
  spin,        // while (a != b) {}; flag: with a yield
  while_not,   // while (a != b) body
  wait,        // on the condition variable, with mutex a; flag: the wait may time out
  signal,
  broadcast,
  take,        // a unit of semaphore a
  try_take,    // likewise, body if there is one, and it is given back then (flag: never), other if not
  post,        // semaphore a
  check,       // assert shared variable a == b
  input,       // the local variable becomes one of 0 .. a-1, chosen by the environment
  input_inside,  // the same inside an atomic block
  policy,      // the same, chosen by the scheduler, inside an atomic block
  timeout,     // the same, outside of any atomic block, as the runtime's clock does
  repeat,      // body a times
  forever,     // body
  leave,       // the innermost loop
  section,     // of the user, on object a, around body; flag: it is never ended
  spawn,       // thread function a, its number goes to handle b
  join,        // handle b
  try_join,    // handle b, body if it had finished, other if not
  detach,      // handle b
  exit,        // the process, with code a
  end_thread,
  yield,
};

struct Statement {
  Kind kind{};
  int a = 0, b = 0;
  bool flag = false;
  std::vector<Statement> body, other;
};
using Statements = std::vector<Statement>;

/// Mutexes, shared variables, semaphores.
constexpr int most_locks = 5, most_variables = 5, semaphores = 2;
/// More units than that are lost; more shares of one thread are a failure.
constexpr int most_units = 3, most_shares = 2;

struct Program {
  std::vector<Statements> threads;  ///< the first is main
  bool keeper = false;              ///< main first starts a thread that sleeps for ever, so that it is never alone
  bool spurious_wakeups = false, spurious_failures = false;
  std::array<int, semaphores> units{};  ///< of each semaphore, at first
  bool careful = false;             ///< drawn so that nothing is used without its lock, and no lock is tried
  int reentrant = 0;                ///< bit m: mutex m may be locked again by its owner; it must not be waited or tried with
  int rwlocks = 0;                  ///< bit m: mutex m is a read-write lock; it must not be waited with
};

// --- operations --------------------------------------------------------------------------------

enum class Code : std::uint8_t {
  // Private.
  start, jump, branch_local, set, count, open, close, end, timeout,
  // Visible.
  lock, trylock, unlock, load, store, test, await, fall_asleep, wake_up, signal, broadcast, take, post,
  fail, exit, input, input_inside, policy, spawn, join, detach, yield, never, main_returns,
  wake_or_time_out, take_back, try_join, lock_to_read, lock_to_write, try_to_read, try_to_write, unlock_rw, try_take,
};
constexpr bool is_visible(Code code) { return code >= Code::lock; }

// Numbers of sections as in runtime/fermata_intrinsics.h.
enum : int { mutex_wait = 0, critical = 1, condition_wait = 2, semaphore_wait = 4, join_wait = 5, rwlock_wait = 6, futex_wait = 8, user = 9, sharing = 10 };

// Local variables: the one that programs compute with, loop counters, numbers of threads.
constexpr int first_counter = 1, counters = 6, first_handle = 7, handles = 4, locals = 11;
constexpr int keeper_handle = 3;

struct Op {
  Code code{};
  int a = 0, b = 0;
  int to = 0;         ///< where a jump leads, or a test that fails
  bool flag = false;
};
using Ops = std::vector<Op>;

class Compiler {
 public:
  Compiler(const Program& program, std::size_t thread) : is_main_(thread == 0), reentrant_(program.reentrant), rwlocks_(program.rwlocks) {
    emit({Code::start});
    if (is_main_ && program.keeper) emit({Code::spawn, static_cast<int>(program.threads.size()), keeper_handle});
    compile(program.threads[thread]);
    finish();
  }
  Ops take() { return std::move(ops_); }

 private:
  int here() const { return static_cast<int>(ops_.size()); }
  int emit(Op op) {
    ops_.push_back(op);
    return here() - 1;
  }
  Op of_mutex(Code code, int m) const { return {.code = code, .a = m, .flag = (reentrant_ >> m & 1) != 0}; }
  bool is_rwlock(int m) const { return (rwlocks_ >> m & 1) != 0; }
  void lock(int m, bool to_read) {
    if (is_rwlock(m))
      emit({Code::open, rwlock_wait, m}), emit({to_read ? Code::lock_to_read : Code::lock_to_write, m});
    else
      emit({Code::open, mutex_wait, m}), emit(of_mutex(Code::lock, m));
  }
  int try_lock(int m, bool to_read) { return emit({!is_rwlock(m) ? Code::trylock : to_read ? Code::try_to_read : Code::try_to_write, m}); }
  void unlock(int m) { is_rwlock(m) ? emit({Code::unlock_rw, m}) : emit(of_mutex(Code::unlock, m)); }
  void finish() { emit({is_main_ ? Code::main_returns : Code::end}); }
  void compile(const Statements& list) {
    for (const Statement& s : list) compile(s);
  }
  void choice(int test, const Statement& s, int held = -1, int unit_of = -1) {
    compile(s.body);
    if (held >= 0) unlock(held);
    if (unit_of >= 0) emit({Code::post, unit_of});
    const int skip = s.other.empty() ? -1 : emit({Code::jump});
    ops_[test].to = here();
    compile(s.other);
    if (skip >= 0) ops_[skip].to = here();
  }
  void loop(int head, const Statement& s, int exit) {
    leaves_.emplace_back();
    compile(s.body);
    emit({.code = Code::jump, .to = head});
    end_loop(exit);
  }
  void end_loop(int exit) {
    if (exit >= 0) ops_[exit].to = here();
    for (int l : leaves_.back()) ops_[l].to = here();
    leaves_.pop_back();
  }

  void compile(const Statement& s) {
    switch (s.kind) {
      case Kind::hold:
        lock(s.a, s.b == 1);
        compile(s.body);
        if (!s.flag) unlock(s.a);
        break;
      case Kind::try_hold: choice(try_lock(s.a, s.b == 1), s, s.flag ? -1 : s.a); break;
      case Kind::lock: lock(s.a, s.b == 1); break;
      case Kind::unlock: unlock(s.a); break;
      case Kind::read: emit({Code::load, s.a}); break;
      case Kind::write: emit({Code::store, s.a, s.b}); break;
      case Kind::if_local: choice(emit({Code::branch_local, s.a}), s); break;
      case Kind::if_shared: choice(emit({Code::test, s.a, s.b}), s); break;
      case Kind::await:
        if (s.flag) emit({Code::open, futex_wait, s.a});
        emit({.code = Code::await, .a = s.a, .b = s.b, .flag = s.flag});
        break;
      case Kind::spin: {
        const int test = emit({Code::test, s.a, s.b});
        if (!s.flag) {
          ops_[test].to = test;
          break;
        }
        const int skip = emit({Code::jump});
        ops_[test].to = here();
        emit({Code::yield});
        emit({.code = Code::jump, .to = test});
        ops_[skip].to = here();
        break;
      }
      case Kind::while_not: {
        const int test = emit({Code::test, s.a, s.b});
        const int skip = emit({Code::jump});
        ops_[test].to = here();
        loop(test, s, skip);
        break;
      }
      case Kind::wait: {
        emit({.code = Code::fall_asleep, .a = s.a, .flag = s.flag});
        if (!s.flag) {
          emit({Code::wake_up, s.a});
          break;
        }
        const int woken = emit({Code::wake_or_time_out, s.a});
        emit({Code::take_back, s.a});
        ops_[woken].to = here();
        break;
      }
      case Kind::signal: emit({Code::signal}); break;
      case Kind::broadcast: emit({Code::broadcast}); break;
      case Kind::take: emit({Code::open, semaphore_wait, s.a}), emit({Code::take, s.a}); break;
      case Kind::try_take: choice(emit({Code::try_take, s.a}), s, -1, s.flag ? -1 : s.a); break;
      case Kind::post: emit({Code::post, s.a}); break;
      case Kind::check: {
        const int test = emit({Code::test, s.a, s.b});
        const int skip = emit({Code::jump});
        ops_[test].to = here();
        emit({Code::fail});
        ops_[skip].to = here();
        break;
      }
      case Kind::input: emit({Code::input, s.a}); break;
      case Kind::input_inside: emit({Code::input_inside, s.a}); break;
      case Kind::policy: emit({Code::policy, s.a}); break;
      case Kind::timeout: emit({Code::timeout, s.a}); break;
      case Kind::repeat: {
        const int counter = first_counter + counters_used_++ % counters;
        emit({Code::set, counter});
        const int head = here();
        leaves_.emplace_back();
        compile(s.body);
        emit({.code = Code::count, .a = counter, .b = s.a, .to = head});
        end_loop(-1);
        break;
      }
      case Kind::forever: loop(here(), s, -1); break;
      case Kind::leave:
        if (leaves_.empty()) break;
        leaves_.back().push_back(emit({Code::jump}));
        break;
      case Kind::section:
        emit({Code::open, user, s.a});
        compile(s.body);
        if (!s.flag) emit({Code::close, user, s.a});
        break;
      case Kind::spawn: emit({Code::spawn, s.a, s.b}); break;
      case Kind::join: emit({Code::open, join_wait, s.b}), emit({Code::join, s.b}); break;
      case Kind::try_join: choice(emit({Code::try_join, s.b}), s); break;
      case Kind::detach: emit({Code::detach, s.b}); break;
      case Kind::exit: emit({Code::exit, s.a}); break;
      case Kind::end_thread: emit({Code::end}); break;
      case Kind::yield: emit({Code::yield}); break;
    }
  }

  bool is_main_;
  int reentrant_, rwlocks_;
  Ops ops_;
  std::vector<std::vector<int>> leaves_;
  int counters_used_ = 0;
};

/// The operations of each thread function; the keeper's come last.
inline std::vector<Ops> compile(const Program& program) {
  std::vector<Ops> all;
  for (std::size_t t = 0; t < program.threads.size(); ++t) all.push_back(Compiler(program, t).take());
  if (program.keeper) all.push_back({{Code::start}, {Code::never}, {Code::end}});
  return all;
}

// --- ir text -----------------------------------------------------------------------------------

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
global @c_mutex: 8
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
  %other: ptr = load @c_mutex
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
  store ptr %m, @c_mutex
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
  %other: ptr = load @c_mutex
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
  store ptr %m, @c_mutex
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
  store ptr 0, @c_mutex
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
  %s: i32 = thread_state %t
  %over: i1 = eq %s, 2
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
      return fmt::format("  {0} = add {0}, 1\n", local_name(op.a)) + branch(fmt::format("ult {}, {}", local_name(op.a), op.b), op.to, next);
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
    case Code::test: return fmt::format("  %k = load @x{}\n", op.a) + branch(fmt::format("eq %k, {}", op.b), next, op.to);
    case Code::await: return fmt::format("  call @await{}(@x{}, {})\n", op.flag ? "_as_section" : "", op.a, op.b);
    case Code::fall_asleep: return fmt::format("  call @{}wait(@m{}) at {}\n", op.flag ? "timed_" : "", op.a, place);
    case Code::wake_up: case Code::wake_or_time_out: case Code::take_back: return "";  // inside of those
    case Code::signal: return "  call @signal()\n";
    case Code::broadcast: return "  call @broadcast()\n";
    case Code::take: return fmt::format("  call @take(@{})\n", units_name(op.a));
    case Code::try_take: return fmt::format("  %k = call @try_take(@{})\n", units_name(op.a)) + branch("ne %k, 0", next, op.to);
    case Code::post: return fmt::format("  call @post(@{})\n", units_name(op.a));
    case Code::lock_to_read: return fmt::format("  call @lock_to_read(@m{}) at {}\n", op.a, place);
    case Code::lock_to_write: return fmt::format("  call @lock_to_write(@m{})\n", op.a);
    case Code::try_to_read: return fmt::format("  %k = call @try_to_read(@m{}) at {}\n", op.a, place) + branch("ne %k, 0", next, op.to);
    case Code::try_to_write: return fmt::format("  %k = call @try_to_write(@m{})\n", op.a) + branch("ne %k, 0", next, op.to);
    case Code::unlock_rw: return fmt::format("  call @unlock_rw(@m{}) at {}\n", op.a, place);
    case Code::fail: return fmt::format("  fail 0, @broken at {}\n", place);
    case Code::exit: return fmt::format("  exit_process {}\n", op.a);
    case Code::input: return fmt::format("  %r = choose {}, 0\n", op.a);
    case Code::input_inside: return fmt::format("  %r = call @input_inside({})\n", op.a);
    case Code::policy: return fmt::format("  %r = call @policy({})\n", op.a);
    case Code::spawn: return fmt::format("  {} = spawn @t{}, 0\n", handle, op.a);
    case Code::join: return fmt::format("  call @join({}) at {}\n", handle, place);
    case Code::try_join: return fmt::format("  %k = call @try_join({}) at {}\n", handle, place) + branch("ne %k, 0", next, op.to);
    case Code::detach: return fmt::format("  call @detach({}) at {}\n", handle, place);
    case Code::yield: return "  call @yield()\n";
    case Code::never: return "  atomic_begin\n  block_until 0\n  atomic_end\n";
    case Code::main_returns: return "  ret\n";
  }
  return "";
}

constexpr bool ends_block(Code code) {
  switch (code) {
    case Code::jump: case Code::branch_local: case Code::count: case Code::end: case Code::trylock: case Code::test:
    case Code::fail: case Code::exit: case Code::main_returns: case Code::try_join: case Code::try_take: case Code::try_to_read:
    case Code::try_to_write: return true;
    default: return false;
  }
}

constexpr bool can_fail(Code code) {
  return code == Code::fail || code == Code::unlock || code == Code::fall_asleep || code == Code::join || code == Code::try_join ||
         code == Code::detach || code == Code::lock_to_read || code == Code::try_to_read || code == Code::unlock_rw;
}

/// The globals of the library, and those of its functions that `text` calls, directly or not.
inline std::string library_for(const std::string& text) {
  const std::string_view whole = library;
  auto begin_of_next = [&](std::size_t from) { return std::min(whole.find("\nfunc @", from), whole.size() - 1) + 1; };
  std::vector<std::pair<std::string, std::string_view>> functions;  // "call @lock(", its text
  const std::size_t globals = begin_of_next(0);
  for (std::size_t at = globals, next = 0; at < whole.size(); at = next) {
    next = begin_of_next(at);
    functions.emplace_back(fmt::format("call {}", whole.substr(at + 5, whole.find('(', at) - at - 4)), whole.substr(at, next - at));
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

inline std::string to_text(const Program& program) {
  std::string text, places;
  std::size_t place = 0;
  const auto all = compile(program);
  for (std::size_t t = 0; t < all.size(); ++t) {
    text += t == 0 ? "func @main() entry {\n" : fmt::format("func @t{}(%a: ptr) {{\n", t);
    text += "  var %c: i1, %k: i32";
    for (int i = 0; i < locals; ++i) text += fmt::format(", {}: i32", local_name(i));
    text += "\n";
    for (int i = 0; i < locals; ++i) text += fmt::format("  {} = copy i32 0\n", local_name(i));
    text += "  jump L0\n";
    for (std::size_t i = 0; i < all[t].size(); ++i) {
      const int next = static_cast<int>(i) + 1;
      if (can_fail(all[t][i].code)) ++place, places += fmt::format("position {0}: \"random.c\" {0} 1 in \"t{1}\"\n", place, t);
      text += fmt::format("L{}:\n", i) + line_of(all[t][i], next, place);
      if (!ends_block(all[t][i].code)) text += fmt::format("  jump L{}\n", next);
    }
    text += "}\n";
  }
  for (int s = 0; s < semaphores; ++s) places += fmt::format("global @{}: 4 = i32 {}\n", units_name(s), program.units[s]);
  return places + library_for(text) + text;
}

// --- drawing -----------------------------------------------------------------------------------

/// Whether there are read-write locks and counted semaphores, and what is done with them, is drawn apart from the rest: a seed whose program
/// has none draws what it drew before there were any.
class Artist {
 public:
  explicit Artist(std::uint64_t seed, bool large = false) : random_(seed), more_(seed ^ 0x5ead'10c5), large_(large) {}

  /// Locks as people use them: each variable has its lock, and nearly always it is held. Two to four threads that
  /// take locks one inside the other, hand over hand, in a ring, in one order or in several; monitors; servers.
  Program draw_locks() {
    Program program;
    program.spurious_wakeups = one_in(2);
    program.spurious_failures = one_in(8);
    program.keeper = one_in(8);
    mutexes_ = variables_ = 3 + below(most_locks - 2);
    values_ = 2 + below(2);
    if (one_in(4)) program.reentrant = 1 << (1 + below(mutexes_ - 1));
    reentrant_ = program.reentrant;
    draw_sorts_of_locks(program);
    ordered_ = one_in(2);
    careless_ = one_in(12);
    const bool tries = one_in(20);
    careful_ = !careless_ && !tries;
    const int style = below(5);
    const int workers = 2 + (one_in(3) ? 1 : 0) + (one_in(6) ? 1 : 0);
    program.threads.resize(static_cast<std::size_t>(workers) + 1);
    for (int w = 1; w <= workers; ++w) {
      Statements body;
      for (int round = 1 + below(workers > 2 ? 2 : 3); round > 0; --round)
        append(body, locked(one_in(5) ? below(5) : style, w - 1, tries));
      if (one_in(8)) {
        Statement server{.kind = one_in(3) ? Kind::while_not : Kind::forever, .a = variable(), .b = value(), .body = std::move(body)};
        if (one_in(3)) server.body.push_back({.kind = Kind::if_local, .a = value(), .body = {{Kind::leave}}});
        body = {std::move(server)};
        // A thread alone in a loop makes one step of it, which takes the machine long to notice.
        program.keeper |= !one_in(16);
      }
      program.threads[w] = std::move(body);
    }
    Statements& main = program.threads[0];
    for (int w = 1; w <= workers; ++w) main.push_back({Kind::spawn, w, w - 1});
    if (one_in(4)) append(main, locked(style, workers, tries));
    program.careful = careful_;
    if (one_in(6)) {
      main.push_back({Kind::end_thread});
      return program;
    }
    for (int w = 0; w < workers; ++w)
      if (!one_in(12)) main.push_back({.kind = Kind::join, .b = w});
    if (one_in(4)) main.push_back(access());
    return program;
  }

  Program draw() {
    Program program;
    program.spurious_wakeups = one_in(2);
    program.spurious_failures = one_in(6);
    program.keeper = one_in(2);
    program.units[0] = below(3) / 2;
    mutexes_ = 1 + below(3);
    variables_ = 1 + below(3);
    values_ = 2 + below(2);
    for (int i = 0; i < kinds; ++i) favour_[i] = one_in(3) ? 4 : 1;
    if (perhaps(3)) {
      sharing_ = true;
      rwlocks_ = program.rwlocks = 3 << (most_locks - 2);  // mutexes that nobody else uses
      program.units[1] = further(3);
    }
    // Most of what is drawn without a theme gets stuck somewhere, and then little else matters.
    const Theme theme = static_cast<Theme>(below(5));
    inputs_ = theme == Theme::inputs || one_in(4);
    if (theme != Theme::none)
      for (int blocking : {0, 2, 7, 8, 10, 13, 21}) favour_[blocking] = 0;
    if (theme == Theme::inputs) favour_[16] = 4, favour_[24] = 12;
    if (theme == Theme::sections) favour_[21] = 4, favour_[19] = 2, favour_[7] = 1;
    const int workers = theme == Theme::sleepers ? 3 : one_in(12) ? 0 : 1 + below(theme == Theme::none ? 3 : 2);
    program.threads.resize(static_cast<std::size_t>(workers) + 1);
    for (int w = 1; w <= workers; ++w) {
      if (theme == Theme::sleepers && w <= 2) append(program.threads[w], careful_wait());
      if (theme == Theme::stages) append(program.threads[w], stage(w));
      append(program.threads[w], list((large_ ? 2 : 1) + below(theme == Theme::none ? 4 : 2), large_ ? 3 : 2));
      if (w < workers && one_in(10)) {  // a thread of a thread: who gets which number depends on the schedule
        program.threads[w].push_back({Kind::spawn, w + 1, 0});
        if (!one_in(3)) program.threads[w].push_back({.kind = one_in(4) ? Kind::detach : Kind::join, .b = 0});
      }
      if (theme == Theme::sleepers && w == 3) append(program.threads[w], Statements{{one_in(2) ? Kind::signal : Kind::broadcast}});
    }
    draw_main(program.threads[0], workers, theme);
    return program;
  }

  /// Few threads that take shares and units again and again, and little else: readers who relieve one another, upgrades, resources that
  /// are taken in pieces.
  Program draw_readers(bool small = false) {
    Program program;
    program.keeper = !small && one_in(4);
    program.rwlocks = rwlocks_ = 1 + below(3);
    program.units = {below(3), 1 + below(2)};
    mutexes_ = small ? 1 : 2;
    variables_ = 2;
    values_ = 2;
    const int workers = 2 + (one_in(small ? 2 : 3) ? 1 : 0);
    const bool tries = one_in(6), relay = small && one_in(4);
    program.threads.resize(static_cast<std::size_t>(workers) + 1);
    for (int w = 1; w <= workers; ++w) {
      Statements body = small ? piece(1, tries) : part(2, tries);
      if (relay) {
        const bool whole = one_in(8) ? w > 1 : w == 1;
        body = {{.kind = Kind::hold, .a = 0, .b = whole ? 0 : 1, .body = {one_in(2) ? Statement{Kind::yield} : Statement{Kind::read, 0}}}};
      }
      if (!small && one_in(2)) append(body, part(1, tries));
      if (small) {  // one says that it is enough, once it gets there; the others go on until then
        if (w == 1) {
          const Statement enough{.kind = Kind::write, .a = 0, .b = 1};
          if (body[0].body.empty())
            body.insert(body.begin() + 1, enough);  // after a unit was taken
          else
            body[0].body.push_back(enough);
        } else {
          if (one_in(2)) body.push_back({.kind = Kind::read, .a = 0});
          body = {{.kind = Kind::while_not, .a = 0, .b = 1, .body = std::move(body)}};
        }
      } else if (one_in(2)) {
        if (one_in(2)) body.push_back({.kind = Kind::if_local, .a = value(), .body = {{Kind::leave}}});
        body = {{.kind = one_in(3) ? Kind::while_not : Kind::forever, .a = variable(), .b = value(), .body = std::move(body)}};
      }
      program.threads[w] = std::move(body);
    }
    Statements& main = program.threads[0];
    for (int w = 1; w <= workers; ++w) main.push_back({Kind::spawn, w, w - 1});
    if (!small && one_in(2)) append(main, part(1, tries));
    if (one_in(4)) {
      main.push_back({Kind::end_thread});
      return program;
    }
    for (int w = 0; w < workers; ++w)
      if (!one_in(8)) main.push_back({.kind = Kind::join, .b = w});
    return program;
  }

 private:
  static constexpr int kinds = 25;
  enum class Theme : std::uint8_t { none, inputs, sleepers, sections, stages };
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  int further(int n) { return static_cast<int>(more_() % static_cast<std::uint64_t>(n)); }
  bool perhaps(int n) { return further(n) == 0; }
  bool is_rwlock(int m) const { return (rwlocks_ >> m & 1) != 0; }
  bool is_counted(int m) const { return (counted_ >> m & 1) != 0; }
  int variable() { return below(variables_); }
  int value() { return below(values_); }

  void append(Statements& to, Statements more) {
    for (Statement& s : more) to.push_back(std::move(s));
  }

  void draw_main(Statements& main, int workers, Theme theme) {
    if (one_in(3)) append(main, list(1 + below(2), 1));
    const bool again = one_in(10);
    for (int w = 1; w <= workers; ++w) {
      main.push_back({Kind::spawn, w, w - 1});
      if (one_in(4)) append(main, list(1, 1));
      if (one_in(12)) main.push_back({.kind = Kind::detach, .b = w - 1});
    }
    if (workers && again) {  // one after the other, so that numbers are used again
      main.push_back({.kind = Kind::join, .b = 0});
      main.push_back({Kind::spawn, 1 + below(workers), 0});
    }
    if (theme == Theme::stages) append(main, stage(0));
    append(main, list(below(3), 2));
    if (workers && one_in(6))  // which of them has finished?
      main.push_back({.kind = Kind::try_join, .b = below(workers), .body = list(below(2), 1), .other = list(1, 1)});
    if (one_in(8)) {
      main.push_back({Kind::end_thread});
      return;
    }
    for (int w = workers; w-- > 0;)
      if (!one_in(5)) main.push_back({.kind = Kind::join, .b = one_in(20) ? below(workers) : w});
    if (one_in(3)) append(main, list(1, 1));
  }

  /// Says under the lock that it has come to some point, and goes on; or looks whether others have, and then looks at what
  /// they do there. Often they have ended by then.
  Statements stage(int w) {
    const int flag = 0, data = variables_ - 1;
    if (w % 2 == 1) {
      Statements s{{.kind = Kind::hold, .a = 0, .body = {{Kind::write, flag, 1}}}};
      for (int n = 1 + below(2); n >= 0; --n) s.push_back({Kind::write, data, value()});
      return s;
    }
    if (w == 0 && one_in(3))
      return {{.kind = Kind::hold, .a = 0, .body = {{Kind::read, flag}}},
              {.kind = Kind::if_local, .a = 1, .body = {{.kind = Kind::try_join, .b = 0, .other = {{Kind::check, data, value()}}}}}};
    const Statements look = one_in(2) ? Statements{{Kind::check, data, value()}}
                                      : Statements{{.kind = Kind::if_shared, .a = data, .b = value(), .body = list(1, 1)}};
    return {{.kind = Kind::hold, .a = 0, .body = {{Kind::read, flag}}}, {.kind = Kind::if_local, .a = 1, .body = look}};
  }

  /// Some mutexes of a program with locks become read-write locks, or semaphores with a unit or two.
  void draw_sorts_of_locks(Program& program) {
    if (!perhaps(2)) return;
    for (int m = 1; m < mutexes_; ++m)  // the first is the monitor's
      if (!(reentrant_ >> m & 1) && perhaps(2)) rwlocks_ |= 1 << m;
    program.rwlocks = rwlocks_;
    if (!perhaps(3)) return;
    int used = 0;
    for (int m = 1; m < mutexes_ && used < semaphores; ++m) {
      if (reentrant_ >> m & 1 || is_rwlock(m)) continue;
      counted_ |= 1 << m;
      semaphore_of_[m] = used;
      program.units[used++] = 1 + further(2);
    }
  }

  /// Something under a share, under a whole lock or with a unit; or, a part, without anything. What is inside are parts.
  Statements part(int depth, bool tries) { return parts(depth, tries, 0); }
  Statements piece(int depth, bool tries) { return parts(depth, tries, 3); }
  Statements parts(int depth, bool tries, int first) {
    const int m = below(mutexes_), s = below(semaphores);
    const bool to_read = one_in(2), tried = tries && one_in(3), forgets = one_in(16);
    const int kind = first + below((depth > 0 ? 8 : 3) - first);
    if (kind < 3) {
      const int v = one_in(8) ? 1 - m : m;
      if (kind == 0 && one_in(2)) return {{.kind = Kind::write, .a = v, .b = 1}, {.kind = Kind::check, .a = v, .b = 1}};
      if (kind == 0) return {{.kind = Kind::check, .a = v, .b = value()}};
      if (kind == 1) return {{.kind = Kind::write, .a = v, .b = one_in(3) ? 4 : value()}};
      return {{.kind = Kind::read, .a = v}};
    }
    Statements body = part(depth - 1, tries);
    if (one_in(3)) append(body, part(depth - 1, tries));
    if (kind < 6) return {{.kind = tried ? Kind::try_hold : Kind::hold, .a = m, .b = to_read ? 1 : 0, .flag = forgets, .body = std::move(body)}};
    if (tried) return {{.kind = Kind::try_take, .a = s, .flag = forgets, .body = std::move(body)}};
    body.insert(body.begin(), {.kind = Kind::take, .a = s});
    if (!forgets) body.push_back({.kind = Kind::post, .a = one_in(12) ? 1 - s : s});
    return body;
  }

  /// Of a lock that is held for reading as a rule only reading, of what a semaphore counts nothing.
  Statement access() {
    Statement s = any_access();
    if (is_counted(s.a)) {
      if (!perhaps(8)) return {Kind::yield};
      careful_ = false;
    }
    if (!is_rwlock(s.a) || !(reads_only_ >> s.a & 1) || s.kind == Kind::read || s.kind == Kind::check) return s;
    if (!perhaps(12)) return {.kind = Kind::read, .a = s.a};
    careful_ = false;
    return s;
  }

  /// A variable whose lock is held, as a rule. Variable v belongs to mutex v.
  Statement any_access() {
    const int v = held_.empty() || (careless_ && one_in(4)) ? variable() : held_[static_cast<std::size_t>(below(static_cast<int>(held_.size())))];
    switch (below(10)) {
      case 0: return {.kind = Kind::check, .a = v, .b = value()};
      case 1: return {.kind = Kind::if_shared, .a = v, .b = value(), .body = {{Kind::write, v, value()}}};
      case 2: case 3: case 4: return {.kind = Kind::read, .a = v};
      case 5: return {.kind = Kind::write, .a = v, .b = 3 + below(2)};
      default: return {.kind = Kind::write, .a = v, .b = value()};
    }
  }
  void acquire(Statements& to, int m) {
    const bool to_read = is_rwlock(m) && perhaps(2);
    if (is_counted(m))
      to.push_back({.kind = Kind::take, .a = semaphore_of_[m]});
    else
      to.push_back({.kind = Kind::lock, .a = m, .b = to_read ? 1 : 0});
    held_.push_back(m);
    reads_only_ = to_read ? reads_only_ | 1 << m : reads_only_ & ~(1 << m);
  }
  void release(Statements& to, std::size_t i) {
    if (is_counted(held_[i]))
      to.push_back({.kind = Kind::post, .a = semaphore_of_[held_[i]]});
    else
      to.push_back({.kind = Kind::unlock, .a = held_[i]});
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  void release_some(Statements& to) { release(to, static_cast<std::size_t>(below(static_cast<int>(held_.size())))); }
  void maybe_access(Statements& to, int n) {
    if (below(n)) to.push_back(access());
  }

  /// What a worker does once: takes locks, uses what they protect, and lets go of them.
  Statements locked(int style, int worker, bool tries) {
    Statements s;
    held_.clear();
    switch (style) {
      case 0: {  // each neighbour's lock, as philosophers do
        int a = worker % mutexes_, b = (worker + 1) % mutexes_;
        if (ordered_ ? a > b : one_in(5)) std::swap(a, b);
        acquire(s, a), maybe_access(s, 3), acquire(s, b), maybe_access(s, 3);
        if (one_in(4) && mutexes_ > 3) acquire(s, (worker + 2) % mutexes_ == a ? (worker + 3) % mutexes_ : (worker + 2) % mutexes_), maybe_access(s, 2);
        break;
      }
      case 1: {  // hand over hand
        int m = ordered_ ? 0 : below(mutexes_);
        acquire(s, m), maybe_access(s, 3);
        for (int n = 2 + below(mutexes_ - 1); n > 0; --n) {
          m = (m + 1) % mutexes_;
          acquire(s, m);
          if (one_in(4)) maybe_access(s, 2);
          release(s, held_.size() - 2);
          maybe_access(s, 3);
          if (ordered_ && m + 1 == mutexes_) break;
        }
        break;
      }
      case 2: {  // a monitor, and what makes its waits end
        const int v = one_in(8) ? variable() : 0;
        careful_ &= v == 0;
        acquire(s, 0);
        if (reentrant_ & 1) break;
        if (worker % 2 == 0) {
          Statement loop{one_in(5) ? Kind::if_shared : Kind::while_not, v, value()};
          (loop.kind == Kind::if_shared ? loop.other : loop.body) = {{.kind = Kind::wait, .a = 0, .flag = one_in(8)}};
          s.push_back(loop);
          if (one_in(3)) s.push_back({Kind::write, v, value()});
        } else {
          const Statement notify{.kind = one_in(2) ? Kind::signal : Kind::broadcast};
          s.push_back({Kind::write, v, value()});
          const bool outside = one_in(4);
          careful_ &= !outside;
          if (!outside) s.push_back(notify);
          maybe_access(s, 2);
          release(s, 0);
          if (outside) s.push_back(notify);
        }
        break;
      }
      default:  // anything that is properly nested or not, in one order or in any
        for (int n = 3 + below(5); n > 0; --n) {
          const int first = ordered_ && !held_.empty() ? std::ranges::max(held_) + 1 : 0;
          const int kind = below(10);
          if (kind < 4 && first < mutexes_) {
            const int m = first + below(mutexes_ - first);
            const bool again = std::ranges::find(held_, m) != held_.end();
            const bool may_be_again = (is_counted(m) && perhaps(2)) || (is_rwlock(m) && perhaps(6));
            if (again && !(reentrant_ >> m & 1) && !may_be_again && !one_in(30)) continue;
            acquire(s, m);
          } else if (kind < 6 && !held_.empty()) {
            release_some(s);
          } else if (kind == 6 && tries) {
            const int m = below(mutexes_);
            if (reentrant_ >> m & 1) continue;
            const bool to_read = is_rwlock(m) && perhaps(2);
            const int before = reads_only_;
            reads_only_ = to_read ? reads_only_ | 1 << m : reads_only_ & ~(1 << m);
            held_.push_back(m);
            if (is_counted(m))
              s.push_back({.kind = Kind::try_take, .a = semaphore_of_[m], .body = {access()}});
            else
              s.push_back({.kind = Kind::try_hold, .a = m, .b = to_read ? 1 : 0, .body = {access()}});
            held_.pop_back();
            reads_only_ = before;
          } else if (kind == 7 && reentrant_ && !held_.empty() && (reentrant_ >> held_.back() & 1)) {
            acquire(s, held_.back());
          } else if (!held_.empty() || careless_) {
            s.push_back(access());
          }
        }
    }
    if (one_in(20)) held_.clear();  // forgotten
    while (!held_.empty()) release_some(s);
    return s;
  }

  /// A wait as it ought to be, or nearly so.
  Statements careful_wait() {
    const int m = one_in(5) ? below(mutexes_) : 0;
    Statement around{.kind = Kind::hold, .a = m};
    const Statement wait{.kind = Kind::wait, .a = m, .flag = one_in(6)};
    if (one_in(3)) {
      around.body = {wait};
    } else {
      Statement loop{one_in(3) ? Kind::if_shared : Kind::while_not, variable(), value()};
      (loop.kind == Kind::if_shared ? loop.other : loop.body) = {wait};
      around.body = {loop};
    }
    return {around};
  }

  Statements list(int length, int depth) {
    Statements result;
    for (int i = 0; i < length; ++i) append(result, some(depth));
    return result;
  }

  /// A read-write lock around something, or a unit of the second semaphore.
  Statements some_sharing(int depth) {
    const int m = most_locks - 1 - further(2), kind = further(9);
    Statements body = depth > 0 ? list(1 + further(2), depth - 1) : Statements{{perhaps(3) ? Kind::write : Kind::read, variable(), value()}};
    if (kind < 6) {
      const Kind how = perhaps(6) ? Kind::try_hold : Kind::hold;
      return {{.kind = how, .a = m, .b = perhaps(2) ? 1 : 0, .flag = perhaps(12), .body = std::move(body)}};
    }
    if (kind == 6) return {{.kind = Kind::try_take, .a = 1, .flag = perhaps(12), .body = std::move(body)}};
    body.insert(body.begin(), {.kind = Kind::take, .a = 1});
    if (!perhaps(8)) body.push_back({.kind = Kind::post, .a = 1});
    return body;
  }

  Statements some(int depth) {
    if (sharing_ && perhaps(3)) return some_sharing(depth);
    std::array<int, kinds> weights{6, 3, 1, 3, 5, 3, 3, 3, 3, 2, 4, 3, 2, 2, 2, 2, 3, 2, 1, 2, 2, 2, 1, 1, 1};
    int total = 0;
    for (int i = 0; i < kinds; ++i) total += weights[i] *= favour_[i];
    int pick = below(total), kind = 0;
    while (pick >= weights[kind]) pick -= weights[kind++];
    const int inner = depth - 1;
    const bool deep = depth > 0;
    switch (kind) {
      case 0: {
        const int m = below(mutexes_);
        Statement s{.kind = Kind::hold, .a = m, .flag = one_in(12)};
        held_.push_back(m);
        s.body = deep ? list(1 + below(3), inner) : Statements{{Kind::write, variable(), value()}};
        held_.pop_back();
        return {s};
      }
      case 1: {
        const int m = below(mutexes_);
        Statement s{.kind = Kind::try_hold, .a = m, .flag = one_in(12)};
        held_.push_back(m);
        s.body = deep ? list(1 + below(2), inner) : Statements{{Kind::yield}};
        held_.pop_back();
        if (one_in(2)) s.other = deep ? list(1, inner) : Statements{{Kind::yield}};
        return {s};
      }
      case 2: return {{.kind = one_in(3) ? Kind::lock : one_in(3) ? Kind::unlock : Kind::yield, .a = below(mutexes_)}};
      case 3: return {{Kind::read, variable()}};
      case 4: return {{Kind::write, variable(), one_in(4) ? 3 + below(2) : value()}};
      case 5: {
        Statement s{.kind = Kind::if_local, .a = value()};
        if (!deep) return {{Kind::read, variable()}};
        s.body = list(1 + below(2), inner);
        if (one_in(2)) s.other = list(1, inner);
        if (one_in(2)) return {s};
        return {{Kind::read, variable()}, s};
      }
      case 6: {
        Statement s{Kind::if_shared, variable(), value()};
        if (!deep) return {{Kind::yield}};
        s.body = list(1 + below(2), inner);
        if (one_in(2)) s.other = list(1, inner);
        return {s};
      }
      case 7: return {{.kind = Kind::await, .a = variable(), .b = value(), .flag = one_in(2)}};
      case 8: return {{.kind = Kind::spin, .a = variable(), .b = value(), .flag = one_in(2)}};
      case 9: {
        if (!deep) return {{Kind::yield}};
        Statement s{Kind::while_not, variable(), value()};
        ++loops_;
        s.body = list(1 + below(2), inner);
        --loops_;
        return {s};
      }
      case 10: {
        if (held_.empty()) return careful_wait();
        return {{.kind = Kind::wait, .a = one_in(20) ? below(mutexes_) : held_.back(), .flag = one_in(6)}};
      }
      case 11: return {{Kind::signal}};
      case 12: return {{Kind::broadcast}};
      case 13: return {{Kind::take}};
      case 14: return {{Kind::post}};
      case 15: return {{Kind::check, variable(), value()}};
      case 16: {
        if (!inputs_) return {{Kind::yield}};
        Statement s{.kind = Kind::if_local, .a = below(2)};
        if (!deep) return {{Kind::input, 2 + below(2)}};
        s.body = list(1 + below(2), inner);
        if (one_in(2)) s.other = list(1, inner);
        return {{one_in(6) ? Kind::input_inside : Kind::input, 2 + below(2)}, s};
      }
      case 17: {
        Statement s{.kind = Kind::if_local, .a = below(2)};
        if (!deep) return {{Kind::policy, 2}};
        s.body = list(1 + below(2), inner);
        if (one_in(2)) s.other = list(1, inner);
        return {{one_in(3) ? Kind::timeout : Kind::policy, 2}, s};
      }
      case 18: {
        if (!deep) return {{Kind::yield}};
        Statement s{.kind = Kind::repeat, .a = 2 + below(2)};
        ++loops_;
        s.body = list(1 + below(2), inner);
        --loops_;
        return {s};
      }
      case 19: {
        if (!deep) return {{Kind::yield}};
        Statement s{Kind::forever};
        ++loops_;
        s.body = list(1 + below(3), inner);
        --loops_;
        return {s};
      }
      case 20:
        if (!loops_) return {{Kind::yield}};
        return {{Kind::leave}};
      case 21: {
        Statement s{.kind = Kind::section, .a = below(2), .flag = one_in(6)};
        s.body = deep ? list(1 + below(2), inner) : Statements{{Kind::await, variable(), value()}};
        return {s};
      }
      case 22: return {{Kind::exit, below(2)}};
      case 23: return {{one_in(2) ? Kind::end_thread : Kind::yield}};
      default: {  // serve requests until one of them, or the clock, says stop
        if (!deep || !inputs_) return {{Kind::yield}};
        Statement server{Kind::forever};
        Statement stop{.kind = Kind::if_local, .a = 0};
        stop.body = {{one_in(2) ? Kind::leave : Kind::exit}};
        ++loops_;
        server.body = list(below(2), inner);
        server.body.push_back({Kind::input, 2});
        if (one_in(2)) server.body.push_back({.kind = Kind::if_local, .a = 1, .body = list(1, inner)});
        if (one_in(2)) server.body.push_back({one_in(2) ? Kind::timeout : Kind::policy, 2});
        server.body.push_back(std::move(stop));
        if (one_in(2)) append(server.body, list(1, inner));
        --loops_;
        return {server};
      }
    }
  }

  std::mt19937_64 random_, more_;
  bool large_;
  int mutexes_ = 1, variables_ = 1, values_ = 2, loops_ = 0;
  bool inputs_ = false;
  int reentrant_ = 0, rwlocks_ = 0;
  int counted_ = 0;     ///< bit m: what is said of mutex m is about a semaphore, namely
  std::array<int, most_locks> semaphore_of_{};
  int reads_only_ = 0;  ///< bit m: it was last locked for reading
  bool sharing_ = false;
  bool ordered_ = false, careless_ = false, careful_ = false;
  std::array<int, kinds> favour_{};
  std::vector<int> held_;
};

}  // namespace fermata::random_programs
