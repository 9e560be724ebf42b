// SPDX-License-Identifier: Apache-2.0
#include "verdict/section_kinds.h"

#include <algorithm>
#include <array>

namespace fermata::verdict {

namespace {

struct Named {
  std::string_view name;
  SectionKind kind;
};

constexpr std::array table{
    Named{"mutex", SectionKind::mutex},         Named{"critical", SectionKind::critical},
    Named{"cond", SectionKind::condition},      Named{"barrier", SectionKind::barrier},
    Named{"semaphore", SectionKind::semaphore}, Named{"join", SectionKind::join},
    Named{"rwlock", SectionKind::rwlock},       Named{"shared", SectionKind::shared},
    Named{"once", SectionKind::once},           Named{"futex", SectionKind::futex},
    Named{"latch", SectionKind::latch},         Named{"future", SectionKind::future},
    Named{"user", SectionKind::user},
};
// Every kind has its name: those of the user's share one.
static_assert(table.size() + 2 == static_cast<std::size_t>(SectionKind::call) + 1);

std::string listed(const SectionKinds& kinds) {
  std::string list;
  for (const Named& one : table)
    if (kinds.contains(one.kind)) (list += list.empty() ? "" : ",") += one.name;
  return list;
}

}  // namespace

SectionKinds SectionKinds::all() {
  SectionKinds kinds;
  for (const Named& one : table) kinds.add(one.kind);
  return kinds;
}

std::optional<SectionKinds> section_kinds_named(std::string_view list) {
  if (list == "all") return SectionKinds::all();
  if (list == "none") return SectionKinds::none();
  SectionKinds kinds;
  while (true) {
    const auto comma = list.find(',');
    const auto* named = std::ranges::find(table, list.substr(0, comma), &Named::name);
    if (named == table.end()) return std::nullopt;
    kinds.add(named->kind);
    if (comma == list.npos) return kinds;
    list.remove_prefix(comma + 1);
  }
}

std::string name(const SectionKinds& kinds) {
  return kinds == SectionKinds::all() ? "all" : kinds.empty() ? "none" : listed(kinds);
}

std::string section_kind_names() { return listed(SectionKinds::all()); }

}  // namespace fermata::verdict
