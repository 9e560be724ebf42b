// SPDX-License-Identifier: Apache-2.0
// The machine knows who owns a variable now, but not since when: that is found by looking back along the run.
#include "engine/explore/ownership_violation.h"

#include <fmt/format.h>

#include "vm/inspect.h"

namespace fermata::engine::explore {

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

void diagnose_ownership_violation(vm::Machine& machine, const Story& story, verdict::Finding& finding) {
  if (finding.run.stem.empty()) return;
  const std::uint32_t self = finding.run.stem.back().thread;
  auto name_of = [&](std::uint32_t t) { return t < story.names.size() ? story.names[t] : fmt::format("thread#{}", t); };
  finding.message = fmt::format("thread '{}' {}", name_of(self), story.failure->text);
  const vm::Address about = story.failure->about;
  const std::uint32_t owner = story.failure->other;
  if (!about) return;
  const bool owned = owner != vm::Failure::nobody && owner != self;
  const std::string variable = vm::name(machine, story.end, about);

  const Logged* access = nullptr;  // the other's last one
  const Logged* became = nullptr;
  for (const Logged& l : story.log) {
    if (!same_variable(l.what, about, variable)) continue;
    if (is_access(l.what) && (owned ? l.what.thread == owner : l.what.thread != self)) access = &l;
    if (owned && l.what.owner == owner) became = &l;
  }
  if (!owned) finding.notes.push_back({finding.at, fmt::format("nobody owns '{}' now", variable)});
  if (owned && became)
    finding.notes.push_back({became->what.at, fmt::format("'{}' owns it: it became the owner here, in step {}",
                                                          name_of(owner), became->step)});
  else if (owned)
    finding.notes.push_back(
        {finding.at, fmt::format("'{}' owns it, since before there were other threads", name_of(owner))});
  for (const Logged* l : {became, access})
    if (l) finding.stem[l->step - 1].decisive = finding.stem[l->step - 1].relevant = true;
  if (access)
    finding.notes.push_back({access->what.at, fmt::format("the last access of '{}' was here, in step {}",
                                                          story.stem[access->step - 1].who, access->step)});
}

}  // namespace fermata::engine::explore
