// SPDX-License-Identifier: Apache-2.0
#include "portfolio/ask_prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>
#include <variant>

#include "engine/prove/prove.h"
#include "ir/intrinsics.h"
#include "model/lift.h"

namespace fermata::portfolio {

namespace {

using Clock = std::chrono::steady_clock;
using verdict::Fairness;
using verdict::Holds;
using verdict::Property;
using verdict::Unknown;
namespace prove = engine::prove;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::variant<Holds, Unknown> claimed(const Task& task, const model::ThreadSystem& system, Fairness fairness) {
  auto result = prove::prove(task.program, system, fairness, task.options.prove, task.stop);
  if (const auto* resisted = std::get_if<prove::NotProved>(&result)) return Unknown{resisted->reason};
  auto& proof = std::get<prove::Proof>(result);
  return Holds{verdict::Basis::certificate, fairness, std::move(proof.certificate), std::move(proof.because)};
}

std::optional<std::string> refused(const Task& task) {
  if (task.question.daemon) return "a proof shows that the process ends, which it need not do here";
  if (ir::uses(task.program, ir::Intrinsic::time_repeats))
    return "the program looks at a clock, and a proof would see only a few moments";
  return std::nullopt;
}

void claim_all(const Task& task, verdict::Claims& claims, Clock::time_point begin) {
  const auto unknown = [&](const std::string& reason) {
    for (Property property : task.question.properties) claims.claims.push_back({property, Unknown{reason}});
  };
  if (const auto why = refused(task)) return unknown(*why);
  const auto system = model::lift(task.program, {.semantics = task.question.semantics, .open_inputs = true}, task.stop);
  if (!system) {
    const auto* stopped = std::get_if<Stopped>(&system.error());
    return unknown(fmt::format("the threads could not be made automata: {}",
                               stopped ? stopped->reason : std::get<Error>(system.error()).what));
  }
  if (task.progress)
    task.progress({.seconds = seconds_since(begin),
                   .text = fmt::format("{} automata: {} locations, {} edges, {} variables", system->threads.size(),
                                       system->locations.size(), system->edges.size(), system->variables.size())});
  for (Property property : task.question.properties) {
    // That the process can always still end follows if all strongly fair runs end: each run has a fair continuation.
    const Fairness fairness = property == Property::termination ? task.question.fairness : Fairness::strong;
    const auto same = std::ranges::find_if(claims.claims, [&](const verdict::Claim& claim) {
      const auto* holds = std::get_if<Holds>(&claim.what);
      return holds && holds->fairness <= fairness;
    });
    verdict::Claim claim{property, {}};
    if (same != claims.claims.end())
      claim.what = same->what;
    else
      std::visit([&](auto&& what) { claim.what = std::move(what); }, claimed(task, *system, fairness));
    claims.claims.push_back(std::move(claim));
  }
}

}  // namespace

verdict::Claims ask_prove(const Task& task) {
  const auto begin = Clock::now();
  verdict::Claims claims;
  // Who was asked before has said which limit it was.
  if (task.options.engine == "auto" && task.stop.now()) return claims;
  try {
    claim_all(task, claims, begin);
  } catch (const LimitReached& limit) {
    claims.claims.clear();
    for (Property property : task.question.properties) claims.claims.push_back({property, Unknown{limit.what()}});
  } catch (const std::bad_alloc&) {
    claims.claims.clear();
    for (Property property : task.question.properties)
      claims.claims.push_back({property, Unknown{"there was not enough memory"}});
  }
  // What resisted a proof is seldom what keeps others from an answer; `fermata prove` tells it.
  if (task.options.engine == "auto")
    std::erase_if(claims.claims,
                  [](const verdict::Claim& claim) { return std::holds_alternative<Unknown>(claim.what); });
  claims.statistics.seconds = seconds_since(begin);
  claims.statistics.peak_rss_bytes = peak_resident_bytes();
  return claims;
}

}  // namespace fermata::portfolio
