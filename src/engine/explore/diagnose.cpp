// SPDX-License-Identifier: Apache-2.0
// Who waits for whom is a graph: a thread that waits for a lock points to its holder, one that joins
// to the thread it joins. A hang has a root in it: a cycle, or a thread that waits for something no
// thread owns (a signal), or one that loops. The root names the hang.
#include "engine/explore/diagnose.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "engine/explore/ownership_violation.h"
#include "engine/explore/relevance.h"
#include "engine/explore/sealed.h"
#include "vm/inspect.h"

namespace fermata::engine::explore {

namespace {

using vm::SectionKind;

bool is_wait(SectionKind kind) {
  return kind != SectionKind::critical && kind != SectionKind::shared && kind != SectionKind::user;
}

bool is_waking(const vm::Event& h) {
  return h.text == "signal" || h.text == "broadcast" || h.text == "post" || h.text == "release" || h.text == "wake";
}

class Diagnosis {
 public:
  Diagnosis(vm::Machine& machine, const Story& story, bool daemon)
      : machine_(machine), story_(story), daemon_(daemon), state_(story.end) {
    for (std::uint32_t t = 0; t < machine_.threads(state_); ++t) people_.push_back(look_at(t));
    for (ThreadView& p : people_) find_obstacles(p);
  }

  void fill(verdict::Finding& finding) const {
    for (const auto& [t, name] : story_.gone)
      finding.threads.push_back({.id = t, .name = name, .status = verdict::ThreadStatus::Kind::finished});
    for (std::uint32_t t = 0; t < people_.size(); ++t)
      if (people_[t].exists) finding.threads.push_back(status(t));
    std::ranges::stable_sort(finding.threads, {}, &verdict::ThreadStatus::id);
  }

  /// The headline; and the threads that it is about.
  std::vector<std::uint32_t> name_hang(const std::vector<SlotOwner>& stuck, verdict::Finding& finding) const {
    std::vector<std::uint32_t> suspects;
    auto suspect = [&](std::uint32_t t) {
      if (std::ranges::find(suspects, t) == suspects.end()) suspects.push_back(t);
    };
    for (const SlotOwner& s : stuck) {
      if (s.section.kind != SectionKind::critical) {
        suspect(s.thread);
        continue;
      }
      for (std::uint32_t t = 0; t < people_.size(); ++t)  // a critical section is its holder's
        if (std::ranges::find(people_[t].holds, s.section) != people_[t].holds.end()) suspect(t);
    }
    for (std::uint32_t t = 0; t < people_.size(); ++t)
      if (people_[t].alive) suspect(t);
    const bool anyone_runs = std::ranges::any_of(people_, [](const ThreadView& p) { return p.enabled; });

    std::optional<Root> best;
    for (std::uint32_t t : suspects) {
      Root root = root_of(t);
      // A wait that can end explains nothing.
      if (!stuck.empty() && root.rank != self_wait && root.rank != cycle && root.rank != looping &&
          !waits_in(stuck, root.thread))
        root.rank = other;
      if (!best || root.rank < best->rank) best = std::move(root);
    }
    if (!best) return {};
    const std::uint32_t t = best->thread;
    const ThreadView& p = people_[t];
    finding.at = p.at;
    switch (best->rank) {
      case self_wait:
        finding.kind = "self-deadlock";
        finding.message = fmt::format("thread '{}' waits forever for {}, which it holds itself", name(t), thing(t));
        break;
      case cycle: {
        const bool joins = std::ranges::all_of(
            best->cycle, [&](std::uint32_t c) { return people_[c].waits->kind == SectionKind::join; });
        finding.kind = joins ? "join-cycle" : anyone_runs ? "partial-deadlock" : "deadlock";
        finding.message = fmt::format("threads {} wait for each other forever", names(best->cycle));
        break;
      }
      case hoarding:
        finding.kind = anyone_runs ? "partial-deadlock" : "deadlock";
        finding.message =
            fmt::format("thread '{}' can wait forever on {} while it holds a lock that others need", name(t), thing(t));
        break;
      case abandoned:
        finding.kind = "never-released";
        finding.message = fmt::format("thread '{}' can wait forever for {}: '{}' ended without releasing it", name(t),
                                      thing(t), name(p.obstacles.front()));
        break;
      case unsignalled:
        finding.kind = "lost-wakeup";
        finding.message = fmt::format("thread '{}' can wait forever on {}", name(t), thing(t));
        break;
      case looping:
        finding.kind = "stuck-loop";
        finding.message = fmt::format("thread '{}' can loop forever", name(t));
        if (!story_.loop.empty())
          for (const verdict::Step& s : story_.loop)
            if (s.thread == t && s.at.known()) {
              finding.at = s.at;
              break;
            }
        break;
      default:
        finding.kind = anyone_runs ? "partial-deadlock" : "deadlock";
        finding.message = fmt::format("thread '{}' can wait forever for {}", name(t), thing(t));
    }
    for (std::uint32_t u = 0; u < people_.size(); ++u) {
      if (!people_[u].alive) continue;
      if (u != t || best->rank == cycle || best->rank == self_wait) note_wait(u, finding);
      if (u == t && !why(u).empty()) finding.notes.push_back({people_[u].at, why(u)});
    }
    mark_decisive(finding.stem);
    return best->cycle.empty() ? std::vector{t} : best->cycle;
  }

 private:
  /// What explains a wait; the smaller, the better.
  enum Rank : int { self_wait, cycle, hoarding, abandoned, unsignalled, looping, other };
  struct Root {
    Rank rank;
    std::uint32_t thread;
    std::vector<std::uint32_t> cycle;
  };

  struct ThreadView {
    bool exists = false, alive = false;
    bool enabled = false;  ///< can move, or does so in the loop: if it sleeps now, then not for ever
    Position at;
    std::optional<vm::Section> waits;
    std::vector<vm::Section> holds;
    std::vector<std::uint32_t> obstacles;  ///< threads that could end its wait, if the thing has owners
    bool behind_writers = false;           ///< they do not hold it: they wait for it before this one
  };

  ThreadView look_at(std::uint32_t t) const {
    ThreadView p;
    const vm::ThreadRecord record = machine_.record(state_, t);
    p.exists = record.state != vm::ThreadState::none;
    p.alive = record.alive();
    const ir::SourcePosition at = vm::position(machine_, state_, t);
    p.at = {at.file, at.line, at.column};
    if (p.alive)
      machine_.each_outcome(state_, t, [&](vm::Step& step) {
        p.enabled = step.outcome != vm::Step::Outcome::blocked;
        return !p.enabled;
      });
    p.enabled |= std::ranges::find(story_.loop, t, &verdict::Step::thread) != story_.loop.end();
    for (const vm::Section& s : record.sections) {
      if (s.kind == SectionKind::critical || s.kind == SectionKind::shared)
        p.holds.push_back(s);
      else if (p.alive && !p.enabled && is_wait(s.kind) && !p.waits)
        p.waits = s;
    }
    return p;
  }

  void find_obstacles(ThreadView& p) const {
    if (!p.waits) return;
    if (p.waits->kind == SectionKind::join) {
      if (p.waits->object < people_.size()) p.obstacles.push_back(static_cast<std::uint32_t>(p.waits->object));
      return;
    }
    auto all_who = [&](auto&& stand_in_the_way) {
      std::vector<std::uint32_t> all;
      for (std::uint32_t t = 0; t < people_.size(); ++t)
        if (stand_in_the_way(people_[t], t)) all.push_back(t);
      return all;
    };
    const auto self = static_cast<std::uint32_t>(&p - people_.data());
    const vm::Address object = p.waits->object;
    auto holds = [&](const ThreadView& q, SectionKind how) {
      return std::ranges::find(q.holds, vm::Section{how, object}) != q.holds.end();
    };
    p.obstacles = all_who([&](const ThreadView& q, std::uint32_t) { return holds(q, SectionKind::critical); });
    if (!p.obstacles.empty()) return;
    if (p.waits->kind == SectionKind::rwlock && !announced(self, object)) {
      // A writer would have said that it waits, if others do: so this one wants to read.
      p.obstacles = all_who([&](const ThreadView& q, std::uint32_t t) {
        return q.waits && q.waits->kind == SectionKind::rwlock && q.waits->object == object && announced(t, object);
      });
      p.behind_writers = !p.obstacles.empty();
      if (p.behind_writers) return;
    }
    p.obstacles = all_who([&](const ThreadView& q, std::uint32_t) { return holds(q, SectionKind::shared); });
    // Whoever waits for what it has itself need not look at others.
    if (auto own = std::ranges::find(p.obstacles, self); own != p.obstacles.end())
      std::rotate(p.obstacles.begin(), own, own + 1);
  }

  /// Of a read-write lock that prefers writers: one that has to wait for it says so, in a step of its own.
  bool announced(std::uint32_t t, vm::Address object) const {
    const vm::Event* last = nullptr;
    for (const Logged& l : story_.log)
      if (l.what.thread == t && l.what.object == object) last = &l.what;
    return last && last->text == "wait for";
  }

  /// Follows obstacles from t to what explains that it is stuck.
  Root root_of(std::uint32_t t) const {
    std::vector<std::uint32_t> path;
    for (;;) {
      const ThreadView& p = people_[t];
      if (!p.alive) return Root{other, path.empty() ? t : path.back(), {}};
      if (auto seen = std::ranges::find(path, t); seen != path.end()) {
        std::vector<std::uint32_t> members(seen, path.end());
        std::ranges::rotate(members, std::ranges::min_element(members));
        return Root{members.size() == 1 ? self_wait : cycle, members.front(), members};
      }
      if (p.enabled) return Root{looping, t, {}};
      path.push_back(t);
      if (!p.waits) return Root{other, t, {}};
      if (p.obstacles.empty()) {
        const bool signal = p.waits->kind == SectionKind::condition || p.waits->kind == SectionKind::semaphore ||
                            p.waits->kind == SectionKind::futex;
        // It sleeps on a lock that another thread needs, perhaps to wake it.
        const bool needed = std::ranges::any_of(people_, [&](const ThreadView& q) {
          return q.waits && q.waits->kind != SectionKind::join &&
                 std::ranges::find(q.obstacles, t) != q.obstacles.end();
        });
        return Root{signal && needed ? hoarding : signal ? unsignalled : other, t, {}};
      }
      const std::uint32_t next = p.obstacles.front();
      if (!people_[next].alive && p.waits->kind != SectionKind::join) return Root{abandoned, t, {}};
      t = next;
    }
  }

  bool waits_in(const std::vector<SlotOwner>& stuck, std::uint32_t t) const {
    return std::ranges::any_of(
        stuck, [&](const SlotOwner& s) { return s.thread == t && people_[t].waits && s.section == *people_[t].waits; });
  }

  /// What the notes speak of, and how each thread got where it is stuck.
  void mark_decisive(std::vector<verdict::Step>& stem) const {
    auto mark = [&](std::uint32_t step) { stem[step - 1].decisive = stem[step - 1].relevant = true; };
    for (std::uint32_t t = 0; t < people_.size(); ++t) {
      const ThreadView& p = people_[t];
      if (!p.alive || !p.waits) continue;
      std::uint32_t last = 0;
      for (const verdict::Step& s : stem)
        if (s.thread == t && s.who == name(t)) last = s.number;
      if (last) mark(last);
      for (std::uint32_t o : p.obstacles)
        if (const auto taken = story_.taken.find({o, p.waits->object}); taken != story_.taken.end())
          mark(taken->second.step);
      const Waking waking = last_waking(t);
      if (waking.woken) mark(waking.woken->step);
      if (waking.waited) mark(waking.waited->step);
    }
  }

  /// When t began to wait on what it waits on, and the last time that others woke somebody there.
  struct Waking {
    const Logged* waited = nullptr;
    const Logged* woken = nullptr;
  };
  Waking last_waking(std::uint32_t t) const {
    Waking found;
    const auto& w = people_[t].waits;
    if (!w || (w->kind != SectionKind::condition && w->kind != SectionKind::semaphore && w->kind != SectionKind::futex))
      return found;
    for (const Logged& l : story_.log) {
      if (l.what.object != w->object) continue;
      const bool wakes = is_waking(l.what);
      if (wakes && who(l) != name(t)) found.woken = &l;
      if (!wakes && who(l) == name(t)) found.waited = &l;
    }
    return found;
  }

  std::string name(std::uint32_t t) const {
    return t < story_.names.size() && !story_.names[t].empty() ? story_.names[t] : fmt::format("thread#{}", t);
  }

  /// Who did it; the number may be another thread's by now.
  const std::string& who(const Logged& l) const {
    return l.step <= story_.stem.size() ? story_.stem[l.step - 1].who
                                        : story_.loop[l.step - story_.stem.size() - 1].who;
  }

  /// "'a', 'b' and 'c'"
  std::string names(const std::vector<std::uint32_t>& threads) const {
    std::string all;
    for (std::size_t i = 0; i < threads.size(); ++i)
      all += fmt::format("{}'{}'", i == 0 ? "" : i + 1 == threads.size() ? " and " : ", ", name(threads[i]));
    return all;
  }

  std::string object(vm::Address address) const { return vm::name(machine_, state_, address); }

  /// What thread t waits for: "mutex 'a'".
  std::string thing(std::uint32_t t) const {
    const auto& w = people_[t].waits;
    if (!w) return "nothing";
    switch (w->kind) {
      case SectionKind::mutex: return fmt::format("mutex '{}'", object(w->object));
      case SectionKind::condition: return fmt::format("condition variable '{}'", object(w->object));
      case SectionKind::barrier: return fmt::format("barrier '{}'", object(w->object));
      case SectionKind::latch: return fmt::format("latch '{}'", object(w->object));
      case SectionKind::semaphore: return fmt::format("semaphore '{}'", object(w->object));
      case SectionKind::join: return fmt::format("the end of '{}'", name(static_cast<std::uint32_t>(w->object)));
      case SectionKind::rwlock: return fmt::format("read-write lock '{}'", object(w->object));
      case SectionKind::once: return fmt::format("initialisation of '{}'", object(w->object));
      case SectionKind::futex: return fmt::format("a change of '{}'", object(w->object));
      default: return object(w->object);
    }
  }

  /// Who could end t's wait, and why that will not happen.
  std::string why(std::uint32_t t) const {
    const ThreadView& p = people_[t];
    if (!p.waits) return {};
    if (p.waits->kind == SectionKind::condition || p.waits->kind == SectionKind::semaphore ||
        p.waits->kind == SectionKind::futex) {
      const auto [waited, woken] = last_waking(t);
      for (const Logged& l : story_.loop_log)
        if (l.what.object == p.waits->object && is_waking(l.what))
          return fmt::format("'{}' goes on to {} it (step {}), but that wakes others", who(l), l.what.text, l.step);
      std::string text;
      if (woken && (!waited || woken->step < waited->step))
        text = fmt::format("the last {} came in step {} from '{}', before '{}' began to wait{}; ", woken->what.text,
                           woken->step, who(*woken), name(t),
                           waited ? fmt::format(" in step {}", waited->step) : std::string());
      else if (woken)
        text = fmt::format("the last {} (step {}, '{}') {}; ", woken->what.text, woken->step, who(*woken),
                           p.waits->kind == SectionKind::semaphore ? "went to another thread"
                           : woken->woke.empty()                   ? "woke nobody"
                                                 : fmt::format("woke '{}'", fmt::join(woken->woke, "', '")));
      return text + (p.waits->kind == SectionKind::semaphore ? "no thread will post it again"
                                                             : "no thread will signal it again");
    }
    if (p.waits->kind == SectionKind::barrier) return "no other thread will arrive at it";
    if (p.waits->kind == SectionKind::latch) return "no thread will count it down any more";
    return {};
  }

  void note_wait(std::uint32_t t, verdict::Finding& finding) const {
    const ThreadView& p = people_[t];
    if (p.enabled || !p.waits) {
      if (p.enabled && !daemon_ && finding.kind != "stuck-loop")
        finding.notes.push_back({p.at, fmt::format("'{}' runs on, but never ends", name(t))});
      return;
    }
    std::string text = fmt::format("'{}' waits for {}", name(t), thing(t));
    if (p.behind_writers) {
      text += fmt::format(", where {} {} before it", names(p.obstacles), p.obstacles.size() == 1 ? "waits" : "wait");
    } else if (p.waits->kind != SectionKind::join) {
      for (std::size_t i = 0; i < p.obstacles.size(); ++i) {
        text += fmt::format("{}'{}'",
                            i == 0                        ? ", held by "
                            : i + 1 == p.obstacles.size() ? " and "
                                                          : ", ",
                            name(p.obstacles[i]));
        if (const auto taken = story_.taken.find({p.obstacles[i], p.waits->object}); taken != story_.taken.end())
          text +=
              fmt::format(" since step {} ({}:{})", taken->second.step, taken->second.at.file, taken->second.at.line);
      }
    }
    finding.notes.push_back({p.at, text});
  }

  verdict::ThreadStatus status(std::uint32_t t) const {
    const ThreadView& p = people_[t];
    verdict::ThreadStatus s{.id = t, .name = name(t), .at = p.at};
    using Kind = verdict::ThreadStatus::Kind;
    s.status = !p.alive ? Kind::finished : !p.enabled ? Kind::blocked : daemon_ ? Kind::running : Kind::spinning;
    if (story_.failure && s.status == Kind::spinning) s.status = Kind::running;
    if (p.waits) s.waits_for = thing(t);
    if (p.waits && p.waits->kind != SectionKind::join)
      for (std::uint32_t o : p.obstacles) (p.behind_writers ? s.behind : s.held_by).push_back(name(o));
    s.why = why(t);
    for (const vm::Section& h : p.holds) s.holds.push_back(object(h.object));
    return s;
  }

  vm::Machine& machine_;
  const Story& story_;
  bool daemon_;
  const std::vector<vm::Word>& state_;
  std::vector<ThreadView> people_;
};

void copy_story(vm::Machine& machine, const Story& story, verdict::Finding& finding) {
  finding.stem = story.stem;
  finding.loop = story.loop;
  finding.output = story.output;
  mark_relevant(machine, story, finding.stem);
}

}  // namespace

void diagnose_hang(vm::Machine& machine, const Story& story, const std::vector<SlotOwner>& stuck, bool daemon,
                   verdict::Finding& finding, const Stop& stop) {
  copy_story(machine, story, finding);
  const Diagnosis diagnosis(machine, story, daemon);
  diagnosis.fill(finding);
  const std::vector<std::uint32_t> roots = diagnosis.name_hang(stuck, finding);
  if (!daemon) mark_sealed(machine, roots, finding, stop);
}

void diagnose_threads(vm::Machine& machine, const Story& story, verdict::Finding& finding) {
  copy_story(machine, story, finding);
  Diagnosis(machine, story, false).fill(finding);
}

void diagnose_failure(vm::Machine& machine, const Story& story, verdict::Finding& finding) {
  diagnose_threads(machine, story, finding);
  finding.kind = story.failure->kind;
  finding.message = story.failure->text;
  finding.at = story.failure->at;
  if (finding.kind == vm::ownership_violation) diagnose_ownership_violation(machine, story, finding);
}

}  // namespace fermata::engine::explore
