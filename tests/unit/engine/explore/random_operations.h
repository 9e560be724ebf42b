// SPDX-License-Identifier: Apache-2.0
// Random programs as lists of operations, which are easy to interpret.
//
// They are as fine as the steps of the machine: each of them either can be seen by other
// threads, and then a step begins with it, or it cannot, and then it belongs to the step before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/explore/random_tree.h"

namespace fermata::random_programs {

enum class Code : std::uint8_t {
  // Private.
  start,
  jump,
  branch_local,
  set,
  count,
  open,
  close,
  end,
  timeout,
  atomic_end,
  frame_in,
  // Visible as long as others can reach what they are about.
  scope_in,
  scope_out,
  own,
  frame_out,
  // Visible.
  lock,
  trylock,
  unlock,
  load,
  store,
  test,
  await,
  fall_asleep,
  wake_up,
  signal,
  broadcast,
  take,
  post,
  fail,
  exit,
  input,
  input_inside,
  policy,
  spawn,
  join,
  detach,
  yield,
  never,
  main_returns,
  wake_or_time_out,
  take_back,
  try_join,
  lock_to_read,
  lock_to_write,
  try_to_read,
  try_to_write,
  unlock_rw,
  try_take,
  atomic_begin,
  lend,
  hide,
  look,
  use,
  compare,
  frame_lend,
};
constexpr bool is_visible(Code code) { return code >= Code::lock; }

// Numbers of sections as in runtime/fermata_intrinsics.h.
enum : int {
  mutex_wait = 0,
  critical = 1,
  condition_wait = 2,
  semaphore_wait = 4,
  join_wait = 5,
  rwlock_wait = 6,
  futex_wait = 8,
  user = 9,
  sharing = 10
};

// Local variables: the one that programs compute with, loop counters, numbers of threads.
constexpr int first_counter = 1, counters = 6, first_handle = 7, handles = 4, numbers = 11;
// And a pointer: to the variable of a thread's, or to that of a function it calls.
constexpr int pointer = numbers, locals = numbers + 1;
constexpr int pointer_to(int thread, bool in_frame) { return 1 + 2 * thread + (in_frame ? 1 : 0); }
constexpr int keeper_handle = 3;

struct Op {
  Code code{};
  int a = 0, b = 0;
  int to = 0;  ///< where a jump leads, or a test that fails
  bool flag = false;
};
using Ops = std::vector<Op>;

class Compiler {
 public:
  Compiler(const Program& program, std::size_t thread)
      : is_main_(thread == 0), reentrant_(program.reentrant), rwlocks_(program.rwlocks) {
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
  int try_lock(int m, bool to_read) {
    return emit({!is_rwlock(m) ? Code::trylock : to_read ? Code::try_to_read : Code::try_to_write, m});
  }
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
      case Kind::atomic:
        emit({Code::atomic_begin});
        compile(s.body);
        emit({Code::atomic_end});
        break;
      case Kind::scope:
        emit({Code::scope_in});
        compile(s.body);
        emit({Code::scope_out});
        break;
      case Kind::own: emit({Code::own, 0, s.b}); break;
      case Kind::lend: emit({Code::lend}); break;
      case Kind::hide: emit({Code::hide}); break;
      case Kind::borrow: {
        const int null = emit({Code::look});
        if (s.flag)
          choice(emit({Code::compare, 0, s.b}), s);
        else
          emit({Code::use, 0, s.b});
        ops_[null].to = here();
        break;
      }
      case Kind::call:
        emit({.code = Code::frame_in, .b = s.b, .flag = s.flag});
        emit({Code::frame_lend});
        if (s.flag) emit({.code = Code::hide, .flag = true});
        emit({Code::frame_out});
        break;
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

}  // namespace fermata::random_programs
