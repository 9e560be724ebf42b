// SPDX-License-Identifier: Apache-2.0
//
//   H. Barbosa et al., "cvc5: A versatile and industrial-strength SMT solver", TACAS 2022
//
// One process answers all questions of a stage, in order. Only the answer `unsat` is ever used; whatever else it says
// to a question counts as "not shown".
#include "confirm/cvc5.h"

#include <fmt/format.h>

#include <string_view>
#include <variant>

#include "base/subprocess.h"

namespace fermata::confirm {

namespace {

constexpr const char* solver = FERMATA_CVC5;
constexpr int per_question = 5000;  // milliseconds
constexpr std::uint64_t memory = std::uint64_t{2} << 30;

std::unexpected<Stopped> stopped(std::string why) { return std::unexpected(Stopped{std::move(why)}); }

}  // namespace

std::expected<std::vector<bool>, Stopped> unsatisfiable(const Questions& questions, const Stop& stop) {
  std::vector<bool> answers;
  if (questions.assertions.empty()) return answers;
  auto script = MemoryFile::make(), output = MemoryFile::make(), errors = MemoryFile::make();
  if (!script || !output || !errors) return stopped("there is no room for what cvc5 is asked");
  std::string text = "(set-logic ALL)\n" + questions.declarations;
  for (const std::string& one : questions.assertions)
    text += fmt::format("(push 1)\n(assert {})\n(check-sat)\n(pop 1)\n", one);
  if (!script->append(text)) return stopped("there is no room for what cvc5 is asked");
  auto process = Subprocess::run(
      {solver, "--incremental", "--lang=smt2", fmt::format("--tlimit-per={}", per_question), script->path()}, *output,
      *errors);
  if (!process) return stopped(process.error().what);
  Subprocess* const one[] = {&*process};
  const auto end = wait(one, stop, memory);
  if (const auto* limit = std::get_if<Stopped>(&end)) return std::unexpected(*limit);
  if (std::get<Subprocess::End>(end).code == 127)
    return stopped("the certificate cannot be checked without the solver cvc5 (Debian: apt install cvc5)");
  const std::string said = output->content();
  std::string_view rest = said;
  while (!rest.empty()) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line != "sat" && line != "unsat" && line != "unknown" && line != "timeout")
      return stopped(fmt::format("cvc5 says '{}'", line));
    answers.push_back(line == "unsat");
  }
  if (answers.size() != questions.assertions.size() || !std::get<Subprocess::End>(end).well())
    return stopped(fmt::format("cvc5 has answered {} of {} questions", answers.size(), questions.assertions.size()));
  return answers;
}

}  // namespace fermata::confirm
