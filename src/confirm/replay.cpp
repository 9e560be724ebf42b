// SPDX-License-Identifier: Apache-2.0
// Deliberately simple: whole states in an ordinary map, a graph in ordinary vectors, and the
// definition of being stuck computed as the fixpoint it is. A loop is fair if that is what one sees
// walking along it. Shares no code with search.
#include "confirm/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "confirm/advancing.h"
#include "ir/intrinsics.h"
#include "vm/cache_hooks.h"
#include "vm/dependence.h"
#include "vm/inspect.h"

namespace fermata::confirm {

namespace {

using State = std::vector<vm::Word>;

struct Option {
  std::size_t target = 0;
  bool input = false;
  bool closes = false;  ///< ends the section in question
  bool fails = false;
  bool spurious = false;
};
struct Node {
  bool ended = false;
  bool breaks = false;  ///< a thread stands before an assumption that does not hold
  std::map<ThreadId, std::vector<Option>> by_thread;
};

using Threads = std::set<ThreadId>;

/// What a thread did: where it stands changed from this to that, and perhaps something that others can see.
struct LocalStep {
  ThreadId thread{};
  vm::Word before = 0, after = 0;
  bool noticed = false;
  auto operator<=>(const LocalStep&) const = default;
};

/// Who could move, and who did, along a loop.
struct Seen {
  bool any = false;
  Threads enabled, always_enabled, moved;
  Threads awake;                   ///< enabled, and not spinning
  std::set<LocalStep> idle, done;  ///< what those do who spin, and what those have done who did not

  void visit(const Threads& now) {
    if (!any) always_enabled = now;
    any = true;
    std::erase_if(always_enabled, [&](ThreadId t) { return !now.contains(t); });
    enabled.insert(now.begin(), now.end());
  }
  verdict::Fairness fairness() const {
    if (!std::ranges::includes(moved, always_enabled)) return verdict::Fairness::none;
    if (!std::ranges::includes(moved, enabled)) return verdict::Fairness::weak;
    Threads got_on;
    for (const LocalStep& fingerprint : done)
      if (fingerprint.noticed || !idle.contains(fingerprint)) got_on.insert(fingerprint.thread);
    return std::ranges::includes(got_on, awake) ? verdict::Fairness::await : verdict::Fairness::strong;
  }
};

/// The program with all its values. It makes the same moves as the one without; only in the middle of private work,
/// where a step that takes too long is cut, they may stand at different places.
class Original {
 public:
  Original(const vm::Machine& machine, const vm::Options& options, const Stop& stop)
      : machine_(machine, options, stop), state_(machine_.initial()) {}

  /// `step` is what this move was without the erased values; `goes_on`: its thread has not ended then.
  std::optional<std::string> follow(const verdict::Move& move, const vm::Step& step, bool goes_on) {
    choices_.insert(choices_.end(), move.choices.begin(), move.choices.end());
    if (step.cut_short && goes_on) return std::nullopt;  // this thread will come to where its work is done
    std::vector<std::uint64_t> left = std::exchange(choices_, {});
    if (vm::Machine::ended(state_) || index(move.thread) >= machine_.threads(state_) ||
        !machine_.alive(state_, move.thread))
      return "with all values, the thread cannot move";
    vm::Step mine;
    for (int cuts = 0; cuts < most_cuts; ++cuts) {
      machine_.step(state_, move.thread, left, mine);
      if (mine.choices.size() > left.size() || !std::equal(mine.choices.begin(), mine.choices.end(), left.begin()))
        return "with all values, the choices differ";
      left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(mine.choices.size()));
      if (mine.outcome == vm::Step::Outcome::moved) state_ = mine.target;
      // The end of a thread and what the only other one does then may be one step; the rest is that one's.
      if (!mine.cut_short || vm::Machine::ended(state_) || !machine_.alive(state_, move.thread)) break;
    }
    if (!left.empty()) return "with all values, the choices differ";
    if (mine.outcome != step.outcome) return "with all values, the step has another outcome";
    if (mine.outcome == vm::Step::Outcome::failed && mine.failure.kind != step.failure.kind)
      return "with all values, it fails in another way";
    cut_ |= mine.cut_short;
    // A thread that is alone goes round in one step until a state repeats, which may take it another number of rounds.
    const auto each_once = [](const std::vector<SectionInstance>& sections) {
      return std::set<SectionInstance>(sections.begin(), sections.end());
    };
    if (!cut_ && mine.ended != step.ended && each_once(mine.ended) != each_once(step.ended))
      return "with all values, other sections end";
    return std::nullopt;
  }

 private:
  static constexpr int most_cuts = 4;  // it is in a loop that never ends, as far as we can wait
  vm::Machine machine_;
  State state_;
  std::vector<std::uint64_t> choices_;  ///< of steps that were cut, and not made here yet
  bool cut_ = false;
};

class Replay {
 public:
  Replay(const vm::Machine& machine, const vm::Machine* original, const vm::Options& options,
         const verdict::Question& question, const verdict::Violation& violation, const Stop& stop,
         std::size_t most_words)
      : machine_(machine, options, stop),
        daemon_(question.daemon),
        looked_for_(question.looked_for()),
        violation_(violation),
        stop_(stop),
        asked_(question.fairness),
        most_words_(most_words),
        state_(machine_.initial()) {
    if (original) original_.emplace(*original, options, stop);
  }

  Answer run() {
    const bool safety = violation_.property == verdict::Property::safety;
    const auto& stem = violation_.run.stem;
    for (std::size_t i = 0; i < stem.size(); ++i) {
      const bool last = i + 1 == stem.size();
      if (auto wrong = follow(stem[i], safety && last))
        return {Outcome::refuted, fmt::format("step {}: {}", i + 1, *wrong)};
    }
    if (safety) {
      if (stem.empty()) return {Outcome::refuted, "the run is empty"};
      return {Outcome::confirmed, {}, {}, failure_};
    }
    const State end = state_;
    if (vm::Machine::ended(end)) return {Outcome::refuted, "the process has ended"};
    Seen seen;
    for (const verdict::Move& move : violation_.run.loop) {
      stop_.enforce();
      if (auto wrong = follow_in_loop(move, seen)) return {Outcome::refuted, "in the loop: " + *wrong};
    }
    if (state_ != end) return {Outcome::refuted, "the loop does not come back to where it began"};
    if (original_)  // which does not come back: so once more
      for (const verdict::Move& move : violation_.run.loop)
        if (auto wrong = follow(move, false)) return {Outcome::refuted, "in the loop, the second time: " + *wrong};
    return violation_.property == verdict::Property::termination ? lasso(end, seen) : stuck(end);
  }

 private:
  std::optional<std::string> follow(const verdict::Move& move, bool fails) {
    for (std::uint32_t i = 0; i + 1 < move.times; ++i) {
      if (i % 4096 == 0) stop_.enforce();
      if (auto wrong = follow_once(move, false)) return wrong;
    }
    return follow_once(move, fails);
  }

  std::optional<std::string> follow_in_loop(const verdict::Move& move, Seen& seen) {
    if (violation_.property != verdict::Property::termination) return follow(move, false);
    State looked;
    for (std::uint32_t i = 0; i < move.times; ++i) {
      if (i % 4096 == 0) stop_.enforce();
      if (i == 0 || others_see(looked, move.thread)) look_around(move, seen), looked = state_;
      if (auto wrong = follow_once(move, false)) return wrong;
      if (asked_ != verdict::Fairness::none && spurious_)
        return "something happens without cause, which does not go on for ever";
    }
    return std::nullopt;
  }

  /// Something else has changed since then than where this thread is: others may be able to move that were not.
  bool others_see(const State& then, ThreadId thread) const {
    if (vm::Machine::ended(state_) || index(thread) >= machine_.threads(state_)) return true;
    const vm::ThreadRecord before = machine_.record(then, thread), now = machine_.record(state_, thread);
    return before.state != now.state || before.sections != now.sections ||
           local_step_fingerprint(then, state_, thread).noticed;
  }

  bool goes_on(const vm::Step& step, ThreadId thread) const {
    return step.outcome == vm::Step::Outcome::moved && !vm::Machine::ended(step.target) &&
           machine_.alive(step.target, thread);
  }

  std::optional<std::string> follow_once(const verdict::Move& move, bool fails) {
    if (vm::Machine::ended(state_)) return "the process has ended";
    if (index(move.thread) >= machine_.threads(state_) || !machine_.alive(state_, move.thread))
      return fmt::format("there is no thread {} that could move", index(move.thread));
    vm::Step step;
    machine_.step(state_, move.thread, move.choices, step);
    if (step.choices != move.choices) return "the choices differ";
    if (original_)
      if (auto wrong = original_->follow(move, step, goes_on(step, move.thread))) return wrong;
    if (fails) {
      if (step.outcome != vm::Step::Outcome::failed) return "it does not fail";
      failure_ = step.failure.kind;
      return std::nullopt;
    }
    if (step.outcome == vm::Step::Outcome::blocked) return "the thread is blocked";
    if (step.outcome != vm::Step::Outcome::moved) return "the machine stops: " + step.failure.text;
    state_ = std::move(step.target);
    spurious_ = step.spurious;
    return std::nullopt;
  }

  /// What can every thread do in this state, in which this is the next move? A thread is looked at once more where
  /// something has changed that it has read: otherwise each move would cost as much as there are threads, each of
  /// which moves.
  void look_around(const verdict::Move& move, Seen& seen) {
    std::vector<ThreadId> alive;
    const vm::ThreadCounts counts = vm::count_threads(machine_, state_, alive);
    Threads enabled;
    for (const ThreadId t : alive) {
      if (index(t) >= looked_.size()) looked_.resize(index(t) + 1);
      Looked& look = looked_[index(t)];
      if (assumes_ || !look.on.holds_in(state_, counts)) {
        // Whether an assumption can be kept depends on what all threads do from here on.
        std::optional<vm::Dependence::Noting> noting;
        if (!assumes_) {
          look.on.begin(machine_, state_, t, counts);
          noting.emplace(machine_, look.on);
        }
        look.enabled = alone(state_, t).has_value();
        look.awake = look.enabled && !spins(t, seen.idle);
      }
      if (!look.enabled) continue;
      enabled.insert(enabled.end(), t);
      if (!look.awake) continue;
      seen.awake.insert(t);
      if (t != move.thread) continue;
      vm::Step step;
      machine_.step(state_, t, move.choices, step);
      seen.done.insert(local_step_fingerprint(state_, step.target, t));
    }
    seen.visit(enabled);
    seen.moved.insert(move.thread);
  }

  /// Where this thread can go in one step; nothing in the set, if that is not another state to go on from. No set: it
  /// cannot move.
  using Ways = std::set<State>;
  std::optional<Ways> alone(const State& state, ThreadId thread) {
    if (vm::Machine::ended(state) || !machine_.alive(state, thread)) return std::nullopt;
    std::optional<Ways> ways;
    bool over = false;
    machine_.each_outcome(state, thread, [&](vm::Step& step) {
      if (step.outcome == vm::Step::Outcome::blocked) return true;
      if (assumes_ && step.outcome == vm::Step::Outcome::moved && is_impossible(step.target)) return true;
      if (!ways) ways.emplace();
      over |= step.outcome != vm::Step::Outcome::moved;
      if (!over) ways->insert(step.target);
      return true;
    });
    if (over) ways->clear();
    return ways;
  }

  /// Does all that can follow break an assumption? Then this is no state, and what leads to it no step.
  bool is_impossible(const State& from) {
    if (const auto known = impossible_.find(from); known != impossible_.end()) return known->second;
    if (has_way(from)) return false;
    Graph graph;
    if (!explore(from, nullptr, graph)) throw LimitReached("too much can follow to see whether assumptions hold");
    if (graph.refused) return impossible_[from] = false;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) impossible_[*graph.states[i]] = graph.impossible[i];
    return graph.impossible[0];
  }

  /// Depth first: is there a way to an end, to a failure, to where threads only wait, or round, without spurious
  /// wakeups? Usually that is soon found.
  bool has_way(const State& from) {
    std::set<State> seen{from};
    std::vector<std::vector<State>> path(1);  // of each state on it, the ways that were not followed yet
    std::vector<const State*> places{&*seen.begin()};
    std::size_t words = 0;
    bool found = is_certain(from, path.back());
    while (!found && !path.empty()) {
      stop_.enforce();
      if (path.back().empty()) {
        path.pop_back();
        places.pop_back();
        continue;
      }
      const auto [next, fresh] = seen.insert(std::move(path.back().back()));
      path.back().pop_back();
      if (!fresh) {
        found = std::ranges::find(places, &*next) != places.end();
        continue;
      }
      words += next->size();
      if (words > most_words_) return false;
      places.push_back(&*next);
      found = is_certain(*next, path.emplace_back());
    }
    for (const State* place : places)
      if (found) impossible_[*place] = false;
    return found;
  }

  /// Is this a state, wherever its ways lead?
  bool is_certain(const State& state, std::vector<State>& ways) {
    if (vm::Machine::ended(state)) return true;
    bool halts = false, moves = false, breaks = false;
    for (const ThreadId t : thread_ids(machine_.threads(state))) {
      if (!machine_.alive(state, t)) continue;
      bool broken = false, waits = false;
      machine_.each_outcome(state, t, [&](vm::Step& step) {
        broken |= step.breaks;
        waits |= waits_with_input(step);
        moves |= step.outcome == vm::Step::Outcome::moved;
        if (step.outcome != vm::Step::Outcome::moved)
          halts |= step.outcome != vm::Step::Outcome::blocked;
        else if (!step.spurious)
          ways.push_back(step.target);
        return !halts;
      });
      breaks |= broken && !waits;
    }
    return halts || (!moves && !breaks);
  }

  /// An input that keeps what is assumed of it, but the thread cannot go on with it: so it waits.
  static bool waits_with_input(const vm::Step& step) {
    return step.outcome == vm::Step::Outcome::blocked && step.input && !step.breaks;
  }

  LocalStep local_step_fingerprint(const State& from, const State& to, ThreadId thread) const {
    const std::size_t own = vm::record_word(machine_, thread);
    LocalStep fingerprint{.thread = thread, .before = from[own], .noticed = from.size() != to.size()};
    if (fingerprint.noticed) return fingerprint;
    fingerprint.after = to[own];
    for (std::size_t i = 0; i < from.size(); ++i) fingerprint.noticed |= i != own && from[i] != to[i];
    return fingerprint;
  }

  /// If nobody else moved: would this thread, whatever it does, be able to come back here? Beyond 64 states we hold
  /// that it gets on.
  bool spins(ThreadId thread, std::set<LocalStep>& idle) {
    std::map<State, Ways> graph;
    std::vector<State> todo{state_};
    while (!todo.empty()) {
      const State state = todo.back();
      todo.pop_back();
      if (graph.contains(state)) continue;
      const auto ways = alone(state, thread);
      if (!ways || ways->empty() || graph.size() == 64) return false;
      graph[state] = *ways;
      todo.insert(todo.end(), ways->begin(), ways->end());
    }
    Ways good{state_};
    for (bool more = true; more;) {
      more = false;
      for (const auto& [state, ways] : graph)
        if (!good.contains(state) && std::ranges::any_of(ways, [&](const State& to) { return good.contains(to); }))
          more = good.insert(state).second;
    }
    if (good.size() != graph.size()) return false;
    for (const auto& [state, ways] : graph)
      for (const State& to : ways) idle.insert(local_step_fingerprint(state, to, thread));
    return true;
  }

  Answer lasso(const State& from, const Seen& seen) {
    if (violation_.run.loop.empty()) {
      for (const ThreadId t : thread_ids(machine_.threads(state_)))
        if (alone(state_, t)) return {Outcome::refuted, "a thread can still move"};
      if (assumes_ && is_impossible(state_)) return {Outcome::refuted, "an assumption is broken"};
      return {Outcome::confirmed, {}, verdict::Fairness::inescapable};
    }
    const verdict::Fairness fairness = seen.fairness();
    if (fairness < asked_)
      return {Outcome::refuted, fmt::format("the loop is not fair: it is {} where {} is asked for",
                                            verdict::name(fairness), verdict::name(asked_))};
    if (violation_.fairness != verdict::Fairness::inescapable) return {Outcome::confirmed, {}, fairness};
    Answer answer = unreachable_end(from, nullptr);
    if (answer.outcome == Outcome::confirmed) answer.fairness = verdict::Fairness::inescapable;
    return answer;
  }

  Answer stuck(const State& from) {
    if (!daemon_) return unreachable_end(from, nullptr);
    if (violation_.run.unending.empty()) return {Outcome::refuted, "no section is named"};
    for (const SectionInstance& u : violation_.run.unending)
      if (!looked_for_.contains(u.kind)) return {Outcome::refuted, "a section is named that need not end"};
    for (const SectionInstance& u : violation_.run.unending)
      if (Answer a = unreachable_end(from, &u); a.outcome != Outcome::confirmed) return a;
    return {Outcome::confirmed, {}};
  }

  /// What can follow. An option that leads to an impossible state is none.
  struct Graph {
    std::map<State, std::size_t> number;
    std::vector<const State*> states;
    std::vector<Node> nodes;
    std::vector<bool> impossible;
    bool refused = false;  ///< something unmodelled can happen
  };

  /// False: it is too much.
  bool explore(const State& from, const SectionInstance* section, Graph& graph) {
    graph.states = {&graph.number.try_emplace(from, 0).first->first};
    std::size_t words = 0;
    for (std::size_t i = 0; i < graph.states.size() && !graph.refused; ++i) {
      if (i % 64 == 63) stop_.enforce();
      if (words > most_words_) return false;
      const State& s = *graph.states[i];
      Node& node = graph.nodes.emplace_back();
      node.ended = vm::Machine::ended(s);
      if (node.ended) continue;
      for (const ThreadId t : thread_ids(machine_.threads(s))) {
        if (!machine_.alive(s, t)) continue;
        bool broken = false, waits = false;
        machine_.each_outcome(s, t, [&](vm::Step& step) {
          broken |= step.breaks;
          waits |= waits_with_input(step);
          if (step.outcome == vm::Step::Outcome::blocked) return true;
          Option option{
              .input = step.input, .fails = step.outcome == vm::Step::Outcome::failed, .spurious = step.spurious};
          if (step.outcome == vm::Step::Outcome::moved) {
            auto [it, fresh] = graph.number.try_emplace(step.target, graph.number.size());
            if (fresh) graph.states.push_back(&it->first), words += step.target.size();
            option.target = it->second;
            for (const SectionInstance& e : step.ended) option.closes |= section && e == *section;
            option.closes |= section && waits_for(s, *section, t) && serves(s, step.target, t);
          } else if (!option.fails) {
            graph.refused = true;
          }
          node.by_thread[t].push_back(option);
          return true;
        });
        node.breaks |= broken && !waits;
      }
    }
    if (!graph.refused) leave_out_impossible(graph);
    return true;
  }

  /// Which nodes are no states: an assumption can be broken behind them, and there is no way to where that cannot be,
  /// to an end, or round. In a fair run a wait is woken spuriously finitely often, so that is no way round.
  void leave_out_impossible(Graph& graph) {
    const std::size_t n = graph.nodes.size();
    graph.impossible.resize(n);
    if (std::ranges::none_of(graph.nodes, &Node::breaks)) return;
    std::vector<bool> breaks(n), round(n, true), possible(n);
    const auto some = [](const Node& node, auto is) {
      return std::ranges::any_of(node.by_thread, [&](const auto& t) { return std::ranges::any_of(t.second, is); });
    };
    const auto repeat = [&](auto change) {
      for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = n; i-- > 0;) changed |= change(i, graph.nodes[i]);
        stop_.enforce();
      }
    };
    repeat([&](std::size_t i, const Node& node) -> bool {
      if (breaks[i]) return false;
      const bool moves = some(node, [](const Option&) { return true; });
      breaks[i] = (node.breaks && !moves) || some(node, [&](const Option& o) { return !o.fails && breaks[o.target]; });
      return breaks[i];
    });
    repeat([&](std::size_t i, const Node& node) -> bool {
      if (!round[i]) return false;
      round[i] = some(node, [&](const Option& o) { return !o.fails && !o.spurious && round[o.target]; });
      return !round[i];
    });
    repeat([&](std::size_t i, const Node& node) -> bool {
      if (possible[i]) return false;
      possible[i] =
          !breaks[i] || round[i] || some(node, [&](const Option& o) { return o.fails || possible[o.target]; });
      return possible[i];
    });
    for (std::size_t i = 0; i < n; ++i) {
      graph.impossible[i] = !possible[i];
      for (auto& [thread, options] : graph.nodes[i].by_thread)
        std::erase_if(options, [&](const Option& o) { return !o.fails && !possible[o.target]; });
    }
  }

  /// Everything reachable from `from`; then: which states can be driven to the goal?
  Answer unreachable_end(const State& from, const SectionInstance* section) {
    if (section && !open(from, *section)) return {Outcome::refuted, "a section that is said to be stuck is not open"};
    Graph graph;
    if (!explore(from, section, graph)) return {Outcome::left_open, {}};
    if (graph.refused) return {Outcome::refuted, "something unmodelled can still happen"};
    if (graph.impossible[0]) return {Outcome::refuted, "all that can follow breaks an assumption"};
    const std::vector<Node>& nodes = graph.nodes;
    std::vector<bool> good(nodes.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = nodes.size(); i-- > 0;) {
        if (good[i] || !can_reach(nodes[i], good)) continue;
        good[i] = changed = true;
      }
      stop_.enforce();
    }
    if (good[0]) return {Outcome::refuted, section ? "the section can still end" : "the process can still end"};
    return {Outcome::confirmed, {}};
  }

  static bool can_reach(const Node& node, const std::vector<bool>& good) {
    if (node.ended) return true;
    for (const auto& [thread, options] : node.by_thread) {
      bool inputs = false, all_inputs = true;
      for (const Option& o : options) {
        const bool fine = o.closes || o.fails || good[o.target];
        if (!o.input && fine) return true;
        inputs |= o.input;
        all_inputs &= !o.input || fine;
      }
      if (inputs && all_inputs) return true;
    }
    return false;
  }

  /// If the section is a join: does it wait for this thread, directly or through other joins?
  bool waits_for(const State& state, const SectionInstance& section, ThreadId thread) const {
    if (section.kind != SectionKind::join) return false;
    Threads on_the_way;
    for (std::uint64_t t = section.object; on_the_way.insert(static_cast<ThreadId>(t)).second;) {
      if (t == index(thread)) return true;
      if (t >= machine_.threads(state)) return false;
      for (const vm::Section& s : machine_.record(state, static_cast<ThreadId>(t)).sections)
        if (s.kind == vm::SectionKind::join) t = s.object;
    }
    return false;
  }

  /// Has this thread changed anything that others can see, apart from locks that it took or gave back and what it
  /// sleeps on?
  bool serves(const State& from, const State& to, ThreadId thread) const {
    using Objects = std::map<vm::ObjectKey, vm::Piece>;
    using Threads = std::set<std::pair<std::uint32_t, vm::Word>>;
    auto look = [&](const State& state, Objects& objects, Threads& threads) {
      std::vector<vm::Piece> pieces;
      vm::pieces(machine_, state, pieces);
      for (const vm::Piece& p : pieces) {
        if (!p.is_thread)
          objects[p.which] = p;
        else if (p.which != index(thread))
          threads.emplace(p.which, p.content);
      }
    };
    Objects before, after;
    Threads others_before, others_after;
    look(from, before, others_before);
    look(to, after, others_after);
    if (vm::Machine::ended(to) || others_before != others_after) return true;
    using enum vm::SectionKind;
    // A pthread_rwlock_t has 56 bytes. One that is held before and after is no other lock than before; how often is at
    // its beginning.
    auto size = [&](const vm::Section& s) {
      auto open = [&](const State& state) {
        return std::ranges::count(machine_.record(state, thread).sections, s) > 0;
      };
      if ((s.kind != critical && s.kind != shared) || !open(from) || !open(to)) return 56u;
      return s.kind == critical ? 8u : 40u;
    };
    std::set<vm::Address> forgiven;
    auto forgive = [&](const State& state, std::initializer_list<vm::SectionKind> kinds) {
      for (const vm::Section& s : machine_.record(state, thread).sections)
        if (std::ranges::find(kinds, s.kind) != kinds.end())
          for (std::uint32_t i = 0, n = size(s); i < n; ++i) forgiven.insert(s.object + i);
    };
    forgive(from, {mutex, rwlock, once, critical, shared, condition, barrier});
    forgive(to, {critical, shared, condition, barrier});
    for (const auto& [key, was] : before) {
      if (!vm::is_shared_data(machine_, was)) continue;
      const auto is = after.find(key);
      bool noticed = false;
      const auto notice = [&](std::uint32_t byte) {
        noticed = !forgiven.contains(vm::address_of(key, byte));
        return !noticed;
      };
      if (is != after.end()) vm::each_difference(machine_, was, is->second, notice);
      // What is no longer there has changed, too.
      const std::uint32_t left = is == after.end() ? 0 : vm::size_of(machine_, is->second);
      for (std::uint32_t i = left; i < vm::size_of(machine_, was) && !noticed; ++i) notice(i);
      if (noticed) return true;
    }
    return false;
  }

  bool open(const State& state, const SectionInstance& u) const {
    for (const ThreadId t : thread_ids(machine_.threads(state)))
      for (const vm::Section& s : machine_.record(state, t).sections)
        if (vm::instance(s, t) == u) return true;
    return false;
  }

  vm::Machine machine_;
  std::optional<Original> original_;
  bool daemon_;
  verdict::SectionKinds looked_for_;
  const verdict::Violation& violation_;
  const Stop& stop_;
  verdict::Fairness asked_;
  std::size_t most_words_;
  State state_;
  /// What was seen of a thread, and what that depended on.
  struct Looked {
    vm::Dependence on;
    bool enabled = false, awake = false;
  };
  std::vector<Looked> looked_;
  bool spurious_ = false;  ///< the last step was
  std::string failure_;    ///< the kind of the last step's
  const bool assumes_ = ir::uses(machine_.program(), ir::Intrinsic::assume) ||
                        ir::uses(machine_.program(), ir::Intrinsic::input);  ///< which may have no value
  std::map<State, bool> impossible_;  ///< of those that were asked about, and what follows them
};

}  // namespace

Answer replay(const vm::Machine& machine, const vm::Machine* original, const verdict::Question& question,
              const verdict::Violation& violation, const Stop& stop, std::size_t most_words) {
  vm::Options how = machine.options();
  how.heap = violation.run.heap;
  try {
    if (!shows_with_advancing_clock(machine, question.daemon, violation.property, violation.run, stop))
      return {Outcome::only_clock, "it shows only with a clock that goes back or stands still"};
    return Replay(machine, original, how, question, violation, stop, most_words).run();
  } catch (const LimitReached& limit) {
    return {Outcome::stopped, limit.what()};
  }
}

bool same_end(const vm::Machine& other_machine, const verdict::Run& one, const verdict::Run& other, const Stop& stop) {
  if (one.loop != other.loop || one.unending != other.unending || one.heap != other.heap) return false;
  vm::Options how = other_machine.options();
  how.heap = one.heap;
  vm::Machine machine(other_machine, how, stop);
  auto end_of = [&](const std::vector<verdict::Move>& stem) -> std::optional<State> {
    State state = machine.initial();
    vm::Step step;
    for (const verdict::Move& move : stem) {
      stop.enforce();
      if (vm::Machine::ended(state) || index(move.thread) >= machine.threads(state) ||
          !machine.alive(state, move.thread))
        return std::nullopt;
      for (std::uint32_t i = 0; i < move.times; ++i) {
        if (i > 0 && (vm::Machine::ended(state) || !machine.alive(state, move.thread))) return std::nullopt;
        machine.step(state, move.thread, move.choices, step);
        if (step.choices != move.choices || step.outcome != vm::Step::Outcome::moved) return std::nullopt;
        state = step.target;
      }
    }
    return state;
  };
  const auto end = end_of(one.stem);
  return end && end == end_of(other.stem);
}

}  // namespace fermata::confirm
