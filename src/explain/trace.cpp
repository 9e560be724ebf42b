// SPDX-License-Identifier: Apache-2.0
#include "explain/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "vm/follow.h"
#include "vm/inspect.h"

namespace fermata::explain {

namespace {

// Nobody steps through more than these last steps, and looking at every thread after each of them takes time.
constexpr std::size_t most_stood = 1000, most_looks = 50'000;

/// "Pool::Pool::lambda", a lambda in a constructor, is told apart well enough as "Pool::lambda".
std::string shortened(std::string name) {
  const auto first = name.find("::");
  if (first == name.npos) return name;
  const std::string scope = name.substr(0, first + 2);
  return name.compare(first + 2, scope.size(), scope) == 0 ? name.substr(scope.size()) : name;
}

class Tracer {
 public:
  Tracer(vm::Machine& machine, vm::Machine* original, const Stand& stand)
      : machine_(machine), original_(original), stand_(stand), state_(machine.initial()) {
    if (original) original_state_ = original->initial();
    name_threads();
  }

  bool tell(const std::vector<verdict::Move>& moves, std::vector<verdict::Step>& steps, bool is_stem) {
    for (const verdict::Move& move : moves) {
      machine_.stop().enforce();
      if (trace_.failure || vm::Machine::ended(state_)) return false;
      if (index(move.thread) >= machine_.threads(state_) || !machine_.alive(state_, move.thread)) return false;
      const ir::SourcePosition from = vm::position(machine_, state_, move.thread);
      auto stack = is_stem ? user_frames(machine_, state_, move.thread) : std::vector<verdict::Frame>();
      vm::Step step;
      if (!vm::take(machine_, state_, move.thread, move.choices, step)) return false;
      if (original_) take_values(move, step, 1);
      std::string rounds;
      if (move.times > 1) {
        const std::vector<vm::Event> first = std::move(step.events);
        const std::vector<vm::Word> next = std::move(step.target);
        if (step.outcome != vm::Step::Outcome::moved ||
            !vm::take(machine_, next, move.thread, move.choices, step, move.times - 1))
          return false;
        if (original_) take_values(move, step, move.times - 1);
        const bool same = std::ranges::equal(first, step.events, {}, &vm::Event::text, &vm::Event::text) &&
                          std::ranges::equal(first, step.events, {}, &vm::Event::kind, &vm::Event::kind);
        if (!same) step.events.insert(step.events.begin(), first.begin(), first.end());
        for (const vm::Event& h : step.events) trace_.in_rounds.insert(h.object);
        rounds = same ? fmt::format(" ({} times)", move.times) : fmt::format(" ... ({} steps)", move.times);
      }
      if (step.outcome == vm::Step::Outcome::failed)
        trace_.failure = step.failure;
      else if (step.outcome == vm::Step::Outcome::moved)
        state_ = std::move(step.target);
      else
        return false;
      note_alone();
      ++number_;
      verdict::Step told{
          .number = number_, .thread = move.thread, .at = {from.file, from.line, from.column}, .text = {}};
      bool placed = false;
      for (const vm::Event& h : step.events) {
        if (h.verb == ir::Verb::start) forget(static_cast<ThreadId>(h.object));
        if (h.kind == vm::Event::Kind::print) {
          if (is_stem) printed_ += h.text;
          continue;
        }
        auto woke = woken(h, step.ended);
        if (is_of_library(h)) continue;
        if (!told.text.empty()) told.text += "; ";
        told.text += text(h);
        if (!woke.empty()) told.text += ", which wakes " + woken_names(woke);
        if (woke.empty() && (h.verb == ir::Verb::signal || h.verb == ir::Verb::broadcast))
          told.text += ", and nobody waits";
        (is_stem ? trace_.log : trace_.loop_log).push_back({number_, h, std::move(woke)});
        if (!placed && h.at.known()) told.at = h.at, placed = true;
      }
      note_waking(told, step);
      if (trace_.failure) {
        if (!told.text.empty()) told.text += "; ";
        told.text += trace_.failure->text;
        if (!placed && trace_.failure->at.known()) told.at = trace_.failure->at;
      }
      if (is_stem) note_taken(move.thread, step.events, told.at, std::move(stack));
      name_threads();
      told.who = name(move.thread);
      if (told.text.empty()) told.text = vm::Machine::ended(state_) ? "the process ends" : "go on";
      told.text += rounds;
      if (stand_ && number_ > first_stood_) note_standings(told);
      steps.push_back(std::move(told));
    }
    return true;
  }

  std::optional<Trace> finish(const verdict::Run& run) {
    const std::size_t moves = run.stem.size() + run.loop.size();
    std::set<ThreadId> threads;
    for (const auto* part : {&run.stem, &run.loop})
      for (const verdict::Move& move : *part) threads.insert(move.thread);
    const std::size_t stood = std::min(most_stood, most_looks / std::max<std::size_t>(threads.size(), 1));
    first_stood_ = moves > stood ? moves - stood : 0;
    if (!tell(run.stem, trace_.stem, true)) return std::nullopt;
    trace_.end = state_;
    trace_.names = names_;
    for (const ThreadId t : thread_ids(vm::Machine::ended(state_) ? 0 : names_.size()))
      if (!names_[index(t)].empty() &&
          (index(t) >= machine_.threads(state_) || machine_.record(state_, t).state == vm::ThreadState::none))
        trace_.gone.emplace_back(t, names_[index(t)]);
    telling_loop_ = true;
    if (!tell(run.loop, trace_.loop, false)) return std::nullopt;
    // A loop comes back to where it began.
    if (!run.loop.empty() && state_ != trace_.end) return std::nullopt;
    for (std::size_t t = trace_.names.size(); t < names_.size(); ++t)
      trace_.names.push_back(names_[t]);  // those that only the loop has
    std::string line;
    for (char c : printed_) {
      if (c != '\n') {
        line += c;
        continue;
      }
      trace_.output.push_back(line);
      line.clear();
    }
    if (!line.empty()) trace_.output.push_back(line);
    return std::move(trace_);
  }

 private:
  /// Lets the original make the same move so many times, and takes over what it did the last time.
  void take_values(const verdict::Move& move, vm::Step& step, std::uint32_t times) {
    const auto like = [](const vm::Event& a, const vm::Event& b) { return a.kind == b.kind && a.object == b.object; };
    vm::Step mine;
    if (!vm::take(*original_, original_state_, move.thread, move.choices, mine, times) ||
        mine.outcome != step.outcome || !std::ranges::equal(mine.events, step.events, like)) {
      original_ = nullptr;
      return;
    }
    step.events = std::move(mine.events);
    original_state_ = std::move(mine.target);
  }

  std::string text(const vm::Event& h) const {
    constexpr std::string_view guard = "guard variable for ";
    if (h.kind == vm::Event::Kind::read && h.name.starts_with(guard))
      return fmt::format("look whether {} is initialised", without_guard(h.name));
    switch (h.kind) {
      case vm::Event::Kind::read:
        return h.value.empty() ? "read " + h.name : fmt::format("read {} = {}", h.name, h.value);
      case vm::Event::Kind::write:
        return h.value.empty() ? "write " + h.name : fmt::format("write {} = {}", h.name, h.value);
      case vm::Event::Kind::update: return fmt::format("update {} to {}", h.name, h.value);
      default: break;
    }
    if (h.object == 0) return h.text;
    if (h.object <= vm::max_threads) return fmt::format("{} {}", h.text, name(static_cast<ThreadId>(h.object)));
    return fmt::format("{} {}", h.text, without_guard(h.name));
  }

  /// Accesses to variables of the library tell the user nothing; the line of source does.
  static bool is_of_library(const vm::Event& h) {
    return h.kind != vm::Event::Kind::event && h.kind != vm::Event::Kind::print && h.name.starts_with("__");
  }

  /// Says of a thread that goes on why it does: what has ended its wait. The reader has seen that long ago, or, if a
  /// wakeup is spurious, nowhere.
  void note_waking(verdict::Step& told, const vm::Step& step) {
    if (const auto known = awake_since_.find(told.thread); known != awake_since_.end()) {
      const std::string why =
          known->second ? fmt::format("woken in step {}", known->second) : std::string("woken spuriously");
      told.text = told.text.empty() ? why : fmt::format("{}, {}", told.text, why);
      awake_since_.erase(known);
    }
    for (const SectionInstance& e : step.ended)
      if ((e.kind == vm::SectionKind::condition || e.kind == vm::SectionKind::futex) && e.thread != told.thread)
        awake_since_[e.thread] = told.number;
    if (!step.spurious) return;
    for (const vm::Event& h : step.events)
      if (h.verb == ir::Verb::wait_on) awake_since_[told.thread] = 0;
  }

  /// Whose sleep on the object of `h` another thread has ended with it.
  std::vector<std::string> woken(const vm::Event& h, const std::vector<SectionInstance>& ended) const {
    std::vector<std::string> names;
    if (h.kind != vm::Event::Kind::event) return names;
    for (const SectionInstance& e : ended) {
      const bool sleep = e.kind == vm::SectionKind::condition || e.kind == vm::SectionKind::futex ||
                         e.kind == vm::SectionKind::barrier;
      if (sleep && e.object == h.object && e.thread != h.thread) names.push_back(name(e.thread));
    }
    return names;
  }

  static std::string woken_names(std::span<const std::string> names) {
    constexpr std::size_t most = 8, shown = 6;
    if (names.size() <= most) return fmt::format("{}", fmt::join(names, ", "));
    return fmt::format("{} and {} more", fmt::join(names.first(shown), ", "), names.size() - shown);
  }

  std::string name(ThreadId thread) const {
    return index(thread) < names_.size() && !names_[index(thread)].empty() ? names_[index(thread)]
                                                                           : fmt::format("thread#{}", index(thread));
  }

  /// What the step has changed of how the threads stand. `stand_` is shown a trace of its own: a thread that moves in
  /// the loop may still wait at this moment.
  void note_standings(verdict::Step& told) {
    if (vm::Machine::ended(state_)) return;
    so_far_.end = state_;
    so_far_.names = names_;
    const auto& log = telling_loop_ ? trace_.loop_log : trace_.log;
    for (std::size_t i = telling_loop_ ? logged_in_loop_ : logged_; i < log.size(); ++i) so_far_.log.push_back(log[i]);
    (telling_loop_ ? logged_in_loop_ : logged_) = log.size();
    auto now = stand_(so_far_);
    for (const verdict::Standing& s : now)
      if (std::ranges::find(stood_, s) == stood_.end()) told.after.push_back(s);
    for (const verdict::Standing& s : stood_)  // those that are gone stand nowhere
      if (std::ranges::find(now, s.who, &verdict::Standing::who) == now.end())
        told.after.push_back({.thread = s.thread, .who = s.who});
    stood_ = std::move(now);
  }

  /// A lock that is taken again, inside, is held since the first time; only its section knows.
  void note_taken(ThreadId thread, const std::vector<vm::Event>& events, const Position& at,
                  std::vector<verdict::Frame> stack) {
    if (vm::Machine::ended(state_)) return;
    std::map<std::pair<ThreadId, vm::Address>, Taken> held;
    for (const vm::Section& s : machine_.record(state_, thread).sections) {
      if (!holds_lock(s.kind)) continue;
      const auto key = std::pair(thread, s.object);
      const auto before = trace_.taken.find(key);
      Taken& now = held[key] = before != trace_.taken.end() ? before->second : Taken{number_, at, stack};
      if (before != trace_.taken.end()) continue;
      for (const vm::Event& h : events)
        if (h.object == s.object && h.at.known()) now.at = h.at;
    }
    std::erase_if(trace_.taken, [&](const auto& entry) { return entry.first.first == thread; });
    trace_.taken.merge(held);
  }

  void note_alone() {
    if (vm::Machine::ended(state_)) return;
    std::vector<ThreadId> alive;
    for (const ThreadId t : thread_ids(machine_.threads(state_)))
      if (machine_.alive(state_, t)) alive.push_back(t);
    had_company_ |= alive.size() > 1;
    if (had_company_ && alive.size() == 1) trace_.alone.insert(alive.front());
  }

  /// The number is another thread's from now on, also if nobody has seen the one before end: whoever is alone joins and
  /// starts in one step.
  void forget(ThreadId thread) {
    if (index(thread) < names_.size()) clear_name(thread);
    name_threads();
  }

  void clear_name(ThreadId thread) {
    if (!names_[index(thread)].empty() && !telling_loop_) trace_.gone.emplace_back(thread, names_[index(thread)]);
    names_[index(thread)].clear(), functions_[index(thread)].clear();
  }

  void name_threads() {
    if (vm::Machine::ended(state_)) return;
    for (const ThreadId t : thread_ids(machine_.threads(state_))) {
      if (index(t) >= names_.size()) names_.emplace_back(), functions_.emplace_back();
      const bool alive = machine_.alive(state_, t);
      if (!alive) {  // the number may be given to another thread
        seen_dead_.resize(std::max<std::size_t>(seen_dead_.size(), index(t) + 1));
        seen_dead_[index(t)] = true;
        continue;
      }
      if (index(t) < seen_dead_.size() && seen_dead_[index(t)]) clear_name(t);
      if (index(t) < seen_dead_.size()) seen_dead_[index(t)] = false;
      if (!functions_[index(t)].empty()) continue;
      if (t == main_thread) {
        names_[0] = functions_[0] = "main";
        continue;
      }
      const std::string function = function_of(machine_, state_, t);
      if (function.empty()) {
        if (names_[index(t)].empty()) names_[index(t)] = fmt::format("thread#{}", index(t));
        continue;
      }
      functions_[index(t)] = function;
      const std::string before = std::exchange(names_[index(t)], fmt::format("{}#{}", function, ++count_[function]));
      if (before.empty()) continue;
      const auto rename = [&](verdict::Standing& s) {
        if (s.thread == t && s.who == before) s.who = names_[index(t)];
        std::ranges::replace(s.blocked_by, before, names_[index(t)]);
      };
      std::ranges::for_each(stood_, rename);
      for (auto* part : {&trace_.stem, &trace_.loop})
        for (verdict::Step& s : *part) {
          if (s.thread == t && s.who == before) s.who = names_[index(t)];
          std::ranges::for_each(s.after, rename);
        }
    }
  }

  vm::Machine& machine_;
  vm::Machine* original_;
  const Stand& stand_;
  std::vector<vm::Word> state_, original_state_;
  std::vector<std::string> names_, functions_;
  std::vector<bool> seen_dead_;
  bool had_company_ = false, telling_loop_ = false;
  std::map<std::string, int> count_;
  std::map<ThreadId, std::uint32_t> awake_since_;  ///< threads that were woken and have not moved since: in which step
  std::uint32_t number_ = 0;
  std::string printed_;
  Trace trace_;
  Trace so_far_;  ///< what stand_ is shown
  std::size_t logged_ = 0, logged_in_loop_ = 0;
  std::size_t first_stood_ = 0;  ///< how threads stand is told after later steps
  std::vector<verdict::Standing> stood_;
};

}  // namespace

std::string without_guard(std::string name) {
  constexpr std::string_view guard = "guard variable for ";
  if (name.starts_with(guard)) name.erase(0, guard.size());
  return name;
}

std::vector<verdict::Frame> user_frames(const vm::Machine& machine, std::span<const vm::Word> state, ThreadId thread) {
  std::vector<verdict::Frame> frames;
  for (const ir::SourcePosition& f : vm::positions(machine, state, thread)) {
    frames.push_back({shortened(f.function), {f.file, f.line, f.column}});
    if (!f.outermost.empty() && f.outermost != f.function) frames.push_back({shortened(f.outermost), {}});
  }
  return frames;
}

std::vector<verdict::Frame> user_frames(const vm::Failure& failure) {
  constexpr std::size_t most = 100;  // the calls of a recursion that does not end are alike
  std::vector<verdict::Frame> frames;
  for (const vm::Failure::Call& call : std::span(failure.calls).first(std::min(most, failure.calls.size()))) {
    frames.push_back({shortened(call.function), call.at});
    if (!call.inlined_into.empty()) frames.push_back({shortened(call.inlined_into), {}});
  }
  return frames;
}

std::string function_of(const vm::Machine& machine, std::span<const vm::Word> state, ThreadId thread) {
  const auto places = vm::positions(machine, state, thread);
  if (places.empty()) return {};
  const std::string function =
      shortened(places.back().outermost.empty() ? places.back().function : places.back().outermost);
  // What a thread does last is to destroy its arguments; its function has returned by then, and no thread is started
  // with a destructor.
  const auto last = function.rfind("::");
  return function.compare(last == function.npos ? 0 : last + 2, 1, "~") == 0 ? std::string() : function;
}

std::optional<Trace> trace(vm::Machine& machine, const verdict::Run& run, vm::Machine* original, const Stand& stand) {
  struct Watching {
    vm::Machine& machine;
    explicit Watching(vm::Machine& m) : machine(m) { machine.watch(true); }
    ~Watching() { machine.watch(false); }
  } const watching(machine);
  std::optional<Watching> watching_original;
  if (original) watching_original.emplace(*original);
  return Tracer(machine, original, stand).finish(run);
}

}  // namespace fermata::explain
