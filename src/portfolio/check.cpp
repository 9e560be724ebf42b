// SPDX-License-Identifier: Apache-2.0
#include "portfolio/check.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "base/require.h"
#include "confirm/advancing.h"
#include "confirm/erased_values.h"
#include "ir/input_values.h"
#include "ir/irrelevant_values.h"
#include "portfolio/answers.h"
#include "portfolio/pipeline.h"
#include "portfolio/side_by_side.h"
#include "portfolio/the_rest.h"

namespace fermata::portfolio {

namespace {

using verdict::Property;

/// `fair`: the answer depends on what the scheduler promises.
std::vector<std::string> assumptions(const ir::Program& program, const verdict::Question& question, bool fair) {
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
  if (semantics.writers_first) list.emplace_back("writers that wait for a read-write lock go before new readers");
  if (semantics.abort_ends) list.emplace_back("abort ends the process and is no failure (conventions of SV-COMP)");
  if (semantics.ignores_misuse)
    list.emplace_back(
        "unlocking, joining or waiting where one must not has no effect and returns an error, and what is initialised "
        "or "
        "destroyed while it is used is as in glibc");
  if (const auto& range = semantics.input_range; range && ir::cuts_inputs(program, *range))
    list.push_back(fmt::format("inputs of more than a byte are among {}..{}", range->first, range->last));
  if (question.daemon) list.emplace_back("the process need not end");
  if (question.sections != verdict::SectionKinds::all())
    list.push_back(question.daemon ? fmt::format("of sections, only these have to end: {}", name(question.sections))
                                   : "all sections have to end, since the process has to: --sections needs --daemon");
  if (fair) list.emplace_back(promises[static_cast<std::size_t>(question.fairness)]);
  return list;
}

vm::Options machine_options(const verdict::Question& question) { return {.semantics = question.semantics}; }

/// The program that is looked at: without the values on which nothing depends, if there are any and nobody asks for
/// them.
class Looked {
 public:
  Looked(const ir::Program& program, const Options& options, const Stop& stop)
      : erased_(erased(program, options)),
        machine(erased_ ? erased_->program : program, machine_options(options.question), stop) {
    if (erased_) original.emplace(program, machine_options(options.question), stop);
  }

 private:
  struct Erased {
    ir::Program program;
    std::vector<std::string> names;
  };
  static std::unique_ptr<const Erased> erased(const ir::Program& program, const Options& options) {
    if (options.all_values || !options.explore.transactions) return nullptr;
    const ir::IrrelevanceRules rules{.changes_matter = options.question.daemon};
    const ir::IrrelevantValues values = ir::irrelevant_values(program, rules);
    auto result =
        std::make_unique<const Erased>(ir::without(program, values, rules), ir::names(program, values, rules));
    if (result->program == program) return nullptr;
    if (const auto wrong = confirm::wrongly_erased(program, result->program, rules.changes_matter))
      throw InternalError("values were erased that matter: " + *wrong);
    return result;
  }
  const std::unique_ptr<const Erased> erased_;

 public:
  vm::Machine machine;
  std::optional<vm::Machine> original;
  const ir::Program& program() const { return machine.program(); }
  std::vector<std::string> names() const { return erased_ ? erased_->names : std::vector<std::string>(); }
  vm::Machine* with_all_values() { return original ? &*original : nullptr; }
};

}  // namespace

verdict::Verdict check_with(std::span<const Engine> engines, const ir::Program& program, const Options& options,
                            const Stop& stop, const std::function<void(const Progress&)>& progress) {
  Looked looked(program, options, stop);
  vm::Machine& machine = looked.machine;
  const Stop overtime(Stop::Overtime::of, stop);  // an engine may have used up all it had
  Pipeline pipeline(machine, looked.with_all_values(), options, overtime);
  Answers answers(options, pipeline);
  using Tell = std::function<void(const Progress&)>;
  const auto ask_of = [&](const Engine& engine, const verdict::Question& question, const Stop& limits,
                          const Tell& tell) {
    const Stop longer(Stop::Overtime::of, limits);
    const std::function<bool(Property, const verdict::Run&)> accept = [&](Property property, const verdict::Run& run) {
      return confirm::shows_with_advancing_clock(machine, options.question.daemon, property, run, longer);
    };
    verdict::Claims claims = engine.ask({looked.program(), machine, question, options, accept, limits, tell});
    malloc_trim(0);  // limits are about the resident set, and what the engine has freed should not count as used
    return claims;
  };
  const auto ask = [&](const Engine& engine, const Stop& limits, const Tell& tell) {
    return ask_of(engine, answers.open(engine), limits, tell);
  };
  const auto add = [&](const Engine& engine, verdict::Claims claims) {
    if (!options.first)
      claims = with_the_rest(
          std::move(claims), options.question,
          [&](const verdict::Question& rest, const Stop& limits) { return ask_of(engine, rest, limits, progress); },
          stop);
    const bool violated = std::ranges::any_of(claims.claims, [](const verdict::Claim& claim) {
      return std::holds_alternative<verdict::Violation>(claim.what);
    });
    if (violated && progress) progress({.text = "confirming and explaining what was found"});
    answers.add(engine, std::move(claims));
  };
  const bool all = options.engine == "auto";
  for (std::size_t k = 0; k < engines.size(); ++k) {
    const Engine& engine = engines[k];
    const Engine* beside =
        all && k + 1 < engines.size() && engines[k + 1].asked == Engine::Asked::beside ? &engines[++k] : nullptr;
    if ((!all && options.engine != engine.name) || answers.open(engine).properties.empty()) continue;
    // Who wants to see every state does not want the search to end at what another engine finds.
    if (!beside || options.explore.exhaustive || answers.open(*beside).properties.empty()) {
      add(engine, ask(engine, stop, progress));
      continue;
    }
    const auto asks = [&](const Engine& one) {
      return [&](const Stop& limits, const Tell& tell) { return ask(one, limits, tell); };
    };
    BothClaims both = ask_side_by_side(asks(engine), asks(*beside), options.moment, stop, progress);
    add(engine, std::move(both.first));
    if (both.second) add(*beside, std::move(*both.second));
  }
  verdict::Verdict verdict = answers.verdict();
  for (verdict::Finding& finding : verdict.findings)
    if (finding.property == Property::hang && finding.answer == verdict::Answer::holds &&
        options.question.looked_for() != verdict::SectionKinds::all())
      finding.sections = name(options.question.looked_for());
  verdict.not_in_state = looked.names();
  verdict.assumptions = assumptions(program, options.question, options.question.asks(Property::termination));
  if (verdict.time_repeats)
    verdict.assumptions.emplace_back("time is seen to pass a few times, then clocks begin anew");
  return verdict;
}

namespace {

/// Is there a read-write lock whose preference is not the program's own choice?
bool has_rwlocks(const ir::Program& program) {
  constexpr ir::Bits writers_first = 5;  // as in runtime/fermata_intrinsics.h
  for (const ir::Function& function : program.functions)
    for (const ir::Block& block : function.blocks)
      for (const ir::Instruction& i : block.instructions)
        if (i.op == ir::Op::intrinsic && i.which == ir::Intrinsic::option && i.operands[0].bits == writers_first)
          return true;
  return false;
}

/// Which preference read-write locks have is the system's choice. The answer is that for glibc; a hang that only the
/// other one has is told besides. It may take as long as the answer did, and a second.
std::optional<verdict::Note> hang_with_writers_first(const ir::Program& program, const Options& options,
                                                     const verdict::Verdict& verdict, const Stop& stop) {
  const auto& semantics = options.question.semantics;
  const bool holds = std::ranges::any_of(verdict.findings, [](const verdict::Finding& f) {
    return f.property == Property::hang && f.answer == verdict::Answer::holds;
  });
  if (!holds || overall(verdict) == verdict::Answer::violated || semantics.writers_first || !has_rwlocks(program) ||
      (options.engine != "auto" && options.engine != "explore"))
    return std::nullopt;
  double seconds = 1;
  for (const verdict::Statistics& s : verdict.statistics) seconds += s.seconds;
  Options other = options;
  other.engine = "explore";
  other.first = true;
  other.question.properties = {Property::hang};
  other.question.semantics.writers_first = true;
  other.explore.exhaustive = other.explore.explain_reduction = other.explore.races = false;
  Stop limits(Stop::Part::with_all_memory, stop);
  const auto begin = Stop::Clock::now();
  const verdict::Verdict found = check_with(engines(), program, other, limits, [&](const Progress&) {
    if (std::chrono::duration<double>(Stop::Clock::now() - begin).count() > seconds)
      limits.dismiss("there was no time left for it");
  });
  for (const verdict::Finding& f : found.findings)
    if (f.answer == verdict::Answer::violated)
      return verdict::Note{f.at, fmt::format("where writers that wait for a read-write lock go before new readers, as "
                                             "on other systems, this hangs: {} [{}]; --rwlocks writers shows how",
                                             f.message, f.kind)};
  return std::nullopt;
}

}  // namespace

verdict::Verdict check(const ir::Program& program, const Options& options, const Stop& stop,
                       const std::function<void(const Progress&)>& progress) {
  verdict::Verdict verdict = check_with(engines(), program, options, stop, progress);
  if (auto note = hang_with_writers_first(program, options, verdict, stop)) verdict.notes.push_back(std::move(*note));
  return verdict;
}

verdict::Verdict confirm_certificate(const ir::Program& program, const Options& options,
                                     const verdict::Certificate& certificate, const Stop& stop) {
  Looked looked(program, options, stop);
  Pipeline pipeline(looked.machine, looked.with_all_values(), options, stop);
  verdict::Verdict verdict;
  const bool of_termination = options.question.asks(Property::termination);
  const auto claim = [&](Property property) -> verdict::Holds {
    const bool weaker = property == Property::termination || (property == Property::safety && of_termination);
    return {verdict::Basis::certificate, weaker ? options.question.fairness : verdict::Fairness::strong, certificate};
  };
  for (Property property : options.question.properties) {
    if (options.question.daemon)
      verdict.findings.push_back({.property = property, .reason = "a certificate does not show this"});
    else if (property == Property::safety)
      verdict.findings.push_back(pipeline.safety("prove", claim(property)));
    else
      verdict.findings.push_back(pipeline.finding("prove", verdict::Claim{property, claim(property)}));
  }
  if (!options.question.daemon && !options.question.asks(Property::safety))
    verdict.safety_besides = pipeline.safety("prove", claim(Property::safety));
  verdict.assumptions = assumptions(program, options.question, of_termination);
  return verdict;
}

Result<verdict::Verdict> replay(const ir::Program& program, const Options& options, Property property,
                                const std::string& kind, const verdict::Run& run) {
  const Stop unlimited;
  Looked looked(program, options, unlimited);
  auto finding = Pipeline(looked.machine, looked.with_all_values(), options, unlimited).replayed(property, kind, run);
  if (!finding) return std::unexpected(finding.error());
  verdict::Verdict verdict;
  verdict.findings.push_back(std::move(*finding));
  verdict.not_in_state = looked.names();
  verdict.assumptions = assumptions(program, options.question, property == Property::termination);
  return verdict;
}

}  // namespace fermata::portfolio
