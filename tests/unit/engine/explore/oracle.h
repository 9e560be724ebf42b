// SPDX-License-Identifier: Apache-2.0
// Interprets a random program in the plainest way and reads the properties off the definitions.
// Shares nothing with vm, search, explore and confirm.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/explore/random_program.h"

namespace fermata::random_programs {

/// Ways of being wrong on purpose, to see whether anybody notices.
enum class Fault : std::uint8_t {
  none,
  deadlock_is_an_end,
  wait_does_not_sleep,
  inputs_are_kind,
  unlock_keeps_the_section,
  signal_wakes_all,
  return_from_main_ends_main_only,
  failure_is_a_dead_end,
  writers_ignore_readers,
  who_spins_serves,
  ends_are_hidden,
  scopes_never_end,
};

enum class Status : std::uint8_t { none, running, finished, detached };

struct Section {
  int kind = 0, object = 0;
  auto operator<=>(const Section&) const = default;
};

/// A variable of a thread's own, or of a function it calls.
struct Local {
  bool there = false, shared = false, over = false;
  std::int8_t value = 0;
  auto operator<=>(const Local&) const = default;
};

struct Thread {
  Status status = Status::none;
  int function = 0, pc = 0;
  std::array<std::int8_t, locals> local{};  // small, since states are copied all the time
  std::vector<Section> sections;            // in the order in which they began
  Local own, in_frame;
  bool alive() const { return status == Status::running || status == Status::detached; }
  auto operator<=>(const Thread&) const = default;
};

struct State {
  bool ended = false;
  int code = 0;
  std::array<int, most_locks> owner{}, depth{};  // depth: how much more often than once a reentrant one was locked
  std::array<int, most_variables> shared{};
  std::array<std::array<std::int8_t, 16>, most_locks> shares{};  // of read-write locks, by thread
  int sleepers = 0, sleepers_mutex = 0;
  int pointer = 0;  // pointer_to
  std::array<int, semaphores> units{};
  std::vector<Thread> threads;
  int alive() const { return static_cast<int>(std::ranges::count_if(threads, &Thread::alive)); }
  auto operator<=>(const State&) const = default;
};

/// An open section as the definition names it: a critical section belongs to its object alone.
struct Instance {
  Section section;
  int thread = 0;
  auto operator<=>(const Instance&) const = default;
};
inline Instance instance(const Section& section, int thread) {
  return {section, section.kind == critical ? -1 : thread};
}

struct Choice {
  bool environment = false;
  int taken = 0, of = 0;
};

/// One outcome of a step.
struct Way {
  std::vector<Choice> choices;
  bool fails = false;
  State target;
  std::set<Instance> closes;
};

class Stepper {
 public:
  Stepper(const Program& program, Fault fault) : program_(program), fault_(fault), code_(compile(program)) {
    for (const Ops& ops : code_) {
      live_.push_back(live_locals(ops));
      sees_ends_ |= std::ranges::any_of(ops, [](const Op& op) { return op.code == Code::try_join; });
    }
  }

  State initial() const {
    State state{.units = program_.units};
    state.threads.push_back({.status = Status::running, .own = {.there = program_.scopes}});
    return state;
  }

  std::vector<Way> step(const State& from, int thread) {
    ways_.clear();
    Run run{.state = from, .self = thread};
    go(std::move(run));
    return std::move(ways_);
  }

  bool was_cut() const { return cut_; }                ///< some run went in circles without being seen
  bool was_disowned() const { return disowned_; }      ///< a stale pointer met what only its thread may use
  bool was_cut_with_choices() const { return wild_; }  ///< and had choices on the way

 private:
  struct Run {
    State state;
    int self = 0;
    bool moved = false, executed = false;
    bool inside = false;  // an atomic block, before which all was so:
    std::shared_ptr<const Run> before;
    std::deque<int> pending;  // threads that were spawned and have not run up to their first visible operation
    Way way;
    std::set<std::pair<int, State>> been;
  };

  static std::vector<std::vector<bool>> live_locals(const Ops& ops) {
    std::vector<std::vector<bool>> live(ops.size() + 1, std::vector<bool>(locals));
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = ops.size(); i-- > 0;) {
        const Op& op = ops[i];
        std::vector<bool> now(locals);
        auto flow_from = [&](std::size_t next) {
          for (int l = 0; l < locals; ++l)
            if (live[next][l]) now[l] = true;
        };
        const bool stops =
            op.code == Code::end || op.code == Code::fail || op.code == Code::exit || op.code == Code::main_returns;
        if (!stops && op.code != Code::jump) flow_from(i + 1);
        if (op.code == Code::jump || op.code == Code::branch_local || op.code == Code::count ||
            op.code == Code::trylock || op.code == Code::test || op.code == Code::wake_or_time_out ||
            op.code == Code::try_join || op.code == Code::try_take || op.code == Code::try_to_read ||
            op.code == Code::try_to_write || op.code == Code::look || op.code == Code::compare)
          flow_from(static_cast<std::size_t>(op.to));
        switch (op.code) {
          case Code::load:
          case Code::input:
          case Code::input_inside:
          case Code::policy:
          case Code::timeout: now[0] = false; break;
          case Code::set: now[op.a] = false; break;
          case Code::look: now[random_programs::pointer] = false; break;
          case Code::spawn: now[first_handle + op.b] = false; break;
          default: break;
        }
        switch (op.code) {
          case Code::branch_local: now[0] = true; break;
          case Code::use:
          case Code::compare: now[random_programs::pointer] = true; break;
          case Code::store:
            if (op.b >= 3) now[0] = true;
            break;
          case Code::count: now[op.a] = true; break;
          case Code::join:
          case Code::try_join:
          case Code::detach: now[first_handle + op.a] = true; break;
          case Code::open:
            if (op.a == join_wait) now[first_handle + op.b] = true;
            break;
          default: break;
        }
        if (now != live[i]) live[i] = now, changed = true;
      }
    }
    return live;
  }

  void tidy(Thread& t) const {
    if (!t.alive()) return;
    for (int l = 0; l < locals; ++l)
      if (!live_[t.function][t.pc][l]) t.local[l] = 0;
  }

  void finish(Run& run) {
    for (Thread& t : run.state.threads) tidy(t);
    run.way.target = std::move(run.state);
    ways_.push_back(std::move(run.way));
  }
  void finish_process(Run& run, int code) {
    run.state = State{.ended = true, .code = code};
    finish(run);
  }
  void fail(Run& run) {
    run.way.fails = true;
    ways_.push_back(std::move(run.way));
  }

  /// This thread goes no further in this step. False: nobody does.
  bool stop(Run& run) {
    if (run.pending.empty()) {
      finish(run);
      return false;
    }
    run.self = run.pending.front();
    run.pending.pop_front();
    run.moved = true;
    return true;
  }

  static void open(Thread& t, Section section) {
    if (std::ranges::find(t.sections, section) == t.sections.end()) t.sections.push_back(section);
  }
  static void close(Run& run, Section section, int thread) {
    auto& sections = run.state.threads[thread].sections;
    auto at = std::ranges::find(sections, section);
    if (at == sections.end()) return;
    sections.erase(at);
    run.way.closes.insert(instance(section, thread));
  }

  void take_mutex(Run& run, int m) const {
    run.state.owner[m] = run.self + 1;
    open(run.state.threads[run.self], {critical, m});
  }
  void let_go(Run& run, int m) const {
    run.state.owner[m] = 0;
    if (fault_ != Fault::unlock_keeps_the_section) close(run, {critical, m}, run.self);
  }
  bool may_write(const State& s, int m) const {
    const bool read =
        fault_ != Fault::writers_ignore_readers && std::ranges::any_of(s.shares[m], [](int n) { return n > 0; });
    return s.owner[m] == 0 && !read;
  }
  /// False: it has too many.
  static bool take_share(Run& run, int m) {
    std::int8_t& mine = run.state.shares[m][static_cast<std::size_t>(run.self)];
    if (mine == most_shares) return false;
    ++mine;
    open(run.state.threads[run.self], {sharing, m});
    return true;
  }
  static void end_sleep(Run& run, int thread) {
    run.state.sleepers &= ~(1 << thread);
    if (run.state.sleepers == 0) run.state.sleepers_mutex = 0;
    close(run, {condition_wait, 0}, thread);
  }

  /// A step is one visible operation and what follows unseen. A thread alone is seen by nobody, and goes on. But an
  /// input is always the first thing in its step, and after a choice a step ends soon, so that loops with choices
  /// do not unroll.
  bool ends_step_before(const Run& run, const Op& op) const {
    if (run.inside) return false;
    if (op.code == Code::input) return run.executed;
    const bool chosen = !run.way.choices.empty();
    if (op.code == Code::timeout) return chosen;
    if (!can_be_seen(run, op)) return false;
    if (run.state.alive() > 1) return run.moved;
    constexpr std::array memory_accesses{Code::load, Code::store, Code::test,    Code::lend,      Code::hide,
                                         Code::look, Code::use,   Code::compare, Code::frame_lend};
    const bool memory = std::ranges::find(memory_accesses, op.code) != memory_accesses.end();
    return chosen && !memory;
  }

  bool can_be_seen(const Run& run, const Op& op) const {
    const Thread& t = run.state.threads[run.self];
    const bool together = run.state.alive() > 1;
    switch (op.code) {
      case Code::end: {  // if somebody looks for it, or others can reach what goes with the thread
        const bool looked_for = sees_ends_ && fault_ != Fault::ends_are_hidden;
        return looked_for || (together && t.own.shared && !t.own.over);
      }
      case Code::scope_in: return together && t.own.over;
      case Code::scope_out: return together && t.own.shared && !t.own.over;
      case Code::own: return together && t.own.shared;
      case Code::frame_out: return together && t.in_frame.shared;
      default: return is_visible(op.code);
    }
  }

  /// What the pointer that a thread has read leads to, if it is there for it; otherwise to nothing, or to what is not
  /// for it.
  Local* reach(Run& run) {
    const int to = run.state.threads[run.self].local[random_programs::pointer] - 1;
    Thread& owner = run.state.threads[static_cast<std::size_t>(to / 2)];
    Local& local = to % 2 ? owner.in_frame : owner.own;
    const bool mine = to / 2 == run.self;
    disowned_ |= local.there && !local.shared && !mine;
    return owner.alive() && local.there && (mine || !local.over) ? &local : nullptr;
  }

  bool can_go(const Run& run, const Op& op) const {
    const State& s = run.state;
    const Thread& t = s.threads[run.self];
    switch (op.code) {
      case Code::lock: return s.owner[op.a] == 0 || (op.flag && s.owner[op.a] == run.self + 1);
      case Code::await: return s.shared[op.a] == op.b;
      case Code::wake_up: return !(s.sleepers >> run.self & 1) && s.owner[op.a] == 0;
      case Code::wake_or_time_out: return s.sleepers >> run.self & 1 || s.owner[op.a] == 0;
      case Code::take_back: return s.owner[op.a] == 0;
      case Code::take: return s.units[op.a] > 0;
      case Code::lock_to_read: return s.owner[op.a] == 0;
      case Code::lock_to_write: return may_write(s, op.a);
      case Code::never: return false;
      case Code::join: {
        const int other = t.local[first_handle + op.a];
        return other == run.self || !s.threads[other].alive() || s.threads[other].status == Status::detached;
      }
      default: return true;
    }
  }

  /// Goes on once for each of `n` choices.
  template <class Act>
  void fork(const Run& run, int n, bool environment, Act act) {
    for (int k = 0; k < n; ++k) {
      Run copy = run;
      if (n > 1) copy.way.choices.push_back({environment, k, n});
      if (act(copy, k)) go(std::move(copy));
    }
  }

  void end_thread(Run& run) {
    Thread& t = run.state.threads[run.self];
    const bool gone = t.status == Status::detached && t.sections.empty();
    t = {.status = gone ? Status::none : Status::finished, .sections = std::move(t.sections)};
  }

  void go(Run run) {
    for (;;) {
      Thread& t = run.state.threads[run.self];
      const Op op = code_[t.function][t.pc];
      if (ends_step_before(run, op)) {
        if (!stop(run)) return;
        continue;
      }
      run.moved |=
          op.code == Code::input || op.code == Code::timeout || (can_be_seen(run, op) && run.state.alive() > 1);
      if (!can_go(run, op)) {
        if (run.inside) run = Run(*run.before);
        if (!run.executed) return;  // blocked
        if (!stop(run)) return;
        continue;
      }
      if (op.code == Code::atomic_begin) run.before = std::make_shared<Run>(run);
      run.executed = true;
      const int source = t.pc++;
      State& s = run.state;
      switch (op.code) {
        case Code::start:
        case Code::yield:
        case Code::never: break;
        case Code::atomic_begin: run.inside = true; break;
        case Code::atomic_end: run.inside = false; break;
        case Code::scope_in: t.own.over = false; break;
        case Code::scope_out:
          t.own.value = 0;
          t.own.over = t.own.shared && fault_ != Fault::scopes_never_end;
          break;
        case Code::own: t.own.value = static_cast<std::int8_t>(op.b); break;
        case Code::lend:
          t.own.shared = true;
          s.pointer = pointer_to(run.self, false);
          break;
        case Code::hide: s.pointer = 0; break;
        case Code::frame_in: t.in_frame = {.there = true, .value = static_cast<std::int8_t>(op.b)}; break;
        case Code::frame_lend:
          t.in_frame.shared = true;
          s.pointer = pointer_to(run.self, true);
          break;
        case Code::frame_out: t.in_frame = {}; break;
        case Code::look:
          t.local[random_programs::pointer] = static_cast<std::int8_t>(s.pointer);
          if (s.pointer == 0) t.pc = op.to;
          break;
        case Code::use:
        case Code::compare: {
          Local* local = reach(run);
          if (!local) return fail(run);
          if (op.code == Code::use)
            local->value = static_cast<std::int8_t>(op.b);
          else if (local->value != op.b)
            t.pc = op.to;
          break;
        }
        case Code::jump: t.pc = op.to; break;
        case Code::branch_local:
          if (t.local[0] != op.a) t.pc = op.to;
          break;
        case Code::set: t.local[op.a] = 0; break;
        case Code::count:
          if (++t.local[op.a] < op.b) t.pc = op.to;
          break;
        case Code::open: open(t, {op.a, op.a == join_wait ? t.local[first_handle + op.b] : op.b}); break;
        case Code::close: close(run, {op.a, op.b}, run.self); break;
        case Code::end:
          end_thread(run);
          if (s.alive() == 0) return finish_process(run, 0);
          if (!stop(run)) return;
          continue;
        case Code::lock:
          if (s.owner[op.a] == 0)
            take_mutex(run, op.a);
          else
            ++s.depth[op.a];
          close(run, {mutex_wait, op.a}, run.self);
          break;
        case Code::trylock:
          return fork(run, program_.spurious_failures ? 2 : 1, false, [&](Run& r, int fails) {
            if (!fails && r.state.owner[op.a] == 0)
              take_mutex(r, op.a);
            else
              r.state.threads[r.self].pc = op.to;
            return true;
          });
        case Code::unlock:
          if (s.owner[op.a] != run.self + 1) return fail(run);
          if (s.depth[op.a] > 0)
            --s.depth[op.a];
          else
            let_go(run, op.a);
          break;
        case Code::load: t.local[0] = static_cast<std::int8_t>(s.shared[op.a]); break;
        case Code::store: s.shared[op.a] = op.b < 3 ? op.b : op.b == 3 ? t.local[0] : (t.local[0] + 1) % 3; break;
        case Code::test:
          if (s.shared[op.a] != op.b) t.pc = op.to;
          break;
        case Code::await:
          if (op.flag) close(run, {futex_wait, op.a}, run.self);
          break;
        case Code::fall_asleep:
          if (s.owner[op.a] != run.self + 1) return fail(run);
          if (s.sleepers_mutex && s.sleepers_mutex != op.a + 1) return fail(run);
          return fork(run, program_.spurious_wakeups ? 2 : 1, false, [&](Run& r, int spurious) {
            if (!spurious && fault_ != Fault::wait_does_not_sleep) {
              r.state.sleepers |= 1 << r.self;
              r.state.sleepers_mutex = op.a + 1;
              open(r.state.threads[r.self], {condition_wait, 0});
            }
            let_go(r, op.a);
            open(r.state.threads[r.self], {mutex_wait, op.a});
            return true;
          });
        case Code::wake_or_time_out:
          if (s.sleepers >> run.self & 1) {
            end_sleep(run, run.self);
            break;
          }
          t.pc = op.to;
          [[fallthrough]];
        case Code::wake_up:
        case Code::take_back:
          take_mutex(run, op.a);
          close(run, {mutex_wait, op.a}, run.self);
          break;
        case Code::signal: {
          std::vector<int> asleep;
          for (int i = 0; i < 16; ++i)
            if (s.sleepers >> i & 1) asleep.push_back(i);
          if (asleep.empty()) break;
          if (fault_ == Fault::signal_wakes_all) {
            for (int i : asleep) end_sleep(run, i);
            break;
          }
          return fork(run, static_cast<int>(asleep.size()), false, [&](Run& r, int k) {
            end_sleep(r, asleep[static_cast<std::size_t>(k)]);
            return true;
          });
        }
        case Code::broadcast:
          for (int i = 0; i < 16; ++i)
            if (s.sleepers >> i & 1) end_sleep(run, i);
          break;
        case Code::take:
          --s.units[op.a];
          close(run, {semaphore_wait, op.a}, run.self);
          break;
        case Code::try_take:
          return fork(run, program_.spurious_failures ? 2 : 1, false, [&](Run& r, int fails) {
            if (!fails && r.state.units[op.a] > 0)
              --r.state.units[op.a];
            else
              r.state.threads[r.self].pc = op.to;
            return true;
          });
        case Code::post: s.units[op.a] = std::min(s.units[op.a] + 1, most_units); break;
        case Code::lock_to_read:
          if (!take_share(run, op.a)) return fail(run);
          close(run, {rwlock_wait, op.a}, run.self);
          break;
        case Code::lock_to_write:
          take_mutex(run, op.a);
          close(run, {rwlock_wait, op.a}, run.self);
          break;
        case Code::try_to_read:
        case Code::try_to_write:
          return fork(run, program_.spurious_failures ? 2 : 1, false, [&](Run& r, int fails) {
            const bool reads = op.code == Code::try_to_read;
            if (fails || (reads ? r.state.owner[op.a] != 0 : !may_write(r.state, op.a)))
              r.state.threads[r.self].pc = op.to;
            else if (!reads)
              take_mutex(r, op.a);
            else if (!take_share(r, op.a))
              return fail(r), false;
            return true;
          });
        case Code::unlock_rw: {
          if (s.owner[op.a] == run.self + 1) {
            let_go(run, op.a);
            break;
          }
          std::int8_t& mine = s.shares[op.a][static_cast<std::size_t>(run.self)];
          if (mine == 0) return fail(run);
          if (--mine == 0) close(run, {sharing, op.a}, run.self);
          break;
        }
        case Code::fail: return fail(run);
        case Code::exit: return finish_process(run, op.a);
        case Code::main_returns:
          if (fault_ != Fault::return_from_main_ends_main_only) return finish_process(run, 0);
          end_thread(run);
          if (s.alive() == 0) return finish_process(run, 0);
          if (!stop(run)) return;
          continue;
        case Code::input:
        case Code::input_inside:
        case Code::policy:
        case Code::timeout: {
          const bool environment = op.code == Code::input || op.code == Code::input_inside;
          return fork(run, op.a, environment, [](Run& r, int k) {
            r.state.threads[r.self].local[0] = static_cast<std::int8_t>(k);
            return true;
          });
        }
        case Code::spawn: {
          std::size_t number = 1;
          while (number < s.threads.size() && s.threads[number].status != Status::none) ++number;
          t.local[first_handle + op.b] = static_cast<std::int8_t>(number);
          if (number == s.threads.size()) s.threads.emplace_back();
          s.threads[number] = {.status = Status::running, .function = op.a, .own = {.there = program_.scopes}};
          run.moved = true;
          run.pending.push_back(static_cast<int>(number));
          break;
        }
        case Code::join: {
          const int other = t.local[first_handle + op.a];
          if (other != run.self) {
            Thread& o = s.threads[other];
            if (o.status == Status::none || o.status == Status::detached) return fail(run);
            if (o.sections.empty()) o = {};
          }
          close(run, {join_wait, other}, run.self);
          break;
        }
        case Code::try_join: {
          const int other = t.local[first_handle + op.a];
          Thread& o = s.threads[other];
          if (other != run.self && (o.status == Status::none || o.status == Status::detached)) return fail(run);
          if (other == run.self || o.alive())
            t.pc = op.to;
          else if (o.sections.empty())
            o = {};
          break;
        }
        case Code::detach: {
          Thread& o = s.threads[t.local[first_handle + op.a]];
          if (o.status == Status::none || o.status == Status::detached) return fail(run);
          if (o.status == Status::running)
            o.status = Status::detached;
          else if (o.sections.empty())
            o = {};
          break;
        }
      }
      Thread& after = run.state.threads[run.self];
      if (after.pc <= source && !run.been.emplace(run.self, run.state).second) {
        // It has been here before in this very step: a loop that nobody sees.
        cut_ = true;
        wild_ |= !run.way.choices.empty();
        if (!stop(run)) return;
      }
    }
  }

  const Program& program_;
  Fault fault_;
  std::vector<Ops> code_;
  std::vector<std::vector<std::vector<bool>>> live_;
  bool sees_ends_ = false;
  std::vector<Way> ways_;
  bool cut_ = false, wild_ = false, disowned_ = false;
};

/// What is true of a program.
struct Truth {
  bool too_large = false;
  bool exact = true;  ///< steps are exactly those of the machine
  bool wild = false;  ///< choices inside a loop that nobody sees
  bool inputs = false;
  bool mixed = false;  ///< both the environment and the scheduler choose in one step
  std::uint64_t states = 0, transitions = 0, deadlocks = 0, cannot_finish = 0;
  bool failure = false, hang = false, daemon_hang = false;
  // Numbers of steps from the start.
  std::optional<int> to_deadlock;              ///< to the nearest one
  std::optional<int> to_deadlock_in_section;   ///< in which a section is open
  std::optional<int> to_failure;               ///< with the failing step
  std::optional<int> to_trap, to_daemon_trap;  ///< without inputs, in a small program: to the nearest state
                                               ///< that can be visited again and again and is stuck
};

class Oracle {
 public:
  Oracle(const Program& program, Fault fault, std::size_t most_states)
      : stepper_(program, fault), fault_(fault), most_(most_states) {}

  Truth judge() {
    if (!explore()) {
      truth_.too_large = true;
      truth_.wild = stepper_.was_cut_with_choices();
      return truth_;
    }
    list_predecessors();
    truth_.states = nodes_.size();
    truth_.exact = !stepper_.was_cut();
    truth_.wild = stepper_.was_cut_with_choices();
    count_dead_ends();
    const auto can_reach_end = reach_goal(std::nullopt, true);
    truth_.cannot_finish = static_cast<std::uint64_t>(std::ranges::count(can_reach_end, false));
    const auto won = reach_goal(std::nullopt, false);
    truth_.hang = std::ranges::count(won, false) > 0;
    std::set<Instance> all;
    for (const Node& n : nodes_) all.insert(n.open.begin(), n.open.end());
    for (const Instance& i : all) {
      const auto can = reach_goal(i, false);
      for (std::size_t n = 0; n < nodes_.size(); ++n)
        if (!can[n] && nodes_[n].open.contains(i)) truth_.daemon_hang = true;
    }
    if (!truth_.inputs && nodes_.size() <= 2000) find_traps(can_reach_end, all);
    return truth_;
  }

 private:
  struct Edge {
    std::vector<Choice> choices;
    bool fails = false;
    std::size_t target = 0;
    std::set<Instance> closes;
  };
  struct Node {
    bool ended = false;
    int distance = 0;
    std::set<Instance> open;
    std::vector<std::vector<Edge>> by_thread;
    bool dead() const {
      return !ended && std::ranges::all_of(by_thread, [](const auto& edges) { return edges.empty(); });
    }
  };

  bool explore() {
    std::map<State, std::size_t> number{{stepper_.initial(), 0}};
    std::vector<const State*> queue{&number.begin()->first};
    nodes_.push_back({});
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const State& s = *queue[i];
      nodes_[i].ended = s.ended;
      if (s.ended) continue;
      for (std::size_t t = 0; t < s.threads.size(); ++t)
        for (const Section& section : s.threads[t].sections)
          nodes_[i].open.insert(instance(section, static_cast<int>(t)));
      for (std::size_t t = 0; t < s.threads.size(); ++t) {
        std::vector<Edge> edges;
        if (s.threads[t].alive()) {
          for (Way& way : stepper_.step(s, static_cast<int>(t))) {
            Edge edge{std::move(way.choices), way.fails, 0, std::move(way.closes)};
            const auto theirs = std::ranges::count_if(edge.choices, &Choice::environment);
            truth_.inputs |= theirs > 0;
            truth_.mixed |= theirs > 0 && theirs < std::ssize(edge.choices);
            if (edge.fails && !truth_.to_failure) truth_.to_failure = nodes_[i].distance + 1;
            truth_.failure |= edge.fails;
            if (!edge.fails) {
              excuse_joins(s, way.target, static_cast<int>(t), edge.closes);
              auto [at, fresh] = number.try_emplace(std::move(way.target), nodes_.size());
              edge.target = at->second;
              if (fresh) {
                nodes_.push_back({.distance = nodes_[i].distance + 1});
                queue.push_back(&at->first);
              }
            }
            edges.push_back(std::move(edge));
          }
        }
        truth_.transitions += edges.size();
        nodes_[i].by_thread.push_back(std::move(edges));
      }
      if (nodes_.size() > most_ || stepper_.was_cut_with_choices() || stepper_.was_disowned()) return false;
    }
    return true;
  }

  /// Of the threads that wait for `self`, directly or through others that they join, if it does something that these
  /// can see.
  void excuse_joins(const State& from, const State& to, int self, std::set<Instance>& closes) const {
    if (!serves(from, to, self) && fault_ != Fault::who_spins_serves) return;
    for (std::size_t t = 0; t < from.threads.size(); ++t) {
      int end = static_cast<int>(t);
      std::optional<Section> first;
      for (std::size_t n = 0; n <= from.threads.size(); ++n) {
        const auto& sections = from.threads[static_cast<std::size_t>(end)].sections;
        const auto join = std::ranges::find(sections, join_wait, &Section::kind);
        if (join == sections.end()) break;
        if (!first) first = *join;
        end = join->object;
      }
      if (first && end == self) closes.insert(instance(*first, static_cast<int>(t)));
    }
  }
  static bool serves(const State& from, const State& to, int self) {
    if (to.ended || from.shared != to.shared || from.units != to.units || from.pointer != to.pointer ||
        from.threads.size() != to.threads.size())
      return true;
    const Thread &was = from.threads[static_cast<std::size_t>(self)], &is = to.threads[static_cast<std::size_t>(self)];
    for (Local Thread::* local : {&Thread::own, &Thread::in_frame})
      if ((was.*local).shared && (!(is.*local).there || (is.*local).value != (was.*local).value)) return true;
    for (std::size_t t = 0; t < from.threads.size(); ++t)
      if (static_cast<int>(t) != self && from.threads[t] != to.threads[t]) return true;
    return false;
  }

  void list_predecessors() {
    before_.resize(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (const auto& edges : nodes_[i].by_thread)
        for (const Edge& e : edges)
          if (!e.fails) before_[e.target].push_back(i);
  }

  void count_dead_ends() {
    for (const Node& n : nodes_) {
      if (!n.dead()) continue;
      ++truth_.deadlocks;
      if (!truth_.to_deadlock) truth_.to_deadlock = n.distance;
      if (!truth_.to_deadlock_in_section && !n.open.empty()) truth_.to_deadlock_in_section = n.distance;
    }
  }

  /// Can whoever makes the choices that are not inputs see to it? The edges agree on their first `depth` choices.
  bool agent_wins(const std::vector<const Edge*>& edges, std::size_t depth, bool kind,
                  const std::function<bool(const Edge&)>& wins) const {
    if (edges.size() == 1 && edges[0]->choices.size() == depth) return wins(*edges[0]);
    const bool environment = edges[0]->choices[depth].environment && !kind;
    std::map<int, std::vector<const Edge*>> split;
    for (const Edge* e : edges) split[e->choices[depth].taken].push_back(e);
    for (const auto& [taken, part] : split)
      if (agent_wins(part, depth + 1, kind, wins) != environment) return !environment;
    return environment;
  }

  /// The states from which the end, or the end of `instance`, can be brought about.
  std::vector<bool> reach_goal(const std::optional<Instance>& instance, bool kind) const {
    kind |= fault_ == Fault::inputs_are_kind;
    std::vector<bool> good(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      good[i] = nodes_[i].ended || (instance && !nodes_[i].open.contains(*instance)) ||
                (fault_ == Fault::deadlock_is_an_end && nodes_[i].dead());
    if (kind || !truth_.inputs) {
      reach_kindly(good, instance);
      return good;
    }
    auto wins = [&](const Edge& e) {
      if (e.fails) return fault_ != Fault::failure_is_a_dead_end;
      return good[e.target] || (instance && e.closes.contains(*instance));
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = nodes_.size(); i-- > 0;) {
        if (good[i]) continue;
        for (const auto& edges : nodes_[i].by_thread) {
          if (edges.empty()) continue;
          std::vector<const Edge*> all;
          for (const Edge& e : edges) all.push_back(&e);
          if (!agent_wins(all, 0, kind, wins)) continue;
          good[i] = changed = true;
          break;
        }
      }
    }
    return good;
  }

  /// If nobody is unkind, to be able is to have a way.
  void reach_kindly(std::vector<bool>& good, const std::optional<Instance>& instance) const {
    std::vector<std::size_t> queue;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      for (const auto& edges : nodes_[i].by_thread)
        for (const Edge& e : edges)
          if (e.fails ? fault_ != Fault::failure_is_a_dead_end : instance && e.closes.contains(*instance))
            good[i] = true;
      if (good[i]) queue.push_back(i);
    }
    while (!queue.empty()) {
      const std::size_t i = queue.back();
      queue.pop_back();
      for (std::size_t b : before_[i])
        if (!good[b]) good[b] = true, queue.push_back(b);
    }
  }

  /// A state is in a trap if it can be come back to from everywhere it leads to. Quadratic, and meant to be.
  void find_traps(const std::vector<bool>& can_reach_end, const std::set<Instance>& all) {
    std::vector<std::vector<std::size_t>> reach(nodes_.size());
    std::vector<std::vector<bool>> reaches(nodes_.size());
    auto reach_of = [&](std::size_t from) -> const std::vector<std::size_t>& {
      if (!reach[from].empty()) return reach[from];
      std::vector<std::size_t> queue{from};
      reaches[from].assign(nodes_.size(), false);
      reaches[from][from] = true;
      for (std::size_t i = 0; i < queue.size(); ++i)
        for (const auto& edges : nodes_[queue[i]].by_thread)
          for (const Edge& e : edges)
            if (!e.fails && !reaches[from][e.target]) reaches[from][e.target] = true, queue.push_back(e.target);
      return reach[from] = queue;
    };
    for (std::size_t i = 0; i < nodes_.size() && (!truth_.to_trap || !truth_.to_daemon_trap); ++i) {
      if (can_reach_end[i]) continue;
      const auto& there = reach_of(i);
      if (!std::ranges::all_of(there, [&](std::size_t n) { return reach_of(n).size() == there.size(); })) continue;
      if (!truth_.to_trap) truth_.to_trap = nodes_[i].distance;
      for (const Instance& s : all) {
        bool open = false, closed = false;
        for (std::size_t n : there) {
          open |= nodes_[n].open.contains(s);
          for (const auto& edges : nodes_[n].by_thread)
            for (const Edge& e : edges) closed |= e.closes.contains(s);
        }
        if (open && !closed && !truth_.to_daemon_trap) truth_.to_daemon_trap = nodes_[i].distance;
      }
    }
  }

  Stepper stepper_;
  Fault fault_;
  std::size_t most_;
  std::vector<Node> nodes_;
  std::vector<std::vector<std::size_t>> before_;
  Truth truth_;
};

}  // namespace fermata::random_programs
