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
  if (known != findings_.end() && known->second.answer == Answer::violated) return;
  add(engine, pipeline_.finding(engine.name, claim));
  add_safety(engine, claim);
}

void Answers::add(const Engine& engine, Finding finding) {
  const auto known = findings_.find(finding.property);
  if (known == findings_.end()) {
    findings_.emplace(finding.property, std::move(finding));
    return;
  }
  Finding& before = known->second;
  if (before.answer == Answer::violated) return;
  if (before.answer == Answer::holds) {
    if (finding.answer != Answer::violated) return;
    throw InternalError(fmt::format("{} says that property {} holds, and {} has a run that violates it", before.engine,
                                    verdict::name(finding.property), engine.name));
  }
  if (finding.answer == Answer::unknown)  // no engine knows, each for its own reason
    before.reason += fmt::format("; {}: {}", engine.name, finding.reason);
  else
    before = std::move(finding);
}

void Answers::add_safety(const Engine& engine, const verdict::Claim& claim) {
  const auto* holds = std::get_if<verdict::Holds>(&claim.what);
  if (!holds || holds->basis != verdict::Basis::certificate || claim.property == Property::safety) return;
  if (findings_.at(claim.property).basis != verdict::Basis::certificate) return;  // it could not be confirmed
  Finding safety = pipeline_.safety(engine.name, *holds);
  auto& besides = verdict_.safety_besides;
  if (options_.question.asks(Property::safety)) {
    const auto known = findings_.find(Property::safety);
    const bool said = known != findings_.end() && safety.answer == Answer::unknown &&
                      known->second.reason.ends_with(safety.reason);  // of another property with the same certificate
    if (!said) add(engine, std::move(safety));
  } else if (!besides || besides->answer == Answer::unknown) {
    besides = std::move(safety);
  }
}

/// A proof shows that no run comes to what is not modelled: the exploration has met an input of too many values.
void Answers::forget_unmodelled_if_proved() {
  const auto proved = [](const Finding& f) { return f.basis == verdict::Basis::certificate; };
  if (!verdict_.unmodelled || std::ranges::none_of(verdict_.findings, proved)) return;
  for (Finding& finding : verdict_.findings)
    if (finding.answer == Answer::unknown && !verdict_.unmodelled->hint.empty())
      finding.reason += "; " + verdict_.unmodelled->hint;
  verdict_.unmodelled.reset(), verdict_.more_unmodelled.clear();
}

verdict::Verdict Answers::verdict() {
  for (Property property : in_order_of_report) {
    if (!options_.question.asks(property)) continue;
    Finding finding{.property = property};
    if (const auto found = findings_.find(property); found != findings_.end())
      finding = std::move(found->second);
    else
      finding.reason = options_.engine == "auto" ? "no engine answers this"
                       : options_.engine == "prove"
                           ? "a proof shows this only besides termination or hang, and none of "
                             "them was proved"
                           : fmt::format("--engine {} does not answer this", options_.engine);
    verdict_.findings.push_back(std::move(finding));
  }
  if (verdict_.failing) verdict_.safety_besides.reset();
  forget_unmodelled_if_proved();
  if (verdict_.unmodelled) pipeline_.add_unmodelled_calls(verdict_);
  // One who has found a violation has not met what ended the search of the other.
  if (overall(verdict_) == Answer::violated)
    verdict_.unmodelled.reset(), verdict_.more_unmodelled.clear(), verdict_.explosion.reset(), verdict_.notes.clear();
  return std::move(verdict_);
}

}  // namespace fermata::portfolio
