// SPDX-License-Identifier: Apache-2.0
// The machine knows who owns a variable now, but not since when: that is found by looking back along the run.
#include "explain/ownership_violation.h"

#include <fmt/format.h>

#include "vm/inspect.h"

namespace fermata::explain {

namespace {

/// An event tells the first byte it touched; a name tells the variable.
bool same_variable(const vm::Event& h, vm::Address about, const std::string& name) {
  return vm::key_of(h.object) == vm::key_of(about) && (h.object == about || h.name == name);
}

bool is_access(const vm::Event& h) {
  using Kind = vm::Event::Kind;
  return h.kind == Kind::read || h.kind == Kind::write || h.kind == Kind::update;
}

}  // namespace

void diagnose_ownership_violation(vm::Machine& machine, const Trace& trace, const verdict::Run& run,
                                  verdict::Explanation& explanation) {
  if (run.stem.empty()) return;
  const ThreadId self = run.stem.back().thread;
  auto name_of = [&](ThreadId t) {
    return index(t) < trace.names.size() ? trace.names[index(t)] : fmt::format("thread#{}", index(t));
  };
  explanation.message = fmt::format("thread '{}' {}", name_of(self), trace.failure->text);
  const vm::Address about = trace.failure->about;
  const ThreadId owner = trace.failure->other;
  if (!about) return;
  const bool owned = owner != no_thread && owner != self;
  const std::string variable = vm::name(machine, trace.end, about);

  const LoggedEvent* access = nullptr;  // the other's last one
  const LoggedEvent* became = nullptr;
  for (const LoggedEvent& l : trace.log) {
    if (!same_variable(l.what, about, variable)) continue;
    if (is_access(l.what) && (owned ? l.what.thread == owner : l.what.thread != self)) access = &l;
    if (owned && l.what.owner == owner) became = &l;
  }
  if (!owned) explanation.notes.push_back({explanation.at, fmt::format("nobody owns '{}' now", variable)});
  if (owned && became)
    explanation.notes.push_back({became->what.at, fmt::format("'{}' owns it: it became the owner here, in step {}",
                                                              name_of(owner), became->step)});
  else if (owned)
    explanation.notes.push_back(
        {explanation.at, fmt::format("'{}' owns it, since before there were other threads", name_of(owner))});
  for (const LoggedEvent* l : {became, access})
    if (l) explanation.stem[l->step - 1].decisive = explanation.stem[l->step - 1].relevant = true;
  if (access)
    explanation.notes.push_back({access->what.at, fmt::format("the last access of '{}' was here, in step {}",
                                                              trace.stem[access->step - 1].who, access->step)});
}

}  // namespace fermata::explain
