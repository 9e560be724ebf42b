// SPDX-License-Identifier: Apache-2.0
// Which sections have to end (--sections).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/section.h"

namespace fermata::verdict {

/// A set of kinds of sections, as users know them: what they mark themselves is one kind, "user".
class SectionKinds {
 public:
  static SectionKinds all();
  static SectionKinds none() { return {}; }
  void add(SectionKind kind) { bits_ |= bit(kind); }
  bool contains(SectionKind kind) const { return (bits_ & bit(kind)) != 0; }
  bool empty() const { return bits_ == 0; }
  bool operator==(const SectionKinds&) const = default;

 private:
  static constexpr std::uint32_t bit(SectionKind kind) {
    return 1u << static_cast<unsigned>(is_users(kind) ? SectionKind::user : kind);
  }
  std::uint32_t bits_ = 0;
};

/// "all", "none", or names separated by commas: "mutex,critical". Nothing, if there is no such kind.
std::optional<SectionKinds> section_kinds_named(std::string_view list);
std::string name(const SectionKinds& kinds);
/// All names, separated by commas.
std::string section_kind_names();

}  // namespace fermata::verdict
