// SPDX-License-Identifier: Apache-2.0
#include "portfolio/check.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "confirm/advancing.h"
#include "portfolio/pipeline.h"

namespace fermata::portfolio {

namespace {

using verdict::Answer;
using verdict::Finding;
using verdict::Property;

/// `fair`: the answer depends on what the scheduler promises.
std::vector<std::string> assumptions(const verdict::Question& question, bool fair) {
  constexpr const char* promises[] = {"the scheduler may be unfair",
                                      "a thread that can move all the time does move (weak fairness)",
                                      "a thread that can move again and again does move (strong fairness)"};
  constexpr const char* timeouts[] = {"timed waits may or may not time out", "timed waits never time out",
                                      "timed waits always time out"};
  const Semantics& semantics = question.semantics;
  std::vector<std::string> list{"sequential consistency", "every access to memory happens as it is written",
                                semantics.spurious_wakeups ? "spurious wakeups happen" : "no spurious wakeups",
                                timeouts[static_cast<std::size_t>(semantics.timeouts)]};
  if (semantics.spurious_failures) list.emplace_back("try_lock and weak compare-exchange may fail spuriously");
  if (question.daemon) list.emplace_back("the process need not end");
  if (fair) list.emplace_back(promises[static_cast<std::size_t>(question.fairness)]);
  return list;
}

vm::Options machine_options(const verdict::Question& question) { return {.semantics = question.semantics}; }

/// Properties in the order in which they are reported.
constexpr Property all_properties[] = {Property::hang, Property::safety, Property::termination};

}  // namespace

verdict::Verdict check_with(std::span<const Engine> engines, const ir::Program& program, const Options& options,
                            const Stop& stop, const std::function<void(const Progress&)>& progress) {
  vm::Machine machine(program, machine_options(options.question), stop);
  const Stop overtime(Stop::Overtime::of, stop);  // an engine may have used up all it had
  Pipeline pipeline(machine, options, overtime);
  const std::function<bool(Property, const verdict::Run&)> accept = [&](Property property, const verdict::Run& run) {
    return confirm::shows_with_advancing_clock(machine, options.question.daemon, property, run, overtime);
  };

  verdict::Verdict verdict;
  std::map<Property, Finding> findings;
  for (const Engine& engine : engines) {
    if (options.engine != "auto" && options.engine != engine.name) continue;
    verdict::Question question = options.question;
    std::erase_if(question.properties, [&](Property p) {
      return !engine.answers(p) || (findings.contains(p) && findings[p].answer != Answer::unknown);
    });
    if (question.properties.empty()) continue;
    verdict::Claims claims = engine.ask({program, machine, question, options, accept, stop, progress});
    malloc_trim(0);  // limits are about the resident set, and what the engine has freed should not count as used
    for (const verdict::Claim& claim : claims.claims) {
      Finding finding = pipeline.finding(engine.name, claim);
      const auto [known, fresh] = findings.try_emplace(claim.property, finding);
      if (fresh) continue;
      if (finding.answer == Answer::unknown)  // no engine knows, each for its own reason
        known->second.reason += fmt::format("; {}: {}", engine.name, finding.reason);
      else
        known->second = std::move(finding);
    }
    if (claims.failing) {
      Finding failing = pipeline.finding(engine.name, std::move(*claims.failing));
      if (failing.confirmed) verdict.failing = std::move(failing);
    }
    pipeline.add_warnings(std::move(claims.warnings), verdict);
    verdict.more_warnings += claims.more_warnings;
    verdict.all_races |= claims.all_races;
    verdict.time_repeats |= claims.time_repeats;
    if (claims.unmodelled) verdict.unmodelled = std::move(claims.unmodelled);
    if (claims.explosion) verdict.explosion = std::move(claims.explosion);
    std::ranges::move(claims.protections, std::back_inserter(verdict.protections));
    claims.statistics.engine = engine.name;
    verdict.statistics.push_back(std::move(claims.statistics));
  }
  for (Property property : all_properties)
    if (options.question.asks(property)) {
      auto found = findings.find(property);
      Finding finding = found != findings.end() ? std::move(found->second) : Finding{.property = property};
      if (found == findings.end()) finding.reason = "no engine answers this";
      verdict.findings.push_back(std::move(finding));
    }
  verdict.assumptions = assumptions(options.question, options.question.asks(Property::termination));
  if (verdict.time_repeats)
    verdict.assumptions.emplace_back("time is seen to pass a few times, then clocks begin anew");
  return verdict;
}

verdict::Verdict check(const ir::Program& program, const Options& options, const Stop& stop,
                       const std::function<void(const Progress&)>& progress) {
  return check_with(engines(), program, options, stop, progress);
}

Result<verdict::Verdict> replay(const ir::Program& program, const Options& options, Property property,
                                const std::string& kind, const verdict::Run& run) {
  const Stop unlimited;
  vm::Machine machine(program, machine_options(options.question), unlimited);
  auto finding = Pipeline(machine, options, unlimited).replayed(property, kind, run);
  if (!finding) return std::unexpected(finding.error());
  verdict::Verdict verdict;
  verdict.findings.push_back(std::move(*finding));
  verdict.assumptions = assumptions(options.question, property == Property::termination);
  return verdict;
}

}  // namespace fermata::portfolio
