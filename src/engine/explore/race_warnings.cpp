// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/race_warnings.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "vm/inspect.h"

namespace fermata::engine::explore {

namespace {

constexpr std::size_t most_warnings = 20;

verdict::Warning::Access access(const ir::Program& program, const Race::Side& side) {
  const ir::SourcePosition& p = program[ir::PositionId{side.access.at}];
  constexpr const char* sorts[] = {"", "atomic", "plain", "volatile"};
  return {.thread = side.thread,
          .who = {},
          .at = {p.file, p.line, p.column},
          .write = side.access.write,
          .sort = sorts[static_cast<std::size_t>(side.access.sort)]};
}

verdict::Warning warning(const vm::Machine& machine, const Race& race) {
  const vm::Access &a = race.first.access, &b = race.second.access;
  verdict::Warning w{.id = "data-race",
                     .variable = vm::name(machine, a.object, a.origin, std::max(a.offset, b.offset)),
                     .first = access(machine.program(), race.first),
                     .second = access(machine.program(), race.second),
                     .stem = {},
                     .heap = machine.options().heap};
  if (w.second.at < w.first.at) std::swap(w.first, w.second);
  return w;
}

}  // namespace

void add_race_warnings(
    const vm::Machine& machine, const RaceLog& log,
    const std::function<std::optional<std::vector<verdict::Move>>(std::span<const vm::Word>)>& stem_to,
    verdict::Claims& claims) {
  using Line = std::pair<std::string, std::uint32_t>;
  std::map<std::tuple<Line, Line, std::string>, verdict::Warning> found;
  for (const Race& race : log.races()) {
    verdict::Warning w = warning(machine, race);
    const auto key =
        std::tuple(Line(w.first.at.file, w.first.at.line), Line(w.second.at.file, w.second.at.line), w.variable);
    if (found.contains(key)) continue;
    auto stem = stem_to(race.from);
    if (!stem) continue;
    w.stem = std::move(*stem);
    w.stem.insert(w.stem.end(), race.moves.begin(), race.moves.end());
    found.emplace(key, std::move(w));
  }
  for (auto& [key, w] : found)
    if (claims.warnings.size() < most_warnings)
      claims.warnings.push_back(std::move(w));
    else
      ++claims.more_warnings;
}

}  // namespace fermata::engine::explore
