// SPDX-License-Identifier: Apache-2.0
// A thread that waits for a lock points to its holders, one that joins to the thread it joins.
//
//   R. Holt, "Some deadlock properties of computer systems", Computing Surveys 1972
//
// Where we differ: not only cycles count. A hang has a root in the graph: a cycle, or a thread that waits for something
// no thread owns (a signal), or one that loops.
#include "explain/wait_for_graph.h"

#include <algorithm>

#include "vm/follow.h"
#include "vm/inspect.h"

namespace fermata::explain {

namespace {

bool is_wait(SectionKind kind) { return !holds_lock(kind) && kind != SectionKind::user; }

}  // namespace

WaitForGraph::WaitForGraph(vm::Machine& machine, const Trace& trace, Try whom) : machine_(machine), trace_(trace) {
  for (const ThreadId t : thread_ids(machine_.threads(trace_.end))) threads_.push_back(look_at(t, whom));
  for (ThreadView& view : threads_) find_obstacles(view);
}

bool WaitForGraph::anyone_enabled() const {
  return std::ranges::any_of(threads_, [](const ThreadView& view) { return view.enabled; });
}

WaitForGraph::ThreadView WaitForGraph::look_at(ThreadId t, Try whom) const {
  ThreadView view;
  const vm::ThreadRecord record = machine_.record(trace_.end, t);
  view.exists = record.state != vm::ThreadState::none;
  view.alive = record.alive();
  const ir::SourcePosition at = vm::position(machine_, trace_.end, t);
  view.at = {at.file, at.line, at.column};
  const bool in_wait = std::ranges::any_of(record.sections, [](const vm::Section& s) { return is_wait(s.kind); });
  view.enabled = (whom == Try::those_in_waits && !in_wait) || vm::can_move(machine_, trace_.end, t) ||
                 std::ranges::find(trace_.loop, t, &verdict::Step::thread) != trace_.loop.end();
  for (const vm::Section& s : record.sections) {
    if (holds_lock(s.kind))
      view.holds.push_back(s);
    else if (view.alive && !view.enabled && is_wait(s.kind) && !view.waits)
      view.waits = s;
  }
  return view;
}

void WaitForGraph::find_obstacles(ThreadView& view) const {
  if (!view.waits) return;
  if (view.waits->kind == SectionKind::join) {
    if (view.waits->object < threads_.size()) view.obstacles.push_back(static_cast<ThreadId>(view.waits->object));
    return;
  }
  auto all_who = [&](auto&& stand_in_the_way) {
    std::vector<ThreadId> all;
    for (const ThreadId t : thread_ids(threads_.size()))
      if (stand_in_the_way(threads_[index(t)], t)) all.push_back(t);
    return all;
  };
  const auto self = static_cast<ThreadId>(&view - threads_.data());
  const vm::Address object = view.waits->object;
  auto holds = [&](const ThreadView& other, SectionKind how) {
    return std::ranges::find(other.holds, vm::Section{how, object}) != other.holds.end();
  };
  view.obstacles = all_who([&](const ThreadView& other, ThreadId) { return holds(other, SectionKind::critical); });
  if (!view.obstacles.empty()) return;
  if (view.waits->kind == SectionKind::rwlock && !announced(self, object)) {
    // A writer would have said that it waits, if others do: so this one wants to read.
    view.obstacles = all_who([&](const ThreadView& other, ThreadId t) {
      return other.waits && other.waits->kind == SectionKind::rwlock && other.waits->object == object &&
             announced(t, object);
    });
    view.behind_writers = !view.obstacles.empty();
    if (view.behind_writers) return;
  }
  view.obstacles = all_who([&](const ThreadView& other, ThreadId) { return holds(other, SectionKind::shared); });
  // A thread that waits for what it has itself comes first.
  if (auto own = std::ranges::find(view.obstacles, self); own != view.obstacles.end())
    std::rotate(view.obstacles.begin(), own, own + 1);
}

/// A read-write lock that prefers writers: one that has to wait for it says so, in a step of its own.
bool WaitForGraph::announced(ThreadId t, vm::Address object) const {
  const vm::Event* last = nullptr;
  for (const LoggedEvent& l : trace_.log)
    if (l.what.thread == t && l.what.object == object) last = &l.what;
  return last && last->verb == ir::Verb::wait_for;
}

/// Follows obstacles from t to what explains that it is stuck.
WaitForGraph::Root WaitForGraph::root_of(ThreadId t) const {
  std::vector<ThreadId> path;
  for (;;) {
    const ThreadView& view = threads_[index(t)];
    if (!view.alive) return Root{Why::other, path.empty() ? t : path.back(), {}};
    if (auto seen = std::ranges::find(path, t); seen != path.end()) {
      std::vector<ThreadId> members(seen, path.end());
      std::ranges::rotate(members, std::ranges::min_element(members));
      return Root{members.size() == 1 ? Why::self_wait : Why::cycle, members.front(), members};
    }
    if (view.enabled) return Root{Why::looping, t, {}};
    path.push_back(t);
    if (!view.waits) return Root{Why::other, t, {}};
    if (view.obstacles.empty()) {
      const bool signal = waits_for_signal(view.waits->kind);
      // It sleeps on a lock that another thread needs, perhaps to wake it.
      const bool needed = std::ranges::any_of(threads_, [&](const ThreadView& other) {
        return other.waits && other.waits->kind != SectionKind::join &&
               std::ranges::find(other.obstacles, t) != other.obstacles.end();
      });
      return Root{signal && needed ? Why::hoarding : signal ? Why::unsignalled : Why::other, t, {}};
    }
    const ThreadId next = view.obstacles.front();
    if (!threads_[index(next)].alive && view.waits->kind != SectionKind::join) return Root{Why::abandoned, t, {}};
    t = next;
  }
}

/// Threads of the stuck sections, then all that are alive.
std::vector<ThreadId> WaitForGraph::suspects(std::span<const SectionInstance> stuck) const {
  std::vector<ThreadId> suspects;
  auto suspect = [&](ThreadId t) {
    if (std::ranges::find(suspects, t) == suspects.end()) suspects.push_back(t);
  };
  for (const SectionInstance& s : stuck) {
    if (s.kind != SectionKind::critical) {
      suspect(s.thread);
      continue;
    }
    for (const ThreadId t : thread_ids(threads_.size()))  // a critical section is its holder's
      if (std::ranges::find(threads_[index(t)].holds, vm::Section{s.kind, s.object}) != threads_[index(t)].holds.end())
        suspect(t);
  }
  for (const ThreadId t : thread_ids(threads_.size()))
    if (threads_[index(t)].alive) suspect(t);
  return suspects;
}

std::optional<WaitForGraph::Root> WaitForGraph::root(std::span<const SectionInstance> stuck) const {
  auto waits_in_stuck = [&](ThreadId t) {
    const auto& waits = threads_[index(t)].waits;
    return waits && std::ranges::any_of(stuck, [&](const SectionInstance& s) {
             return s.thread == t && s.kind == waits->kind && s.object == waits->object;
           });
  };
  std::optional<Root> best;
  for (ThreadId t : suspects(stuck)) {
    Root root = root_of(t);
    // A wait that can end explains nothing.
    if (!stuck.empty() && root.why != Why::self_wait && root.why != Why::cycle && root.why != Why::looping &&
        !waits_in_stuck(root.thread))
      root.why = Why::other;
    if (!best || root.why < best->why) best = std::move(root);
  }
  return best;
}

}  // namespace fermata::explain
