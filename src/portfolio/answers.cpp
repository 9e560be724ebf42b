// SPDX-License-Identifier: Apache-2.0
#include "portfolio/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "base/require.h"

namespace fermata::portfolio {

using verdict::Answer;
using verdict::Finding;
using verdict::Property;

namespace {

constexpr Property in_order_of_report[] = {Property::hang, Property::safety, Property::termination};

}  // namespace

verdict::Question Answers::open(const Engine& engine) const {
  verdict::Question question = options_.question;
  std::erase_if(question.properties, [&](Property p) {
    const auto known = findings_.find(p);
    return !engine.answers(p) || (known != findings_.end() && known->second.answer != Answer::unknown);
  });
  return question;
}

void Answers::add(const Engine& engine, verdict::Claims claims) {
  for (const verdict::Claim& claim : claims.claims) add(engine, claim);
  if (claims.failing) {
    Finding failing = pipeline_.finding(engine.name, std::move(*claims.failing));
    if (failing.confirmed) verdict_.failing = std::move(failing);
  }
  if (claims.left_waiting) pipeline_.add_left_waiting(*claims.left_waiting, verdict_);
  pipeline_.add_warnings(std::move(claims.warnings), verdict_);
  verdict_.more_warnings += claims.more_warnings;
  verdict_.all_races |= claims.all_races;
  verdict_.time_repeats |= claims.time_repeats;
  if (claims.unmodelled) {
    verdict_.unmodelled = std::move(claims.unmodelled);
    verdict_.more_unmodelled = std::move(claims.more_unmodelled);
  }
  if (claims.explosion) verdict_.explosion = std::move(claims.explosion);
  std::ranges::move(claims.protections, std::back_inserter(verdict_.protections));
  claims.statistics.engine = engine.name;
  verdict_.statistics.push_back(std::move(claims.statistics));
}

void Answers::add(const Engine& engine, const verdict::Claim& claim) {
  const auto known = findings_.find(claim.property);
  if (known == findings_.end()) {
    findings_.emplace(claim.property, pipeline_.finding(engine.name, claim));
    return;
  }
  Finding& before = known->second;
  if (before.answer == Answer::violated) return;
  Finding finding = pipeline_.finding(engine.name, claim);
  if (before.answer == Answer::holds) {
    if (finding.answer != Answer::violated) return;
    throw InternalError(fmt::format("{} says that property {} holds, and {} has a run that violates it", before.engine,
                                    verdict::name(claim.property), engine.name));
  }
  if (finding.answer == Answer::unknown)  // no engine knows, each for its own reason
    before.reason += fmt::format("; {}: {}", engine.name, finding.reason);
  else
    before = std::move(finding);
}

verdict::Verdict Answers::verdict() {
  for (Property property : in_order_of_report) {
    if (!options_.question.asks(property)) continue;
    Finding finding{.property = property};
    if (const auto found = findings_.find(property); found != findings_.end())
      finding = std::move(found->second);
    else
      finding.reason = options_.engine == "auto" ? "no engine answers this"
                                                 : fmt::format("--engine {} does not answer this", options_.engine);
    verdict_.findings.push_back(std::move(finding));
  }
  if (verdict_.unmodelled) pipeline_.add_unmodelled_calls(verdict_);
  // One who has found a violation has not met what ended the search of the other.
  if (overall(verdict_) == Answer::violated)
    verdict_.unmodelled.reset(), verdict_.more_unmodelled.clear(), verdict_.explosion.reset(), verdict_.notes.clear();
  return std::move(verdict_);
}

}  // namespace fermata::portfolio
