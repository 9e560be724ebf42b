// SPDX-License-Identifier: Apache-2.0
#include "verdict/verdict.h"

#include <algorithm>
#include <array>

namespace fermata::verdict {

namespace {

constexpr std::array<std::string_view, 3> property_names{"hang", "safety", "termination"};
constexpr std::array<std::string_view, 3> answer_names{"holds", "violated", "unknown"};
constexpr std::array<std::string_view, 4> status_names{"blocked", "spinning", "running", "finished"};
constexpr std::array<std::string_view, 4> role_names{"none", "moves", "waits", "passed-over"};
constexpr std::array<std::string_view, 5> fairness_names{"none", "weak", "strong", "await", "inescapable"};
constexpr std::array<std::string_view, 2> basis_names{"closed-exploration", "certificate"};
constexpr std::array<std::string_view, 2> part_names{"variable", "thread"};

}  // namespace

Answer overall(const Verdict& verdict) {
  auto any = [&](Answer answer) {
    return std::ranges::any_of(verdict.findings, [=](const Finding& f) { return f.answer == answer; });
  };
  if (any(Answer::violated)) return Answer::violated;
  // No finding at all proves nothing.
  return any(Answer::unknown) || verdict.findings.empty() ? Answer::unknown : Answer::holds;
}

std::string_view name(Property property) { return property_names[static_cast<std::size_t>(property)]; }
std::string_view name(Answer answer) { return answer_names[static_cast<std::size_t>(answer)]; }
std::string_view name(ThreadStatus::Kind kind) { return status_names[static_cast<std::size_t>(kind)]; }
std::string_view name(ThreadStatus::Role role) { return role_names[static_cast<std::size_t>(role)]; }
std::string_view name(Fairness fairness) { return fairness_names[static_cast<std::size_t>(fairness)]; }

std::string_view name(Basis basis) { return basis_names[static_cast<std::size_t>(basis)]; }
std::string_view name(Part::Kind kind) { return part_names[static_cast<std::size_t>(kind)]; }

std::optional<Property> property_named(std::string_view text) {
  for (std::size_t i = 0; i < property_names.size(); ++i)
    if (property_names[i] == text) return static_cast<Property>(i);
  return std::nullopt;
}

}  // namespace fermata::verdict
