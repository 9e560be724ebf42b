// SPDX-License-Identifier: Apache-2.0
#include "portfolio/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

#include "base/require.h"
#include "confirm/advancing.h"
#include "confirm/race.h"
#include "engine/explore/can_terminate_from.h"
#include "engine/explore/explain_search.h"
#include "explain/explain.h"
#include "explain/left_waiting.h"
#include "explain/minimise.h"
#include "explain/unmodelled_calls.h"
#include "vm/follow.h"

namespace fermata::portfolio {

namespace {

using confirm::Outcome;
using verdict::Answer;
using verdict::Finding;
using verdict::Property;
using verdict::Violation;

Finding unknown(Property property, const std::string& why, std::string_view done) {
  Finding finding{.property = property};
  finding.reason = fmt::format("a violation was found, but {} before it was {}", why, done);
  return finding;
}

Finding violated(verdict::Explanation explanation, Violation violation, const confirm::Answer& seen) {
  Finding finding{.property = violation.property, .answer = Answer::violated, .confirmed = true};
  static_cast<verdict::Explanation&>(finding) = std::move(explanation);
  finding.fairness = seen.fairness;  // what was seen, not what was claimed
  finding.run = std::move(violation.run);
  return finding;
}

}  // namespace

Pipeline::Pipeline(vm::Machine& machine, vm::Machine* original, const Options& options, const Stop& stop)
    : machine_(machine),
      original_(original),
      machines_(machine, stop),
      options_(options),
      question_(options.question),
      stop_(stop),
      search_(engine::explore::explain_search(options.question.looked_for())) {
  if (original) originals_.emplace(*original, stop);
}

Finding Pipeline::finding(std::string_view engine, const verdict::Claim& claim) {
  if (const auto* violation = std::get_if<Violation>(&claim.what)) return finding(engine, *violation);
  Finding finding{.property = claim.property, .engine = std::string(engine)};
  if (const auto* holds = std::get_if<verdict::Holds>(&claim.what)) {
    if (holds->basis == verdict::Basis::certificate) {
      if (const confirm::Checked answer = checked(*holds); !answer.shown) {
        finding.reason = fmt::format("a proof was found, but it could not be confirmed: {}", answer.why);
        return finding;
      }
      finding.certificate = holds->certificate;
      finding.because = holds->because;
    }
    finding.answer = Answer::holds;
    finding.basis = holds->basis;
    finding.fairness = holds->fairness;
  } else {
    finding.reason = std::get<verdict::Unknown>(claim.what).reason;
  }
  return finding;
}

Finding Pipeline::safety(std::string_view engine, const verdict::Holds& holds) {
  Finding finding{.property = Property::safety, .engine = std::string(engine)};
  const confirm::Checked answer = checked(holds);
  if (!answer.safe) {
    finding.reason = fmt::format("{}; a run that fails counts as ended", answer.may_fail);
    return finding;
  }
  finding.answer = Answer::holds;
  finding.basis = holds.basis;
  finding.certificate = holds.certificate;
  return finding;
}

confirm::Checked Pipeline::checked(const verdict::Holds& holds) {
  FERMATA_REQUIRE(holds.certificate && holds.fairness, "whose basis is a certificate has one");
  if (!checked_before_ || checked_before_->certificate != *holds.certificate ||
      checked_before_->fairness != *holds.fairness)
    checked_before_ = {*holds.certificate, *holds.fairness,
                       confirm::check_certificate(machine_.program(), question_.semantics, *holds.fairness,
                                                  *holds.certificate, stop_)};
  return checked_before_->answer;
}

Finding Pipeline::finding(std::string_view engine, Violation violation) {
  Seen seen = confirmed(violation);
  if (seen.outcome == Outcome::refuted || seen.outcome == Outcome::only_clock)
    throw InternalError(fmt::format("{} reports a violation of property {}, but the replay disagrees: {}", engine,
                                    verdict::name(violation.property), seen.why));
  Finding result = unknown(violation.property, seen.why, "replayed");
  if (seen.outcome == Outcome::confirmed) try {
      shorten(violation, seen);
      auto explanation = explain::explain(machine_for(violation.run.heap), original_for(violation.run.heap), violation,
                                          question_.daemon, search_, stop_);
      FERMATA_REQUIRE(explanation, "a run that was confirmed can be told");
      FERMATA_REQUIRE(violation.property != Property::safety || explanation->kind == seen.failure,
                      "a run fails in the way that was confirmed");
      result = violated(std::move(*explanation), std::move(violation), seen);
      if (seen.explored)
        result.notes.push_back({result.at, fmt::format("whatever follows, it does not end: seen on {} states, in "
                                                       "transactions",
                                                       *seen.explored)});
    } catch (const LimitReached& limit) {
      result = unknown(result.property, limit.what(), "told");
    }
  result.engine = engine;
  return result;
}

Result<Finding> Pipeline::replayed(Property property, const std::string& kind, const verdict::Run& run) {
  auto refuse = [](std::string what) {
    return std::unexpected(Error{std::move(what), "", "has the source changed since the run was written?"});
  };
  Violation violation = explain::remembered(property, kind, run);
  const Seen seen = confirmed(violation);
  if (seen.outcome != Outcome::confirmed) return refuse("the run does not show a violation: " + seen.why);
  auto explanation =
      explain::explain(machine_for(run.heap), original_for(run.heap), violation, question_.daemon, search_, stop_);
  if (!explanation)
    return refuse(
        "the run does not lead to what it says: a loop is missing, or a section that is said to be stuck is not open");
  // These were lost wakeups, too, when the first run files were written.
  const bool told_apart_since =
      kind == "lost-wakeup" && (explanation->kind == "never-signalled" || explanation->kind == "leaked-unit");
  if (explanation->kind != kind && !told_apart_since)
    return refuse(fmt::format("the run shows '{}', and not '{}' as it says", explanation->kind, kind));
  Finding finding = violated(std::move(*explanation), std::move(violation), seen);
  finding.engine = "replay";
  return finding;
}

void Pipeline::add_left_waiting(const verdict::Run& run, verdict::Verdict& verdict) try {
  vm::Machine& machine = machine_for(run.heap);
  const vm::ScopedLimits heed(machine, stop_);
  if (auto note = explain::left_waiting(machine, run)) verdict.notes.push_back(std::move(*note));
} catch (const LimitReached&) {
  // It is no violation.
}

void Pipeline::add_unmodelled_calls(verdict::Verdict& verdict) const {
  for (verdict::Unmodelled& call : explain::unmodelled_calls(machine_.program())) {
    const bool known = call.what == verdict.unmodelled->what ||
                       std::ranges::find(verdict.more_unmodelled, call.what, &verdict::Unmodelled::what) !=
                           verdict.more_unmodelled.end();
    if (!known) verdict.more_unmodelled.push_back(std::move(call));
  }
}

void Pipeline::add_warnings(std::vector<verdict::Warning> warnings, verdict::Verdict& verdict) {
  for (verdict::Warning& warning : warnings) try {
      const auto answer = confirm::race(machine_, warning, stop_);
      if (answer == confirm::RaceAnswer::refuted)
        throw InternalError(fmt::format("a data race on '{}' is reported, but the replay disagrees", warning.variable));
      if (answer == confirm::RaceAnswer::only_with_clock_that_goes_back) continue;
      vm::Machine& machine = machine_for(warning.heap);
      const vm::ScopedLimits heed(machine, stop_);
      explain::name_threads(machine, warning);
      verdict.warnings.push_back(std::move(warning));
    } catch (const LimitReached&) {
      ++verdict.more_warnings;
    }
}

/// What confirm leaves open, since too much can follow the run, is explored like any program of that size.
Pipeline::Seen Pipeline::confirmed(const Violation& violation) try {
  Seen seen{confirm::replay(machine_, original_, question_, violation, stop_)};
  return seen.outcome == Outcome::left_open ? explored(violation) : seen;
} catch (const LimitReached& limit) {
  return {{Outcome::stopped, limit.what()}};
}

Pipeline::Seen Pipeline::explored(const Violation& violation) {
  using engine::explore::CanTerminate;
  vm::Machine& machine = machine_for(violation.run.heap);
  const vm::ScopedLimits heed(machine, stop_);
  const auto end = vm::follow(machine, machine.initial(), violation.run.stem);
  FERMATA_REQUIRE(end, "the run has been replayed");
  const bool sections = question_.daemon && violation.property == Property::hang;
  const CanTerminate found = engine::explore::can_terminate_from(
      machine, *end, sections ? std::span(violation.run.unending) : std::span<const SectionInstance>(),
      {.ahead = options_.explore.ahead, .rules = options_.explore.rules}, stop_);
  switch (found.answer) {
    case CanTerminate::Answer::yes: return {{Outcome::refuted, "it can still end"}};
    case CanTerminate::Answer::unknown: return {{Outcome::stopped, found.why}};
    case CanTerminate::Answer::no: break;
  }
  std::optional<verdict::Fairness> fairness;
  if (violation.property == Property::termination) fairness = verdict::Fairness::inescapable;
  return {{Outcome::confirmed, {}, fairness}, found.states};
}

/// A shorter run is taken only if it is confirmed, too.
void Pipeline::shorten(Violation& violation, Seen& seen) try {
  Violation shorter = violation;
  explain::minimise(machine_for(violation.run.heap), shorter, question_.daemon, search_, Stop(Stop::Half::of, stop_));
  if (shorter.run == violation.run) return;
  // What follows the same end was looked at before, and that can be much.
  const bool same_end =
      violation.property != Property::safety && confirm::same_end(machine_, violation.run, shorter.run, stop_);
  if (same_end &&
      confirm::shows_with_advancing_clock(machine_, question_.daemon, shorter.property, shorter.run, stop_)) {
    violation = std::move(shorter);
    return;
  }
  Seen again = confirmed(shorter);
  if (again.outcome == Outcome::refuted)
    throw InternalError(fmt::format("a run was minimised, and does not violate property {} any more: {}",
                                    verdict::name(violation.property), again.why));
  if (again.outcome != Outcome::confirmed) return;
  violation = std::move(shorter);
  seen = std::move(again);
} catch (const LimitReached&) {
  // The run stays as long as it is.
}

vm::Machine& Pipeline::Machines::with(const HeapRules& heap) {
  if (machine_.options().heap == heap) return machine_;
  const auto known = std::ranges::find(others_, heap, [](const auto& m) { return m->options().heap; });
  if (known != others_.end()) return **known;
  vm::Options how = machine_.options();
  how.heap = heap;
  return *others_.emplace_back(std::make_unique<vm::Machine>(machine_, how, stop_));
}

}  // namespace fermata::portfolio
