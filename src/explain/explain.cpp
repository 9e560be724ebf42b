// SPDX-License-Identifier: Apache-2.0
#include "explain/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/require.h"
#include "explain/diagnosis.h"
#include "explain/nontermination.h"
#include "explain/ownership_violation.h"
#include "explain/point_of_no_return.h"
#include "explain/relevance.h"
#include "explain/trace.h"
#include "ir/events.h"
#include "verdict/kinds.h"

namespace fermata::explain {

namespace {

using verdict::Property;

bool is_of(std::string_view kind, Property property) {
  const verdict::Kind* known = verdict::kind_named(kind);
  return known && known->property == property;
}

bool leads_to_violation(const Trace& trace, const verdict::Violation& violation) {
  if ((violation.property == Property::safety) != trace.failure.has_value()) return false;
  return violation.property == Property::safety || !vm::Machine::ended(trace.end);
}

/// The sections, each with the thread that is in it in this state; nothing if one is not open there. A critical section
/// is the same whoever is in it, so a run may name a thread that was in it on another way.
std::optional<std::vector<SectionInstance>> open_in(const vm::Machine& machine, const State& state,
                                                    std::span<const SectionInstance> sections) {
  const std::vector<SectionInstance> open = machine.open_sections(state);
  std::vector<SectionInstance> found;
  for (const SectionInstance& s : sections) {
    const auto here = std::ranges::find(open, s);
    if (here == open.end()) return std::nullopt;
    found.push_back(*here);
  }
  return found;
}

/// " ('worker#1', in 'run')": of which thread it is the handle that is gone. Empty, if the run has not failed so.
std::string whose(const Trace& trace) {
  if (!trace.failure->text.starts_with("std::terminate was called: ") || trace.stem.empty()) return {};
  const auto gone = [&](const LoggedEvent& l) {
    const bool of_handle = l.what.verb == ir::Verb::destroy_handle || l.what.verb == ir::Verb::assign_to_handle;
    return of_handle && l.what.thread == trace.stem.back().thread;
  };
  const auto last = std::ranges::find_if(trace.log.rbegin(), trace.log.rend(), gone);
  if (last == trace.log.rend()) return {};
  const auto thread = static_cast<std::size_t>(last->what.object);
  std::string text = thread < trace.names.size() ? fmt::format("'{}'", trace.names[thread]) : "a thread";
  if (const auto frames = user_frames(*trace.failure); !frames.empty())
    text += fmt::format(", in '{}'", frames.front().function);
  return fmt::format(" ({})", text);
}

/// Nothing of the user's is being called: what fails or waits is the destructor of a static variable of a library's
/// type, or something else that is done when the process ends.
void note_the_end_of_main(const Trace& trace, verdict::Explanation& explanation) {
  const bool has_lines =
      std::ranges::any_of(trace.stem, [](const verdict::Step& s) { return s.thread == ThreadId{} && s.at.line != 0; });
  if (explanation.at.line != 0 || !has_lines || explanation.threads.empty()) return;
  const verdict::ThreadStatus& main = explanation.threads.front();
  const bool fails = trace.failure && trace.stem.back().thread == main.id;
  if (!fails && (main.status != verdict::ThreadStatus::Kind::blocked || main.at.line != 0)) return;
  explanation.notes.insert(
      explanation.notes.begin(),
      {{}, "main has returned, or exit was called: static variables are destroyed, and other threads still run"});
  if (!fails) return;
  for (const verdict::ThreadStatus& t : explanation.threads)
    if (t.status == verdict::ThreadStatus::Kind::blocked && t.id != main.id)
      explanation.notes.push_back({t.at, fmt::format("'{}' waits for {}", t.name, t.waits_for)});
}

}  // namespace

std::optional<verdict::Explanation> explain(vm::Machine& machine, vm::Machine* original,
                                            const verdict::Violation& violation, bool daemon, const Search& search,
                                            const Stop& stop) {
  const vm::ScopedLimits heed(machine, stop);
  std::optional<vm::ScopedLimits> heed_there;
  if (original) heed_there.emplace(*original, stop);
  const auto told =
      trace(machine, violation.run, original, [&](const Trace& so_far) { return standings(machine, so_far); });
  if (!told || !leads_to_violation(*told, violation)) return std::nullopt;
  const bool termination = violation.property == Property::termination;
  const bool by_loop = termination && violation.fairness != verdict::Fairness::inescapable;
  if (by_loop && violation.run.loop.empty()) return std::nullopt;

  verdict::Explanation explanation;
  explanation.stem = told->stem;
  explanation.loop = told->loop;
  explanation.output = told->output;
  mark_relevant(machine, *told, explanation.stem);
  describe_threads(machine, *told, daemon && violation.property == Property::hang, explanation);
  if (violation.property == Property::safety) {
    explanation.kind = told->failure->kind;
    explanation.message = told->failure->text + whose(*told);
    explanation.at = told->failure->at;
    if (explanation.kind == vm::ownership_violation)
      diagnose_ownership_violation(machine, *told, violation.run, explanation);
  } else if (by_loop) {
    diagnose_nontermination(machine, *told, violation.run, search, explanation);
  } else {
    const bool may_go_on = daemon && !termination;
    const auto stuck = open_in(machine, told->end, violation.run.unending);
    if (!stuck) return std::nullopt;
    const auto roots = diagnose_hang(machine, *told, *stuck, may_go_on, explanation);
    if (!may_go_on)
      mark_point_of_no_return(machine, violation.run, roots, near_their_condition(*told, roots), search,
                              Stop(Stop::Half::of, stop), explanation);
  }
  note_the_end_of_main(*told, explanation);
  FERMATA_REQUIRE(explanation.kind.empty() || verdict::kind_named(explanation.kind),
                  "each kind is in the table of kinds");
  return explanation;
}

verdict::Violation remembered(Property property, std::string_view kind, verdict::Run run) {
  verdict::Violation violation{.property = property, .run = std::move(run)};
  if (property == Property::termination && !is_of(kind, Property::termination))
    violation.fairness = verdict::Fairness::inescapable;
  return violation;
}

void name_threads(vm::Machine& machine, verdict::Warning& race) {
  const auto told = trace(machine, {.stem = race.stem, .loop = {}, .unending = {}, .heap = race.heap});
  FERMATA_REQUIRE(told, "the machine follows a run that was confirmed");
  for (auto* side : {&race.first, &race.second}) side->who = told->names[index(side->thread)];
}

}  // namespace fermata::explain
