// SPDX-License-Identifier: Apache-2.0
// What holds for every program and for every text.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <random>
#include <string>

#include "ir/random_program.h"
#include "ir/reading.h"
#include "ir/text.h"
#include "ir/validate.h"

namespace fermata::ir {
namespace {

RC_GTEST_PROP(TextProperty, a_valid_program_comes_back_equal, (std::uint64_t seed)) {
  const Program program = RandomProgram(seed).make();
  const std::string text = to_text(program);
  RC_LOG() << text;
  const std::string complaints = all_of(validate(program));
  RC_ASSERT(complaints == "");
  const auto again = parse(text, "printed.ir");
  if (!again) RC_FAIL(again.error().where + ": " + again.error().what);
  RC_ASSERT(*again == program);
  RC_ASSERT(to_text(*again) == text);
}

/// Whatever the text, reading it ends, and what was read can be looked at and printed.
void survive(const std::string& text) {
  const auto program = parse(text, "garbage.ir");
  if (!program) {
    RC_ASSERT(program.error().where.starts_with("garbage.ir:"));
    RC_ASSERT(!program.error().what.empty());
    return;
  }
  const std::string printed = to_text(*program);
  if (!validate(*program).empty()) return;
  const auto again = parse(printed, "printed.ir");
  if (!again) RC_FAIL(again.error().where + ": " + again.error().what);
  RC_ASSERT(*again == *program);
}

RC_GTEST_PROP(TextProperty, a_damaged_text_does_no_harm, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const std::string text = to_text(RandomProgram(seed).make());
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  static constexpr std::string_view pieces = "%@:=,(){}#\"\\-+>;\n 0123456789abcdefix._$";
  for (int variant = 0; variant < 10; ++variant) {
    std::string damaged = text;
    for (std::size_t edits = 1 + below(4); edits > 0 && !damaged.empty(); --edits) {
      const std::size_t at = below(damaged.size());
      switch (below(5)) {
        case 0: damaged[at] = static_cast<char>(random()); break;
        case 1: damaged[at] = pieces[below(pieces.size())]; break;
        case 2: damaged.insert(at, 1, pieces[below(pieces.size())]); break;
        case 3: damaged.erase(at, 1 + below(10)); break;
        default: damaged.insert(at, damaged.substr(below(damaged.size()), 1 + below(30))); break;
      }
    }
    if (below(10) == 0) damaged.resize(below(damaged.size() + 1));
    RC_LOG() << damaged << "\n";
    survive(damaged);
  }
}

RC_GTEST_PROP(TextProperty, a_text_of_random_words_does_no_harm, (std::uint64_t seed)) {
  static const std::vector<std::string> words = {"func",
                                                 "global",
                                                 "layout",
                                                 "position",
                                                 "@f",
                                                 "@x",
                                                 "%a",
                                                 "%b",
                                                 ":",
                                                 "=",
                                                 ",",
                                                 "(",
                                                 ")",
                                                 "{",
                                                 "}",
                                                 "\n",
                                                 "i32",
                                                 "i1",
                                                 "ptr",
                                                 "f64",
                                                 "add",
                                                 "eq",
                                                 "load",
                                                 "store",
                                                 "rmw",
                                                 "call",
                                                 "landing",
                                                 "switch",
                                                 "branch",
                                                 "jump",
                                                 "ret",
                                                 "var",
                                                 "entry",
                                                 "entry:",
                                                 "at",
                                                 "1",
                                                 "-",
                                                 "0x7",
                                                 "1.5",
                                                 "spawn",
                                                 "exit_process",
                                                 "unwind",
                                                 "catch",
                                                 "filter",
                                                 "alloca",
                                                 "offset",
                                                 "\"s\"",
                                                 "#1",
                                                 "zero",
                                                 "->",
                                                 "...",
                                                 "shown",
                                                 "atomic",
                                                 "copy"};
  std::mt19937_64 random(seed);
  std::string text = random() % 2 == 0 ? "global @x: 8\nfunc @f(%a: i32) {\n" : "";
  for (std::size_t n = random() % 60; n > 0; --n)
    text += words[random() % words.size()] + (random() % 4 == 0 ? "" : " ");
  if (random() % 2 == 0) text += "\n}\n";
  RC_LOG() << text;
  survive(text);
}

RC_GTEST_PROP(TextProperty, the_validator_survives_any_program, (std::uint64_t seed)) {
  Program program = RandomProgram(seed).make();
  std::mt19937_64 random(seed);
  const auto some = [&] { return static_cast<std::uint32_t>(random() % 2 == 0 ? random() % 8 : random()); };
  for (Function& function : program.functions) {
    if (random() % 4 == 0) function.registers.resize(random() % 4);
    if (random() % 4 == 0) function.parameters = some();
    for (Block& block : function.blocks) {
      if (random() % 8 == 0) block.instructions.clear();
      for (Instruction& ins : block.instructions) {
        switch (random() % 16) {
          case 0: ins.op = static_cast<Op>(random() % (static_cast<std::size_t>(Op::unreachable) + 1)); break;
          case 1: ins.results.push_back(some()); break;
          case 2: ins.operands.push_back(Operand::of(some())); break;
          case 3: ins.operands.clear(); break;
          case 4: ins.targets.push_back(BlockId{some()}); break;
          case 5: ins.type = {static_cast<Type::Kind>(random() % 4), static_cast<std::uint16_t>(random())}; break;
          case 6: ins.from = {static_cast<Type::Kind>(random() % 4), static_cast<std::uint16_t>(random())}; break;
          case 7: ins.unwind = BlockId{some()}; break;
          case 8: ins.at = PositionId{some()}; break;
          case 9: ins.operands.push_back({static_cast<Operand::Kind>(random() % 4), some(), some()}); break;
          default: break;
        }
      }
    }
  }
  program.entry = FunctionId{some()};
  const auto errors = validate(program);
  const std::string text = to_text(program);
  if (errors.empty()) RC_ASSERT(parse(text, "t").has_value());
}

}  // namespace
}  // namespace fermata::ir
