// SPDX-License-Identifier: Apache-2.0
// Small multithreaded programs, drawn at random.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "engine/explore/random_text.h"

namespace fermata::random_programs {

/// Whether there are read-write locks and counted semaphores, and what is done with them, is drawn apart from the rest:
/// a seed whose program has none draws what it drew before there were any. The same is true of atomic blocks.
class Artist {
 public:
  explicit Artist(std::uint64_t seed, bool large = false)
      : random_(seed), more_(seed ^ 0x5ead'10c5), blocks_(seed ^ 0xa70'b10c), large_(large) {}

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
    draw_blocks(program);
    ordered_ = one_in(2);
    careless_ = one_in(12);
    const bool tries = one_in(20);
    careful_ = !careless_ && !tries && !atomic_;
    const int style = below(5);
    const int workers = 2 + (one_in(3) ? 1 : 0) + (one_in(6) ? 1 : 0);
    program.threads.resize(static_cast<std::size_t>(workers) + 1);
    for (int w = 1; w <= workers; ++w) {
      Statements body;
      for (int round = 1 + below(workers > 2 ? 2 : 3); round > 0; --round) {
        append(body, locked(one_in(5) ? below(5) : style, w - 1, tries));
        if (atomic_ && block_below(2) == 0) append(body, some_block());
      }
      if (one_in(8)) {
        Statement server{.kind = one_in(3) ? Kind::while_not : Kind::forever,
                         .a = variable(),
                         .b = value(),
                         .body = std::move(body)};
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
    draw_blocks(program);
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
      if (theme == Theme::sleepers && w == 3)
        append(program.threads[w], Statements{{one_in(2) ? Kind::signal : Kind::broadcast}});
    }
    draw_main(program.threads[0], workers, theme);
    return program;
  }

  /// Few threads that take shares and units again and again, and little else: readers who relieve one another,
  /// upgrades, resources that are taken in pieces.
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
        body = {{.kind = Kind::hold,
                 .a = 0,
                 .b = whole ? 0 : 1,
                 .body = {one_in(2) ? Statement{Kind::yield} : Statement{Kind::read, 0}}}};
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
        body = {{.kind = one_in(3) ? Kind::while_not : Kind::forever,
                 .a = variable(),
                 .b = value(),
                 .body = std::move(body)}};
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

  /// Variables that go out of scope, functions that are left, threads that end, while others have their addresses.
  Program draw_scopes() {
    Program program;
    program.scopes = true;
    program.keeper = one_in(3);
    program.packed = one_in(3);
    mutexes_ = variables_ = 1 + below(2);
    values_ = 2;
    const int workers = 2 + (one_in(4) ? 1 : 0);
    program.threads.resize(static_cast<std::size_t>(workers) + 1);
    for (int w = 1; w <= workers; ++w) {
      Statements body;
      for (int n = 1 + below(3); n > 0; --n) append(body, w % 2 ? lending(1) : borrowing(1));
      if (one_in(3)) append(body, w % 2 ? borrowing(1) : lending(1));
      if (one_in(5))
        body = {{.kind = one_in(2) ? Kind::forever : Kind::while_not,
                 .a = variable(),
                 .b = value(),
                 .body = std::move(body)}};
      program.threads[w] = std::move(body);
    }
    Statements& main = program.threads[0];
    for (int w = 1; w <= workers; ++w) main.push_back({Kind::spawn, w, w - 1});
    if (one_in(2)) append(main, one_in(2) ? lending(1) : borrowing(1));
    if (one_in(8)) main.push_back({.kind = Kind::try_join, .b = below(workers), .other = borrowing(0)});
    for (int w = 0; w < workers; ++w)
      if (!one_in(6)) main.push_back({.kind = Kind::join, .b = w});
    return program;
  }

 private:
  Statement simple() {
    if (one_in(6)) return {.kind = Kind::check, .a = variable(), .b = value()};
    return {.kind = one_in(3) ? Kind::read : Kind::write, .a = variable(), .b = value()};
  }
  Statements around(int depth, Statements body) {
    if (depth > 0 && one_in(3))
      return {{.kind = Kind::hold, .a = below(mutexes_), .flag = one_in(12), .body = std::move(body)}};
    return body;
  }
  Statements lending(int depth) {
    if (one_in(3)) return around(depth, {simple()});
    if (one_in(3)) return around(depth, {{.kind = Kind::call, .b = value(), .flag = one_in(2)}});
    Statement scope{Kind::scope};
    if (one_in(2)) scope.body.push_back({.kind = Kind::own, .b = value()});
    append(scope.body, around(depth, {{Kind::lend}}));
    if (one_in(3)) append(scope.body, around(depth, {simple()}));
    if (one_in(3)) scope.body.push_back({.kind = Kind::own, .b = value()});
    if (!one_in(3)) append(scope.body, around(depth, {{Kind::hide}}));
    return around(depth, {scope});
  }
  Statements borrowing(int depth) {
    if (one_in(3)) return around(depth, {simple()});
    if (one_in(4)) return around(depth, {{Kind::hide}});
    Statement borrow{.kind = Kind::borrow, .b = value(), .flag = one_in(2)};
    if (borrow.flag) borrow.body = {simple()};
    return around(depth, {borrow});
  }

  static constexpr int kinds = 25;
  enum class Theme : std::uint8_t { none, inputs, sleepers, sections, stages };
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  int further(int n) { return static_cast<int>(more_() % static_cast<std::uint64_t>(n)); }
  bool perhaps(int n) { return further(n) == 0; }
  int block_below(int n) { return static_cast<int>(blocks_() % static_cast<std::uint64_t>(n)); }
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

  /// Says under the lock that it has come to some point, and goes on; or looks whether others have, and then looks at
  /// what they do there. Often they have ended by then.
  Statements stage(int w) {
    const int flag = 0, data = variables_ - 1;
    if (w % 2 == 1) {
      Statements s{{.kind = Kind::hold, .a = 0, .body = {{Kind::write, flag, 1}}}};
      for (int n = 1 + below(2); n >= 0; --n) s.push_back({Kind::write, data, value()});
      return s;
    }
    if (w == 0 && one_in(3))
      return {{.kind = Kind::hold, .a = 0, .body = {{Kind::read, flag}}},
              {.kind = Kind::if_local,
               .a = 1,
               .body = {{.kind = Kind::try_join, .b = 0, .other = {{Kind::check, data, value()}}}}}};
    const Statements look = one_in(2)
                                ? Statements{{Kind::check, data, value()}}
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

  /// Something under a share, under a whole lock or with a unit; or, a part, without anything. What is inside are
  /// parts.
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
    if (kind < 6)
      return {{.kind = tried ? Kind::try_hold : Kind::hold,
               .a = m,
               .b = to_read ? 1 : 0,
               .flag = forgets,
               .body = std::move(body)}};
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
    const int v = held_.empty() || (careless_ && one_in(4))
                      ? variable()
                      : held_[static_cast<std::size_t>(below(static_cast<int>(held_.size())))];
    switch (below(10)) {
      case 0: return {.kind = Kind::check, .a = v, .b = value()};
      case 1: return {.kind = Kind::if_shared, .a = v, .b = value(), .body = {{Kind::write, v, value()}}};
      case 2:
      case 3:
      case 4: return {.kind = Kind::read, .a = v};
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
        if (one_in(4) && mutexes_ > 3)
          acquire(s, (worker + 2) % mutexes_ == a ? (worker + 3) % mutexes_ : (worker + 2) % mutexes_),
              maybe_access(s, 2);
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
    Statements body = depth > 0 ? list(1 + further(2), depth - 1)
                                : Statements{{perhaps(3) ? Kind::write : Kind::read, variable(), value()}};
    if (kind < 6) {
      const Kind how = perhaps(6) ? Kind::try_hold : Kind::hold;
      return {{.kind = how, .a = m, .b = perhaps(2) ? 1 : 0, .flag = perhaps(12), .body = std::move(body)}};
    }
    if (kind == 6) return {{.kind = Kind::try_take, .a = 1, .flag = perhaps(12), .body = std::move(body)}};
    body.insert(body.begin(), {.kind = Kind::take, .a = 1});
    if (!perhaps(8)) body.push_back({.kind = Kind::post, .a = 1});
    return body;
  }

  /// Whether there are atomic blocks, and whether locks have neighbours. What a try does in a block must not be left to
  /// chance.
  void draw_blocks(Program& program) {
    program.packed = block_below(3) == 0;
    program.blocks = atomic_ = block_below(4) == 0 && !program.spurious_failures;
  }

  /// Operations on locks and variables, one after the other, in one step.
  Statements some_block() {
    Statement block{Kind::atomic};
    for (int n = 1 + block_below(3); n > 0; --n) {
      const int m = sharing_ && block_below(3) == 0 ? most_locks - 1 - block_below(2) : block_below(mutexes_);
      const int v = block_below(variables_);
      const int units = block_below(semaphores);
      const Statement write{.kind = Kind::write, .a = v, .b = block_below(values_)};
      switch (block_below(9)) {
        case 0:
        case 1: block.body.push_back({.kind = Kind::lock, .a = m, .b = block_below(2)}); break;
        case 2:
        case 3: block.body.push_back({.kind = Kind::unlock, .a = m}); break;
        case 4:
          if (reentrant_ >> m & 1) break;
          block.body.push_back(
              {.kind = Kind::try_hold, .a = m, .b = block_below(2), .flag = block_below(2) == 0, .body = {write}});
          break;
        case 5: block.body.push_back({.kind = block_below(2) ? Kind::take : Kind::post, .a = units}); break;
        case 6:
          block.body.push_back({.kind = Kind::if_shared,
                                .a = v,
                                .b = block_below(values_),
                                .body = {{.kind = Kind::lock, .a = m}},
                                .other = {write}});
          break;
        case 7: block.body.push_back({.kind = Kind::read, .a = v}); break;
        default: block.body.push_back(write); break;
      }
    }
    return {block};
  }

  Statements some(int depth) {
    if (atomic_ && block_below(4) == 0) return some_block();
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

  std::mt19937_64 random_, more_, blocks_;
  bool large_;
  int mutexes_ = 1, variables_ = 1, values_ = 2, loops_ = 0;
  bool inputs_ = false;
  int reentrant_ = 0, rwlocks_ = 0;
  int counted_ = 0;  ///< bit m: what is said of mutex m is about a semaphore, namely
  std::array<int, most_locks> semaphore_of_{};
  int reads_only_ = 0;  ///< bit m: it was last locked for reading
  bool sharing_ = false;
  bool atomic_ = false;
  bool ordered_ = false, careless_ = false, careful_ = false;
  std::array<int, kinds> favour_{};
  std::vector<int> held_;
};

}  // namespace fermata::random_programs
