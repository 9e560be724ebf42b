// SPDX-License-Identifier: Apache-2.0
#include "portfolio/ask_bounded.h"

#include <fmt/format.h>

#include <chrono>
#include <expected>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/require.h"
#include "concretise/follow_automata.h"
#include "engine/bounded/search.h"
#include "model/lift.h"

namespace fermata::portfolio {

namespace {

using Clock = std::chrono::steady_clock;
using verdict::Claims;
using verdict::Property;
using verdict::Run;
using verdict::Unknown;
using verdict::Violation;
namespace bounded = engine::bounded;

Claims unknown(const verdict::Question& question, const std::string& reason) {
  Claims claims;
  for (Property property : question.properties) claims.claims.push_back({property, Unknown{reason}});
  return claims;
}

/// "2 rounds", and of a lasso: "2 and 3 rounds", if it has more or fewer of them in its loop.
std::string bounds_text(const bounded::Bounds& bounds, bool lasso) {
  const bool two = lasso && bounds.loop != bounds.stem;
  return fmt::format("{}{} round{} of at most {} steps of each thread", bounds.stem,
                     two ? fmt::format(" and {}", bounds.loop) : "", bounds.stem == 1 && !two ? "" : "s", bounds.steps);
}

/// `alone`: nobody else says which limit it was.
std::string nothing_text(const bounded::Result& result, Property property, bool alone = true) {
  const std::string_view what = property == Property::hang ? "no deadlock was found" : "no run without end was found";
  if (result.excluded == bounded::Bounds())
    return result.stopped ? *result.stopped : fmt::format("{} before the search ended at a run without end", what);
  const std::string within =
      fmt::format("{} within {}", what, bounds_text(result.excluded, property == Property::termination));
  return result.stopped && alone ? fmt::format("{}; {}", within, *result.stopped) : within;
}

/// A place behind which nothing was looked at, if there is one.
std::string not_understood(const model::ThreadSystem& system, const ir::Program& program) {
  for (const model::Location& location : system.locations) {
    if (location.kind != model::Location::Kind::refused && location.kind != model::Location::Kind::unmodelled) continue;
    const ir::SourcePosition& at = program[location.at];
    const std::string where = at.line == 0 ? "" : fmt::format(" ({}:{})", at.file, at.line);
    return fmt::format("; what may follow this was not looked at: {}{}", location.what, where);
  }
  return "";
}

std::string told(const bounded::Looked& looked) {
  const bool lasso = looked.what == bounded::Looked::For::lasso;
  if (looked.anywhere) {
    bounded::Bounds loop = looked.bounds;
    loop.stem = loop.loop;
    return fmt::format("{} {}{}, {}: {} variables, {} clauses, {:.2f} s", looked.found ? "perhaps a" : "no",
                       lasso ? "lasso in " : "deadlock", lasso ? bounds_text(loop, false) : "",
                       lasso ? "wherever it begins" : "however long it takes", looked.size.variables,
                       looked.size.clauses, looked.seconds);
  }
  return fmt::format("{} {} in {}: {} variables, {} clauses, {:.2f} s", looked.found ? "a" : "no",
                     lasso ? "lasso" : "deadlock", bounds_text(looked.bounds, lasso), looked.size.variables,
                     looked.size.clauses, looked.seconds);
}

template <class T>
T followed(std::expected<T, concretise::Disagreement> run) {
  if (!run) throw InternalError("the machine does not follow what the bounded engine has found: " + run.error().what);
  return std::move(*run);
}

/// What a deadlock says about each property.
void claim_deadlock(const Task& task, Run run, Claims& claims) {
  std::erase_if(run.unending, [&](const SectionInstance& s) { return !task.question.looked_for().contains(s.kind); });
  for (Property property : task.question.properties) {
    verdict::Claim claim{property, Unknown{"a deadlock was found, but nothing that has to end is open in it"}};
    if (!task.accept(property, run))
      claim.what = Unknown{"a deadlock was found, but only with a clock that goes back"};
    else if (property == Property::termination)
      claim.what = Violation{property, run, verdict::Fairness::inescapable};
    else if (!task.question.daemon || !run.unending.empty())
      claim.what = Violation{property, run};
    claims.claims.push_back(std::move(claim));
  }
}

/// A lasso violates `termination`, if its run shows that; whether the process could still end is not known.
void claim_lasso(const Task& task, const std::expected<Run, std::string>& run, const bounded::Result& result,
                 Claims& claims) {
  for (Property property : task.question.properties) {
    verdict::Claim claim{property, Unknown{nothing_text(result, property)}};
    if (property == Property::termination && run)
      claim.what = Violation{property, *run, task.question.fairness};
    else if (property == Property::termination)
      claim.what = Unknown{run.error()};
    claims.claims.push_back(std::move(claim));
  }
}

Claims claimed(const Task& task, const model::ThreadSystem& system, const bounded::Options& options,
               const std::function<void(const bounded::Looked&)>& tell) {
  std::optional<verdict::Fairness> lassos;
  if (task.question.asks(Property::termination)) lassos = task.question.fairness;
  const bounded::Result result = bounded::search(system, lassos, options, task.stop, tell);
  const bool alone = task.options.engine != "auto";
  Claims claims;
  if (const auto* deadlock = std::get_if<bounded::Deadlock>(&result.found)) {
    claim_deadlock(task, followed(concretise::deadlock_run(task.machine, system, deadlock->run, task.stop)), claims);
  } else if (const auto* lasso = std::get_if<bounded::FairLasso>(&result.found)) {
    const auto run = followed(concretise::lasso_run(task.machine, system, lasso->stem, lasso->loop, task.stop));
    const bool accepted = run && task.accept(Property::termination, *run);
    if (run && !accepted && !options.rules.time_passes) {
      // It looks at a clock that stands still. With one that does not there may be another.
      bounded::Options in_time = options;
      in_time.rules.time_passes = true;
      return claimed(task, system, in_time, tell);
    }
    if (accepted)
      claim_lasso(task, *run, result, claims);
    else
      claim_lasso(task,
                  std::unexpected<std::string>(run ? "a lasso was found, but only with a clock that goes back"
                                                   : "a lasso was found, but the machine does not come back to the "
                                                     "same state in it"),
                  result, claims);
  } else {
    for (Property property : task.question.properties)
      claims.claims.push_back(
          {property, Unknown{nothing_text(result, property, alone) + not_understood(system, task.program)}});
  }
  return claims;
}

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Makes automata of the threads and asks about them.
Claims lift_and_ask(const Task& task, Clock::time_point begin) try {
  const auto tell = [&](std::string text) {
    if (task.progress) task.progress({.seconds = seconds_since(begin), .text = std::move(text)});
  };
  const auto system = model::lift(task.program, {.semantics = task.question.semantics}, task.stop);
  if (!system) {
    const auto* stopped = std::get_if<Stopped>(&system.error());
    return unknown(task.question, fmt::format("the threads could not be made automata: {}",
                                              stopped ? stopped->reason : std::get<Error>(system.error()).what));
  }
  tell(fmt::format("{} automata: {} locations, {} edges, {} variables, {:.2f} s", system->threads.size(),
                   system->locations.size(), system->edges.size(), system->variables.size(), seconds_since(begin)));
  return claimed(task, *system, task.options.bounded, [&](const bounded::Looked& l) { tell(told(l)); });
} catch (const LimitReached& limit) {
  return unknown(task.question, limit.what());
} catch (const std::bad_alloc&) {
  return unknown(task.question, "there was not enough memory");
}

}  // namespace

Claims ask_bounded(const Task& task) {
  const auto begin = Clock::now();
  Claims claims = lift_and_ask(task, begin);
  claims.statistics.seconds = seconds_since(begin);
  claims.statistics.peak_rss_bytes = peak_resident_bytes();
  return claims;
}

}  // namespace fermata::portfolio
