// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/joins.h"

#include <algorithm>
#include <map>
#include <utility>

#include "vm/inspect.h"

namespace fermata::engine::explore {

namespace {

using vm::SectionKind;

// No lock, condition variable or barrier is larger; all that matters is what lies beside it and is changed in the same
// step. A lock that is held all the time is at most taken once more, or once less: what counts that is at its
// beginning.
constexpr std::uint32_t largest = 56, counter = 8, counters = 40;

/// What a thread only waits with: locks that it takes or gives back in the step, and what it sleeps on.
class Waiting {
 public:
  Waiting(const vm::Machine& machine, std::span<const vm::Word> before, std::span<const vm::Word> after,
          ThreadId thread) {
    const auto was = machine.record(before, thread).sections, is = machine.record(after, thread).sections;
    auto held = [](const vm::Section& s) { return s.kind == SectionKind::critical || s.kind == SectionKind::shared; };
    for (const vm::Section& s : was) {
      const bool kept = held(s) && std::ranges::find(is, s) != is.end();
      const std::uint32_t size = !kept ? largest : s.kind == SectionKind::critical ? counter : counters;
      if (has(s.kind) || s.kind == SectionKind::mutex || s.kind == SectionKind::rwlock || s.kind == SectionKind::once)
        objects_.push_back({s.object, size});
    }
    for (const vm::Section& s : is)
      if (has(s.kind) && !(held(s) && std::ranges::find(was, s) != was.end())) objects_.push_back({s.object, largest});
  }
  bool contains(vm::ObjectKey key, std::size_t byte) const {
    return std::ranges::any_of(objects_, [&](const auto& object) {
      return vm::address_of(key, static_cast<std::uint32_t>(byte)) - object.first < object.second;
    });
  }

 private:
  /// To be waiting is known before the step; it may begin to wait for the next lock at its end.
  static bool has(SectionKind kind) {
    return kind == SectionKind::critical || kind == SectionKind::shared || kind == SectionKind::condition ||
           kind == SectionKind::barrier;
  }
  std::vector<std::pair<vm::Address, std::uint32_t>> objects_;  ///< with how many bytes
};

}  // namespace

bool serves(const vm::Machine& machine, std::span<const vm::Word> before, std::span<const vm::Word> after,
            ThreadId thread) {
  if (vm::Machine::ended(after)) return true;
  std::vector<vm::Piece> old, now;
  vm::pieces(machine, before, old);
  vm::pieces(machine, after, now);
  std::map<std::pair<bool, std::uint32_t>, const vm::Piece*> pieces;
  for (const vm::Piece& p : now) pieces[{p.is_thread, p.which}] = &p;
  const Waiting waiting(machine, before, after, thread);
  for (const vm::Piece& p : old) {
    const auto at = pieces.find({p.is_thread, p.which});
    const vm::Piece* q = at == pieces.end() ? nullptr : at->second;
    if (q) pieces.erase(at);
    if (q && q->content == p.content) continue;
    if (p.is_thread && p.which == index(thread)) continue;
    if (!p.is_thread && !vm::is_shared_data(machine, p)) continue;
    if (p.is_thread || !q) return true;
    if (vm::size_of(machine, p) != vm::size_of(machine, *q)) return true;
    bool other = false;
    vm::each_difference(machine, p, *q, [&](std::uint32_t i) {
      other = !waiting.contains(p.which, i);
      return !other;
    });
    if (other) return true;
  }
  return std::ranges::any_of(pieces, [](const auto& left) { return left.first.first; });  // a thread that was not there
}

std::vector<Join> waiting_for(std::span<const Join> all, ThreadId thread) {
  std::vector<Join> found;
  ThreadId end = thread;
  for (std::size_t done = 0;; end = found[done++].waiter) {
    for (const Join& join : all)
      if (join.joined == end && std::ranges::find(found, join) == found.end()) found.push_back(join);
    if (done == found.size()) return found;
  }
}

std::vector<Join> joins_in(const vm::Machine& machine, std::span<const vm::Word> state) {
  std::vector<Join> joins;
  for (const ThreadId t : thread_ids(machine.threads(state)))
    for (const vm::Section& s : machine.record(state, t).sections)
      if (s.kind == SectionKind::join) joins.push_back({t, static_cast<ThreadId>(s.object)});
  return joins;
}

}  // namespace fermata::engine::explore
