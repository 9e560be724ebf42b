// SPDX-License-Identifier: Apache-2.0
#include "portfolio/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>

#include "base/require.h"
#include "confirm/advancing.h"
#include "confirm/race.h"
#include "confirm/replay.h"
#include "engine/explore/afterwards.h"
#include "engine/explore/explore.h"

namespace fermata::portfolio {

namespace {

using verdict::Answer;
using verdict::Property;

vm::Options machine_options(const Options& options) {
  return {.spurious_wakeups = options.spurious_wakeups,
          .spurious_failures = options.spurious_failures,
          .timeouts = static_cast<vm::Options::Timeouts>(options.timeouts)};
}

engine::explore::Options explore_options(const Options& options) {
  auto asked = [&](Property p) { return std::ranges::find(options.properties, p) != options.properties.end(); };
  return {.hang = asked(Property::hang),
          .safety = asked(Property::safety),
          .termination = asked(Property::termination),
          .fairness = options.fairness,
          .daemon = options.daemon,
          .exhaustive = options.exhaustive,
          .transactions = options.transactions,
          .explain_reduction = options.explain_reduction,
          .ahead = {.threads = options.threads},
          .believes = {},
          .rules = {},
          .machine = machine_options(options)};
}

/// `fair`: the answer depends on what the scheduler promises.
std::vector<std::string> assumptions(const Options& options, bool fair) {
  constexpr const char* promises[] = {"the scheduler may be unfair",
                                      "a thread that can move all the time does move (weak fairness)",
                                      "a thread that can move again and again does move (strong fairness)"};
  constexpr const char* timeouts[] = {"timed waits may or may not time out", "timed waits never time out",
                                      "timed waits always time out"};
  std::vector<std::string> list{"sequential consistency", "every access to memory happens as it is written",
                                options.spurious_wakeups ? "spurious wakeups happen" : "no spurious wakeups",
                                timeouts[static_cast<std::size_t>(options.timeouts)]};
  if (options.spurious_failures) list.emplace_back("try_lock and weak compare-exchange may fail spuriously");
  if (options.daemon) list.emplace_back("the process need not end");
  if (fair) list.emplace_back(promises[static_cast<std::size_t>(options.fairness)]);
  return list;
}

/// What can follow the run was too much for confirm: it is explored like any program of that size, in transactions.
confirm::Answer look_afterwards(const ir::Program& program, const Options& options, const Stop& stop,
                                verdict::Finding& finding) {
  using Answer = engine::explore::Afterwards::Answer;
  const bool daemon = options.daemon && finding.property == Property::hang;
  const auto after =
      engine::explore::look_afterwards(program, explore_options(options), finding.run,
                                       daemon ? std::span(finding.run.unending) : std::span<verdict::Unending>(), stop);
  switch (after.answer) {
    case Answer::can_end: return {confirm::Outcome::refuted, "it can still end"};
    case Answer::unknown: return {confirm::Outcome::stopped, after.why};
    case Answer::cannot_end: break;
  }
  finding.notes.push_back(
      {finding.at, fmt::format("whatever follows, it does not end: seen on {} states, in transactions", after.states)});
  std::optional<verdict::Fairness> fairness;
  if (finding.property == Property::termination) fairness = verdict::Fairness::inescapable;
  return {confirm::Outcome::confirmed, {}, fairness};
}

confirm::Answer confirmed(const ir::Program& program, const Options& options, const Stop& stop,
                          verdict::Finding& finding) try {
  const auto answer =
      confirm::replay(program, machine_options(options), options.daemon, finding, stop, options.fairness);
  return answer.outcome == confirm::Outcome::left_open ? look_afterwards(program, options, stop, finding) : answer;
} catch (const LimitReached& limit) {
  return {confirm::Outcome::stopped, limit.what()};
}

void confirm_finding(const ir::Program& program, const Options& options, const Stop& stop, verdict::Finding& finding) {
  if (finding.answer != Answer::violated) return;
  const auto answer = confirmed(program, options, stop, finding);
  if (answer.outcome == confirm::Outcome::refuted)
    throw InternalError(fmt::format("{} reports '{}' for property {}, but the replay disagrees: {}", finding.engine,
                                    finding.kind, verdict::name(finding.property), answer.why));
  finding.confirmed = answer.outcome == confirm::Outcome::confirmed;
  if (finding.confirmed) {
    finding.fairness = answer.fairness;  // what was seen, not what was claimed
  } else {
    finding.answer = Answer::unknown;
    finding.reason = "a violation was found, but " + answer.why + " before it was replayed";
  }
}

void confirm_warnings(const ir::Program& program, const vm::Options& machine, const Stop& stop,
                      verdict::Verdict& verdict) {
  std::erase_if(verdict.warnings, [&](const verdict::Warning& warning) {
    try {
      const auto answer = confirm::race(program, machine, warning, stop);
      if (answer == confirm::RaceAnswer::refuted)
        throw InternalError(fmt::format("a data race on '{}' is reported, but the replay disagrees", warning.variable));
      return answer == confirm::RaceAnswer::only_with_clock_that_goes_back;
    } catch (const LimitReached&) {
      ++verdict.more_warnings;
      return true;
    }
  });
}

}  // namespace

verdict::Verdict check(const ir::Program& program, const Options& options, const Stop& stop,
                       const std::function<void(const Progress&)>& progress) {
  const auto start = std::chrono::steady_clock::now();
  auto tell = [&](const engine::explore::Progress& p) {
    if (!progress) return;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    progress({p.states, p.transitions, p.frontier, seconds});
  };
  engine::explore::Options how = explore_options(options);
  const Stop overtime(Stop::Overtime::of, stop);  // the search may have used up all it had
  how.believes = [&](Property property, const verdict::Run& run) {
    return confirm::shows_with_advancing_clock(program, how.machine, options.daemon, property, run, overtime);
  };
  verdict::Verdict verdict = engine::explore::explore(program, how, stop, tell);
  for (verdict::Finding& finding : verdict.findings) confirm_finding(program, options, overtime, finding);
  if (verdict.failing) confirm_finding(program, options, overtime, *verdict.failing);
  if (verdict.failing && !verdict.failing->confirmed) verdict.failing.reset();
  confirm_warnings(program, how.machine, overtime, verdict);
  verdict.assumptions =
      assumptions(options, std::ranges::find(options.properties, Property::termination) != options.properties.end());
  if (verdict.time_repeats)
    verdict.assumptions.emplace_back("time is seen to pass a few times, then clocks begin anew");
  return verdict;
}

Result<verdict::Verdict> replay(const ir::Program& program, const Options& options, Property property, std::string kind,
                                const verdict::Run& run) {
  auto finding = engine::explore::retell(program, explore_options(options), property, kind, run);
  if (!finding)
    return std::unexpected(
        Error{"the program does not follow this run", "", "has the source changed since the run was written?"});
  finding->confirmed = false;
  const auto answer = confirmed(program, options, Stop(), *finding);
  if (answer.outcome != confirm::Outcome::confirmed)
    return std::unexpected(Error{"the run does not show a violation: " + answer.why, "",
                                 "has the source changed since the run was written?"});
  finding->confirmed = true;
  finding->fairness = answer.fairness;
  if (!kind.empty()) finding->kind = std::move(kind);
  verdict::Verdict verdict;
  verdict.findings.push_back(std::move(*finding));
  verdict.assumptions = assumptions(options, property == Property::termination);
  return verdict;
}

}  // namespace fermata::portfolio
