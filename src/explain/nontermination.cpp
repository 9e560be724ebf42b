// SPDX-License-Identifier: Apache-2.0
// A loop is told by its three sorts of threads: those that go round in it, those that wait all the
// while, and those that could move and are passed over. If there are threads of the third sort the
// scheduler is not strongly fair, and that is what the violation is called after.
#include "explain/nontermination.h"

#include <fmt/format.h>

#include <algorithm>

#include "explain/listed.h"
#include "explain/loop_roles.h"

namespace fermata::explain {

namespace {

using verdict::ThreadStatus;

Position first_place(const Trace& trace, ThreadId thread) {
  for (const verdict::Step& step : trace.loop)
    if (step.thread == thread && step.at.known()) return step.at;
  return {};
}

}  // namespace

void diagnose_nontermination(vm::Machine& machine, const Trace& trace, const verdict::Run& run, const Search& search,
                             verdict::Explanation& explanation) {
  const LoopRoles roles = loop_roles(machine, trace.end, run.loop, search);
  auto moves = [&](ThreadId t) { return std::ranges::find(roles.movers, t) != roles.movers.end(); };
  auto name = [&](ThreadId t) {
    return index(t) < trace.names.size() ? trace.names[index(t)] : fmt::format("thread#{}", index(t));
  };

  std::vector<std::string> movers, passed_over;
  const ThreadStatus* starved = nullptr;
  for (ThreadId t : roles.movers) movers.push_back(name(t));
  for (ThreadStatus& t : explanation.threads) {
    // A thread may be started and finished inside the loop.
    t.in_loop = moves(t.id)                                ? ThreadStatus::Role::moves
                : t.status == ThreadStatus::Kind::finished ? ThreadStatus::Role::none
                : roles.enabled.contains(t.id)             ? ThreadStatus::Role::passed_over
                                                           : ThreadStatus::Role::waits;
    if (t.status == ThreadStatus::Kind::spinning) t.status = ThreadStatus::Kind::running;
    if (t.in_loop != ThreadStatus::Role::passed_over) continue;
    passed_over.push_back(name(t.id));
    if (!starved) starved = &t;
  }

  const std::string who = fmt::format("{} {}", movers.size() == 1 ? "thread" : "threads", listed(movers));
  if (passed_over.empty()) {
    explanation.kind = "livelock";
    explanation.message = fmt::format("{} can go round forever although the scheduler is fair", who);
    explanation.at = first_place(trace, roles.movers.front());
  } else {
    explanation.kind = "starvation";
    explanation.message = fmt::format("{} can go round forever while {} {} passed over", who, listed(passed_over),
                                      passed_over.size() == 1 ? "is" : "are");
    if (starved) explanation.at = starved->at;
  }
  for (ThreadId t : roles.movers)
    if (Position at = first_place(trace, t); at.known() && !(at == explanation.at))
      explanation.notes.push_back({at, fmt::format("'{}' goes round here", name(t))});
  for (const ThreadStatus& t : explanation.threads) {
    if (t.in_loop == ThreadStatus::Role::waits && !t.waits_for.empty())
      explanation.notes.push_back({t.at, fmt::format("'{}' waits for {}", t.name, t.waits_for)});
    if (t.in_loop == ThreadStatus::Role::passed_over && &t != starved)
      explanation.notes.push_back({t.at, fmt::format("'{}' is passed over here", t.name)});
  }
}

}  // namespace fermata::explain
