// SPDX-License-Identifier: Apache-2.0
#include "explain/left_waiting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "explain/diagnosis.h"
#include "explain/trace.h"
#include "vm/follow.h"

namespace fermata::explain {

std::optional<verdict::Note> left_waiting(vm::Machine& machine, const verdict::Run& run) {
  if (run.stem.empty()) return std::nullopt;
  verdict::Run before = run;
  const verdict::Move last = before.stem.back();
  before.stem.pop_back();
  const auto told = trace(machine, before);
  vm::Step step;
  if (!told || !vm::take(machine, told->end, last.thread, last.choices, step, last.times) ||
      step.outcome != vm::Step::Outcome::moved || !vm::Machine::ended(step.target))
    return std::nullopt;
  std::vector<std::string> waits;
  verdict::Note note;
  std::string who;
  for (const verdict::Standing& s : standings(machine, *told)) {
    if (s.thread == last.thread)
      note.at = s.at, who = s.who;
    else if (!s.waits_for.empty())
      waits.push_back(fmt::format("'{}' waited for {}", s.who, s.waits_for));
  }
  if (waits.empty()) return std::nullopt;
  constexpr std::size_t most = 3;
  const std::size_t more = waits.size() > most ? waits.size() - most : 0;
  waits.resize(waits.size() - more);
  std::string all = fmt::format("{}", fmt::join(waits, ", "));
  if (more) all += fmt::format(", and {} more threads waited", more);
  note.text = last.thread == main_thread ? fmt::format("main ended while {}; the process ended with it", all)
                                         : fmt::format("'{}' ended the process while {}", who, all);
  return note;
}

}  // namespace fermata::explain
