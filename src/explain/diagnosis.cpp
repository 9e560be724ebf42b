// SPDX-License-Identifier: Apache-2.0
// The root of the wait-for graph names the hang; the notes say of each thread what it waits for, who could end that,
// and why it will not happen.
#include "explain/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "explain/listed.h"
#include "explain/wait_for_graph.h"
#include "ir/events.h"
#include "vm/follow.h"
#include "vm/inspect.h"
#include "vm/wake.h"

namespace fermata::explain {

namespace {

using ThreadView = WaitForGraph::ThreadView;

class Diagnosis {
 public:
  Diagnosis(vm::Machine& machine, const Trace& trace, bool daemon, WaitForGraph::Try whom = WaitForGraph::Try::all)
      : machine_(machine), trace_(trace), daemon_(daemon), graph_(machine, trace, whom), threads_(graph_.threads()) {}

  void describe_threads(verdict::Explanation& explanation) const {
    for (const auto& [t, name] : trace_.gone)
      explanation.threads.push_back({.id = t, .name = name, .status = verdict::ThreadStatus::Kind::finished});
    for (const ThreadId t : thread_ids(threads_.size()))
      if (threads_[index(t)].exists) explanation.threads.push_back(status(t));
    std::ranges::stable_sort(explanation.threads, {}, &verdict::ThreadStatus::id);
  }

  std::vector<verdict::Standing> standings() const {
    std::vector<verdict::Standing> all;
    for (const ThreadId t : thread_ids(threads_.size())) {
      const ThreadView& p = threads_[index(t)];
      if (!p.alive) continue;
      verdict::Standing s{.thread = t, .who = name(t), .at = p.at};
      for (const vm::Section& h : p.holds) s.holds.push_back(object(h.object));
      if (p.waits) s.waits_for = thing(t);
      for (const ThreadId o : p.obstacles) s.blocked_by.push_back(name(o));
      all.push_back(std::move(s));
    }
    return all;
  }

  /// The headline; and the threads that it is about.
  std::vector<ThreadId> name_hang(std::span<const SectionInstance> stuck, verdict::Explanation& explanation) const {
    using Why = WaitForGraph::Why;
    auto best = graph_.root(stuck);
    if (!best) return {};
    if (best->why == Why::unsignalled) best->thread = missed_by(best->thread, stuck);
    const bool anyone_runs = graph_.anyone_enabled();
    const ThreadId t = best->thread;
    const ThreadView& p = threads_[index(t)];
    explanation.at = p.at;
    if (const SectionInstance* marked = explains(stuck, *best)) {
      name_marked(*marked, explanation);
      note_marked(stuck, explanation);
      mark_decisive(explanation.stem);
      return {marked->thread};
    }
    switch (best->why) {
      case Why::self_wait:
        explanation.kind = "self-deadlock";
        explanation.message = fmt::format("thread '{}' waits forever for {}, which it holds itself", name(t), thing(t));
        break;
      case Why::cycle: {
        const bool joins = std::ranges::all_of(
            best->cycle, [&](ThreadId c) { return threads_[index(c)].waits->kind == SectionKind::join; });
        explanation.kind = joins ? "join-cycle" : anyone_runs ? "partial-deadlock" : "deadlock";
        explanation.message = fmt::format("threads {} wait for each other forever", names(best->cycle));
        break;
      }
      case Why::hoarding:
        explanation.kind = anyone_runs ? "partial-deadlock" : "deadlock";
        explanation.message =
            fmt::format("thread '{}' can wait forever on {} while it holds a lock that others need", name(t), thing(t));
        break;
      case Why::abandoned:
        explanation.kind = "never-released";
        explanation.message = fmt::format("thread '{}' can wait forever for {}: '{}' ended without releasing it",
                                          name(t), thing(t), name(p.obstacles.front()));
        break;
      case Why::unsignalled: name_unsignalled(t, explanation); break;
      case Why::looping:
        explanation.kind = "stuck-loop";
        explanation.message = fmt::format("thread '{}' can loop forever", name(t));
        if (!trace_.loop.empty())
          for (const verdict::Step& s : trace_.loop)
            if (s.thread == t && s.at.known()) {
              explanation.at = s.at;
              break;
            }
        break;
      default:
        explanation.kind = anyone_runs ? "partial-deadlock" : "deadlock";
        explanation.message = fmt::format("thread '{}' can wait forever for {}", name(t), thing(t));
    }
    for (const ThreadId u : thread_ids(threads_.size())) {
      if (!threads_[index(u)].alive) continue;
      if (u != t || best->why == Why::cycle || best->why == Why::self_wait) note_wait(u, explanation);
      if (u == t && !why(u).empty())
        explanation.notes.push_back({.at = threads_[index(u)].at, .text = why(u), .why_of = u});
    }
    note_marked(stuck, explanation);
    note_hint(*best, explanation);
    mark_decisive(explanation.stem);
    return best->cycle.empty() ? std::vector{t} : best->cycle;
  }

 private:
  /// A section that the user has marked, if nothing else that is stuck explains as much: of a daemon threads may run
  /// on.
  const SectionInstance* explains(std::span<const SectionInstance> stuck, const WaitForGraph::Root& root) const {
    using Why = WaitForGraph::Why;
    if (!daemon_ || (root.why != Why::looping && root.why != Why::other)) return nullptr;
    const auto& waits = threads_[index(root.thread)].waits;
    if (waits && std::ranges::find(stuck, vm::instance(*waits, root.thread)) != stuck.end()) return nullptr;
    const auto marked = std::ranges::find_if(stuck, [](const SectionInstance& s) { return is_users(s.kind); });
    return marked == stuck.end() ? nullptr : &*marked;
  }

  /// "'client' began to wait for 'reply'": what has begun there, and where.
  const LoggedEvent* begin_of(const SectionInstance& section) const {
    const LoggedEvent* begin = nullptr;
    for (const LoggedEvent& l : trace_.log)
      if (l.what.thread == section.thread && l.what.object == section.object &&
          (l.what.verb == ir::Verb::begin_to_wait_for || l.what.verb == ir::Verb::enter_section))
        begin = &l;
    return begin;
  }

  void name_marked(const SectionInstance& section, verdict::Explanation& explanation) const {
    explanation.kind = "unended-section";
    explanation.at = threads_[index(section.thread)].at;
    const std::string who = name(section.thread);
    switch (section.kind) {
      case SectionKind::user:
        explanation.message = fmt::format("thread '{}' can wait forever for '{}'", who, object(section.object));
        break;
      case SectionKind::exclusive:
        explanation.message =
            fmt::format("the section on '{}' that '{}' has entered can stay open forever", object(section.object), who);
        if (const LoggedEvent* begin = begin_of(section)) explanation.at = trace_.stem[begin->step - 1].at;
        break;
      default: explanation.message = fmt::format("a call that must end can last forever in thread '{}'", who);
    }
    if (section.kind == SectionKind::exclusive || explanation.at.known()) return;
    for (const verdict::Step& s : trace_.loop)
      if (s.thread == section.thread && s.at.known()) explanation.at = s.at;
  }

  /// Since when marked sections are open.
  void note_marked(std::span<const SectionInstance> stuck, verdict::Explanation& explanation) const {
    for (const SectionInstance& section : stuck) {
      const LoggedEvent* begin = is_users(section.kind) ? begin_of(section) : nullptr;
      if (!begin || begin->step > trace_.stem.size()) continue;
      const bool waits = section.kind == SectionKind::user;
      const char* what = waits ? "began to wait for" : "entered the section on";
      // A wait may have begun in the step of another thread, which has started this one; and it ends with its thread.
      const std::string by = waits ? name(section.thread) : std::string(who(*begin));
      explanation.notes.push_back(
          {trace_.stem[begin->step - 1].at, fmt::format("'{}' {} '{}' in step {}, and nothing ends that any more", by,
                                                        what, object(section.object), begin->step)});
      explanation.stem[begin->step - 1].decisive = explanation.stem[begin->step - 1].relevant = true;
    }
  }

  /// Of several sleepers that nobody wakes, one that would go on if it were woken now explains more: the signal that it
  /// misses would help the others, too, or went to one of them.
  ThreadId missed_by(ThreadId sleeper, std::span<const SectionInstance> stuck) const {
    if (condition_of(sleeper) == Condition::holds) return sleeper;
    for (const ThreadId t : thread_ids(threads_.size())) {
      const ThreadView& p = threads_[index(t)];
      const bool waits = p.alive && !p.enabled && p.waits && waits_for_signal(p.waits->kind) && p.obstacles.empty();
      const auto same = [&](const SectionInstance& s) {
        return s.thread == t && s.kind == p.waits->kind && s.object == p.waits->object;
      };
      if (!waits || (!stuck.empty() && std::ranges::none_of(stuck, same))) continue;
      if (condition_of(t) == Condition::holds) return t;
    }
    return sleeper;
  }

  /// A sleeper that nobody wakes: had the wakeup come too early, or does none come at all?
  void name_unsignalled(ThreadId t, verdict::Explanation& explanation) const {
    const auto signals = [&](const LoggedEvent& l) {
      return l.what.object == threads_[index(t)].waits->object && ir::wakes(l.what.verb);
    };
    const bool signalled = std::ranges::any_of(trace_.log, signals) || std::ranges::any_of(trace_.loop_log, signals);
    explanation.message = fmt::format("thread '{}' can wait forever on {}", name(t), thing(t));
    if (const LoggedEvent* taken = leaked_unit(t)) {
      explanation.kind = "leaked-unit";
      explanation.message += fmt::format(": '{}' ended without giving back a unit that it took", who(*taken));
      explanation.notes.push_back(
          {taken->what.at, fmt::format("'{}' took the unit here, in step {}", who(*taken), taken->step)});
    } else if (!signalled && (condition_of(t) == Condition::fails || is_semaphore(t))) {
      explanation.kind = "never-signalled";
    } else {
      explanation.kind = "lost-wakeup";
    }
  }

  bool is_semaphore(ThreadId t) const { return threads_[index(t)].waits->kind == SectionKind::semaphore; }

  /// Units of the semaphore that t waits for, by threads that took some and have not given all of them back. Empty, if
  /// somebody else may have done that for them.
  struct Balance {
    const LoggedEvent* first = nullptr;  ///< that is not given back
    std::uint32_t taken = 0;
  };
  std::map<std::string, Balance> units_kept(ThreadId t) const {
    std::map<std::string, Balance> of;
    if (!is_semaphore(t) || trace_.in_rounds.contains(threads_[index(t)].waits->object)) return of;
    for (const LoggedEvent& l : trace_.log) {
      if (l.what.object != threads_[index(t)].waits->object) continue;
      Balance& balance = of[who(l)];
      if (l.what.verb == ir::Verb::take_unit || l.what.verb == ir::Verb::acquire) {
        if (balance.taken++ == 0) balance.first = &l;
      } else if (ir::wakes(l.what.verb)) {
        if (balance.taken == 0) return {};  // units are passed on, not given back
        --balance.taken;
      }
    }
    std::erase_if(of, [](const auto& entry) { return entry.second.taken == 0; });
    return of;
  }

  /// Where a thread that has ended took one of these.
  const LoggedEvent* leaked_unit(ThreadId t) const {
    for (const auto& [thread, balance] : units_kept(t))
      if (has_ended(thread)) return balance.first;
    return nullptr;
  }

  /// "; 'b_then_a#1' took a unit in step 3 and has not given it back", of threads that are not many.
  std::string who_keeps_units(ThreadId t) const {
    constexpr std::size_t few = 3;
    std::string text;
    const auto all = units_kept(t);
    if (all.size() > few) return text;
    for (const auto& [thread, balance] : all)
      if (thread != name(t) && !has_ended(thread))
        text += fmt::format("; '{}' took a unit in step {} and has not given it back", thread, balance.first->step);
    return text;
  }

  bool has_ended(const std::string& thread) const {
    for (const ThreadId t : thread_ids(threads_.size()))
      if (threads_[index(t)].alive && name(t) == thread) return false;
    return true;
  }

  /// Is it so what a sleeper waits for? It is woken, alone, on a copy of the state: it goes on, or it looks and sleeps
  /// again.
  enum class Condition : std::uint8_t { unknown, holds, fails };
  Condition condition_of(ThreadId t) const {
    const auto [known, fresh] = conditions_.try_emplace(t, Condition::unknown);
    if (fresh) known->second = look_at_condition(t);
    return known->second;
  }

  Condition look_at_condition(ThreadId t) const {
    const auto& w = threads_[index(t)].waits;
    if (!w || (w->kind != SectionKind::condition && w->kind != SectionKind::futex)) return Condition::unknown;
    if (machine_.record(trace_.end, t).sleeps_on != w->object) return Condition::unknown;
    constexpr int enough = 64;  // steps
    struct Watching {
      vm::Machine& machine;
      explicit Watching(vm::Machine& m) : machine(m) { machine.watch(true); }
      ~Watching() { machine.watch(false); }
    } const watching(machine_);
    std::vector<vm::Word> state = vm::woken(machine_, trace_.end, t);
    vm::Step step;
    vm::Address mutex = 0;  // that it takes again first, and lets go when it has seen what it waits for
    bool looked = false, wrote = false, let_go = false;
    // Of a thread that is alone nobody sees what it reads and writes: it may have gone on, and sleep for another
    // reason.
    const bool alone = std::ranges::count(threads_, true, &ThreadView::alive) == 1;
    for (int taken = 0; taken < enough; ++taken) {
      machine_.step(state, t, {}, step);
      if (step.outcome == vm::Step::Outcome::blocked) return taken == 0 ? Condition::unknown : Condition::holds;
      if (step.outcome != vm::Step::Outcome::moved || step.input) return Condition::unknown;
      for (const vm::Event& e : step.events) {
        // What it wrote, or saw without the mutex, may have made it sleep again.
        if (e.verb == ir::Verb::wait_on && e.object == w->object)
          return wrote || let_go || alone ? Condition::unknown : Condition::fails;
        if (e.verb == ir::Verb::lock && mutex == 0) mutex = e.object;
        if (e.verb == ir::Verb::unlock && e.object == mutex) {
          // A condition_variable_any lets a mutex of its own go before anybody looks.
          if (looked && !let_go) return Condition::holds;
          let_go = true;
        }
        if (e.kind == vm::Event::Kind::read) looked_at_[t].insert(e.object);
        looked |= e.kind != vm::Event::Kind::event && e.kind != vm::Event::Kind::print;
        wrote |= e.kind == vm::Event::Kind::write || e.kind == vm::Event::Kind::update;
      }
      if (vm::Machine::ended(step.target) || !machine_.alive(step.target, t)) return Condition::holds;
      state = std::move(step.target);
    }
    return Condition::unknown;
  }

  /// What could be changed, where the pattern is known; nobody knows what the program is meant to do.
  void note_hint(const WaitForGraph::Root& root, verdict::Explanation& explanation) const {
    using Why = WaitForGraph::Why;
    const ThreadView& p = threads_[index(root.thread)];
    std::string hint;
    const auto all_wait_for = [&](SectionKind kind) {
      return std::ranges::all_of(root.cycle, [&](ThreadId t) { return threads_[index(t)].waits->kind == kind; });
    };
    const auto one_joins = [&] {
      return std::ranges::any_of(root.cycle,
                                 [&](ThreadId t) { return threads_[index(t)].waits->kind == SectionKind::join; });
    };
    if (root.why == Why::cycle && all_wait_for(SectionKind::mutex))
      hint = "perhaps all threads should take these locks in one order, or together (std::scoped_lock)";
    else if (root.why == Why::cycle && one_joins() && !all_wait_for(SectionKind::join))
      hint = "perhaps the lock should be released before the thread is joined";
    else if (explanation.kind == "never-released")
      hint = "perhaps a guard (std::lock_guard) should hold the lock, so that it is released on every way out";
    else if (explanation.kind == "leaked-unit")
      hint = "perhaps the unit should be given back on every way out";
    else if (explanation.kind == "lost-wakeup" && p.waits->kind == SectionKind::condition)
      hint = hint_for_sleeper(root.thread);
    if (!hint.empty()) explanation.notes.push_back({explanation.at, std::move(hint)});
  }

  std::string hint_for_sleeper(ThreadId t) const {
    const auto [waited, woken] = last_waking(t);
    const Condition condition = condition_of(t);
    if (const LoggedEvent* write = woken && condition == Condition::holds ? written_since(*woken, t) : nullptr)
      return fmt::format("perhaps '{}' should signal the condition variable after what it does in step {}", who(*write),
                         write->step);
    if (woken && waited && woken->step < waited->step && condition == Condition::holds)
      return "perhaps what is waited for should be a variable that is changed, and looked at before the wait, with the "
             "mutex held";
    if (woken && woken->what.verb == ir::Verb::signal && !woken->woke.empty() && condition != Condition::fails)
      return "perhaps the signal should be a broadcast (notify_all), or each sort of waiter should have its own "
             "condition variable";
    if (!woken && condition == Condition::holds)
      return "perhaps whoever makes this true should signal the condition variable each time";
    return {};
  }

  /// The last time that another thread has changed what t waits for, after the last signal.
  const LoggedEvent* written_since(const LoggedEvent& woken, ThreadId t) const {
    const LoggedEvent* last = nullptr;
    for (const LoggedEvent& l : trace_.log) {
      const bool writes = l.what.kind == vm::Event::Kind::write || l.what.kind == vm::Event::Kind::update;
      if (writes && l.step > woken.step && who(l) != name(t) && looked_at_[t].contains(l.what.object)) last = &l;
    }
    return last;
  }

  /// What the notes speak of, and how each thread got where it is stuck.
  void mark_decisive(std::vector<verdict::Step>& stem) const {
    auto mark = [&](std::uint32_t step) { stem[step - 1].decisive = stem[step - 1].relevant = true; };
    for (const ThreadId t : thread_ids(threads_.size())) {
      const ThreadView& p = threads_[index(t)];
      if (!p.alive || !p.waits) continue;
      std::uint32_t last = 0;
      for (const verdict::Step& s : stem)
        if (s.thread == t && s.who == name(t)) last = s.number;
      if (last) mark(last);
      for (ThreadId o : p.obstacles)
        if (const auto taken = trace_.taken.find({o, p.waits->object}); taken != trace_.taken.end())
          mark(taken->second.step);
      const Waking waking = last_waking(t);
      if (waking.woken) mark(waking.woken->step);
      if (waking.waited) mark(waking.waited->step);
      if (const LoggedEvent* taken = p.waits && is_semaphore(t) ? leaked_unit(t) : nullptr) mark(taken->step);
    }
  }

  /// When t began to wait on what it waits on, and the last time that others woke somebody there.
  struct Waking {
    const LoggedEvent* waited = nullptr;
    const LoggedEvent* woken = nullptr;
  };
  Waking last_waking(ThreadId t) const {
    Waking found;
    const auto& w = threads_[index(t)].waits;
    if (!w || !waits_for_signal(w->kind)) return found;
    for (const LoggedEvent& l : trace_.log) {
      if (l.what.object != w->object) continue;
      const bool wakes = ir::wakes(l.what.verb);
      if (wakes && who(l) != name(t)) found.woken = &l;
      if (!wakes && who(l) == name(t)) found.waited = &l;
    }
    return found;
  }

  std::string name(ThreadId t) const {
    return index(t) < trace_.names.size() && !trace_.names[index(t)].empty() ? trace_.names[index(t)]
                                                                             : fmt::format("thread#{}", index(t));
  }

  /// Who did it; the number may be another thread's by now.
  const std::string& who(const LoggedEvent& l) const {
    return l.step <= trace_.stem.size() ? trace_.stem[l.step - 1].who
                                        : trace_.loop[l.step - trace_.stem.size() - 1].who;
  }

  std::string names(const std::vector<ThreadId>& threads) const {
    std::vector<std::string> all;
    for (ThreadId t : threads) all.push_back(name(t));
    return listed(all);
  }

  std::string object(vm::Address address) const { return without_guard(vm::name(machine_, trace_.end, address)); }

  /// What a future waits for is known by where it was made: promises, tasks and std::async have no name in common.
  static std::string promised(std::string state) {
    constexpr std::string_view made = " allocated at ";
    const std::size_t at = state.find(made);
    if (at == state.npos || !state.starts_with("the object")) return fmt::format("the result of '{}'", state);
    const std::size_t number = std::string_view("the object").size(), place = at + made.size();
    return fmt::format("the result{} promised at {}", state.substr(number, at - number),
                       state.substr(place, state.rfind(" + ") - place));
  }

  /// What thread t waits for: "mutex 'a'".
  std::string thing(ThreadId t) const {
    const auto& w = threads_[index(t)].waits;
    if (!w) return "something here that does not come true";
    switch (w->kind) {
      case SectionKind::mutex: return fmt::format("mutex '{}'", object(w->object));
      case SectionKind::condition: return fmt::format("condition variable '{}'", object(w->object));
      case SectionKind::barrier: return fmt::format("barrier '{}'", object(w->object));
      case SectionKind::latch: return fmt::format("latch '{}'", object(w->object));
      case SectionKind::future: return promised(object(w->object));
      case SectionKind::semaphore: return fmt::format("semaphore '{}'", object(w->object));
      case SectionKind::join: return fmt::format("the end of '{}'", name(static_cast<ThreadId>(w->object)));
      case SectionKind::rwlock: return fmt::format("read-write lock '{}'", object(w->object));
      case SectionKind::once: return fmt::format("initialisation of '{}'", object(w->object));
      case SectionKind::futex: return fmt::format("a change of '{}'", object(w->object));
      default: return object(w->object);
    }
  }

  /// Who could end t's wait, and why that will not happen.
  std::string why(ThreadId t) const {
    const ThreadView& p = threads_[index(t)];
    if (!p.waits) return {};
    if (waits_for_signal(p.waits->kind)) {
      const auto [waited, woken] = last_waking(t);
      for (const LoggedEvent& l : trace_.loop_log)
        if (l.what.object == p.waits->object && ir::wakes(l.what.verb))
          return fmt::format("'{}' goes on to {} it (step {}), but that wakes others", who(l), l.what.text, l.step);
      std::string text;
      if (woken && is_semaphore(t))
        text = fmt::format("the last {} came in step {} from '{}', and no unit is left; ", woken->what.text,
                           woken->step, who(*woken));
      else if (woken && (!waited || woken->step < waited->step))
        text = fmt::format("the last {} came in step {} from '{}', before '{}' began to wait{}; ", woken->what.text,
                           woken->step, who(*woken), name(t),
                           waited ? fmt::format(" in step {}", waited->step) : std::string());
      else if (woken)
        text = fmt::format("the last {} (step {}, '{}') {}; ", woken->what.text, woken->step, who(*woken),
                           woken->woke.empty() ? "woke nobody" : "woke " + listed(woken->woke));
      if (is_semaphore(t)) return text + "no thread will post it again" + who_keeps_units(t);
      text += "no thread will signal it again";
      switch (condition_of(t)) {
        case Condition::holds: return text + ", although it would go on if it were woken now";
        case Condition::fails: return text + "; if it were woken now, it would sleep again";
        default: return text;
      }
    }
    if (p.waits->kind == SectionKind::barrier) return "no other thread will arrive at it";
    if (p.waits->kind == SectionKind::latch) return "no thread will count it down any more";
    if (p.waits->kind == SectionKind::future) return "no thread will set it any more";
    return {};
  }

  void note_wait(ThreadId t, verdict::Explanation& explanation) const {
    const ThreadView& p = threads_[index(t)];
    if (!p.waits && is_kept_by_assumption(t))
      explanation.notes.push_back(
          {.at = p.at, .text = fmt::format("'{}' waits for {}", name(t), an_assumption), .told_by_thread = true});
    if (p.enabled || !p.waits) {
      if (p.enabled && !daemon_ && explanation.kind != "stuck-loop")
        explanation.notes.push_back({p.at, fmt::format("'{}' runs on, but never ends", name(t))});
      return;
    }
    std::string text = fmt::format("'{}' waits for {}", name(t), thing(t));
    if (p.behind_writers) {
      text += fmt::format(", where {} {} before it", names(p.obstacles), p.obstacles.size() == 1 ? "waits" : "wait");
    } else if (p.waits->kind != SectionKind::join) {
      // With a dozen readers nobody wants to know since when each of them has the lock.
      if (are_many(p.obstacles)) text += ", held by " + names(p.obstacles);
      for (std::size_t i = 0; i < p.obstacles.size() && !are_many(p.obstacles); ++i) {
        text += fmt::format("{}'{}'",
                            i == 0                        ? ", held by "
                            : i + 1 == p.obstacles.size() ? " and "
                                                          : ", ",
                            name(p.obstacles[i]));
        if (const std::string when = since(p.obstacles[i], p.waits->object); !when.empty()) text += " " + when;
      }
    }
    explanation.notes.push_back({.at = p.at, .text = text, .told_by_thread = true});
  }

  static bool are_many(std::span<const ThreadId> holders) {
    constexpr std::size_t few = 8;
    return holders.size() > few;
  }

  /// "since step 4 (bank.cpp:12, in Log::append <- main::lambda)": when a thread has taken a lock. Empty, if that is
  /// not known.
  std::string since(ThreadId holder, vm::Address lock) const {
    const auto taken = trace_.taken.find({holder, lock});
    if (taken == trace_.taken.end()) return {};
    const std::string& file = taken->second.at.file;
    return fmt::format("since step {} ({}:{}{})", taken->second.step, file.substr(file.rfind('/') + 1),
                       taken->second.at.line, callers(taken->second));
  }

  /// ", in Log::append <- Account::pay <- main::lambda": the functions on the way, if there are several.
  static std::string callers(const Taken& taken) {
    if (taken.stack.size() < 2) return {};
    std::string text = fmt::format(", in {}", taken.stack.front().function);
    for (std::size_t i = 1; i < taken.stack.size(); ++i) text += " <- " + taken.stack[i].function;
    return text;
  }

  verdict::ThreadStatus status(ThreadId t) const {
    const ThreadView& p = threads_[index(t)];
    verdict::ThreadStatus s{.id = t, .name = name(t), .at = p.at};
    using Kind = verdict::ThreadStatus::Kind;
    s.status = !p.alive ? Kind::finished : !p.enabled ? Kind::blocked : daemon_ ? Kind::running : Kind::spinning;
    if (trace_.failure && s.status == Kind::spinning) s.status = Kind::running;
    if (p.waits)
      s.waits_for = thing(t);
    else if (is_kept_by_assumption(t))
      s.waits_for = an_assumption;
    if (p.waits && p.waits->kind != SectionKind::join)
      for (ThreadId o : p.obstacles) {
        (p.behind_writers ? s.behind : s.held_by).push_back(name(o));
        if (!p.behind_writers && !are_many(p.obstacles)) s.held_since.push_back(since(o, p.waits->object));
      }
    s.why = why(t);
    for (const vm::Section& h : p.holds) s.holds.push_back(object(h.object));
    if (p.alive) s.stack = has_failed(t) ? user_frames(*trace_.failure) : user_frames(machine_, trace_.end, t);
    if (has_failed(t) && trace_.failure->at.known()) s.at = trace_.failure->at;
    const auto [waited, woken] = last_waking(t);
    s.waits_since = waited ? waited->step : 0;
    s.last_signal = woken ? woken->step : 0;
    return s;
  }

  bool has_failed(ThreadId t) const { return trace_.failure && !trace_.stem.empty() && trace_.stem.back().thread == t; }

  static constexpr const char* an_assumption = "an assumption to hold";
  bool is_kept_by_assumption(ThreadId t) const { return vm::is_kept_by_assumption(machine_, trace_.end, t); }

  vm::Machine& machine_;
  const Trace& trace_;
  bool daemon_;
  mutable std::map<ThreadId, Condition> conditions_;             ///< that were looked at
  mutable std::map<ThreadId, std::set<vm::Address>> looked_at_;  ///< what the sleeper reads then
  WaitForGraph graph_;
  std::span<const ThreadView> threads_;
};

}  // namespace

void describe_threads(vm::Machine& machine, const Trace& trace, bool daemon, verdict::Explanation& explanation) {
  Diagnosis(machine, trace, daemon).describe_threads(explanation);
}

std::vector<verdict::Standing> standings(vm::Machine& machine, const Trace& trace) {
  return Diagnosis(machine, trace, false, WaitForGraph::Try::those_in_waits).standings();
}

std::vector<ThreadId> diagnose_hang(vm::Machine& machine, const Trace& trace, std::span<const SectionInstance> stuck,
                                    bool daemon, verdict::Explanation& explanation) {
  return Diagnosis(machine, trace, daemon).name_hang(stuck, explanation);
}

}  // namespace fermata::explain
