// SPDX-License-Identifier: Apache-2.0
// Answers many questions about many programs in one process, since a small program takes less time to explore than a process to start.
//
//   explore_each BATCH.ir < QUESTIONS
//
// A question is a line: the function that takes the place of main, then what one would say to the fermata command about the
// file: "main_7 explore BATCH.ir --reduction none --format json". The answer is a line, too: the exit code and the report (or, if there
// is none, the complaint). To "main_7 model off 5" the answer is what exploring the automata says (model/verdicts.h), without
// spurious wakeups, within 5 s.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/require.h"
#include "cli/run.h"
#include "ir/program.h"
#include "ir/text.h"
#include "model/verdicts.h"
#include "portfolio/check.h"

namespace {

using namespace fermata;

/// What is needed by what is added, and what that needs, and so on.
struct Reachable {
  explicit Reachable(const ir::Program& all) : all(all), functions(all.functions.size()), globals(all.globals.size()) {}

  void add(const ir::Operand& operand) {
    if (operand.kind == ir::Operand::Kind::function && !functions[operand.index]) {
      functions[operand.index] = true;
      for (const auto& block : all.functions[operand.index].blocks) add(block);
    }
    if (operand.kind == ir::Operand::Kind::global && !globals[operand.index]) {
      globals[operand.index] = true;
      for (const auto& relocation : all.globals[operand.index].relocations) add(relocation.target);
    }
  }
  void add(const ir::Block& block) {
    for (const auto& instruction : block.instructions) {
      for (const auto& operand : instruction.operands) add(operand);
      for (const auto& clause : instruction.clauses)
        for (const auto& type : clause.types) add(type);
    }
  }

  const ir::Program& all;
  std::vector<bool> functions, globals;
};

ir::FunctionId named(const ir::Program& all, std::string_view name) {
  auto found = std::ranges::find(all.functions, name, &ir::Function::name);
  FERMATA_REQUIRE(found != all.functions.end(), "questions are about functions of the batch");
  return ir::FunctionId(static_cast<std::uint32_t>(found - all.functions.begin()));
}

/// Gives what is kept of a list new numbers, in the old order.
std::vector<std::uint32_t> renumbered(const std::vector<bool>& kept) {
  std::vector<std::uint32_t> numbers(kept.size());
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    numbers[i] = next;
    next += kept[i] ? 1 : 0;
  }
  return numbers;
}

/// The program that begins with `main`, and nothing of the others: what is asked about it takes as long as if it were alone.
ir::Program begin_with(const ir::Program& all, std::string_view main) {
  auto entry = all[all.entry];
  Reachable reachable(all);
  reachable.functions[static_cast<std::size_t>(all.entry)] = true;
  for (auto& block : entry.blocks) {
    for (auto& instruction : block.instructions)
      for (auto& operand : instruction.operands)
        if (operand == ir::Operand::address(named(all, "main"))) operand = ir::Operand::address(named(all, main));
    reachable.add(block);
  }

  const auto functions = renumbered(reachable.functions), globals = renumbered(reachable.globals);
  ir::Program one{.functions = {}, .globals = {}, .layouts = all.layouts, .positions = {all.positions[0]}, .entry = ir::FunctionId(functions[static_cast<std::size_t>(all.entry)])};
  std::vector<std::uint32_t> positions(all.positions.size());
  auto move = [&](ir::Operand& operand) {
    if (operand.kind == ir::Operand::Kind::function) operand.index = functions[operand.index];
    if (operand.kind == ir::Operand::Kind::global) operand.index = globals[operand.index];
  };
  auto place = [&](ir::PositionId& at) {
    const auto old = static_cast<std::size_t>(at);
    if (old != 0 && positions[old] == 0) {
      positions[old] = static_cast<std::uint32_t>(one.positions.size());
      one.positions.push_back(all.positions[old]);
    }
    at = ir::PositionId(positions[old]);
  };
  for (std::size_t i = 0; i < all.functions.size(); ++i) {
    if (!reachable.functions[i]) continue;
    auto function = i == static_cast<std::size_t>(all.entry) ? entry : all.functions[i];
    for (auto& block : function.blocks) {
      for (auto& instruction : block.instructions) {
        std::ranges::for_each(instruction.operands, move);
        for (auto& clause : instruction.clauses) std::ranges::for_each(clause.types, move);
        place(instruction.at);
      }
    }
    one.functions.push_back(std::move(function));
  }
  for (std::size_t i = 0; i < all.globals.size(); ++i) {
    if (!reachable.globals[i]) continue;
    auto global = all.globals[i];
    for (auto& relocation : global.relocations) move(relocation.target);
    place(global.at);
    one.globals.push_back(std::move(global));
  }
  return one;
}

}  // namespace

int main(int argc, char** argv) {
  FERMATA_REQUIRE(argc == 2, "one file is named");
  std::ostringstream text;
  text << std::ifstream(argv[1]).rdbuf();
  const auto all = ir::parse(text.str(), argv[1]);
  FERMATA_REQUIRE(all, "the file was written by fermata emit");

  std::string last;
  ir::Program one;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream question(line);
    std::string main;
    question >> main;
    if (main != last) one = begin_with(*all, main);
    last = main;
    std::vector<std::string> words;
    for (std::string word; question >> word;) words.push_back(word);

    if (words.size() == 3 && words[0] == "model") {
      const Stop stop(std::chrono::seconds(std::stol(words[2])), std::uint64_t{2} << 30);
      std::cout << "0 " << model::verdicts(one, {.spurious_wakeups = words[1] != "off"}, stop) << std::endl;
      continue;
    }
    std::ostringstream report, complaint;
    cli::Rooms rooms{.load = [&](const auto&) { return cli::Loaded{.program = one}; },
                     .print = [](const ir::Program& program) { return ir::to_text(program); },
                     .to_promela = {},
                     .lift = {},
                     .check = portfolio::check,
                     .replay = portfolio::replay};
    cli::Surroundings around{.out = report, .err = complaint, .out_is_terminal = false, .err_is_terminal = false, .width = 110, .no_color = true};
    const int code = cli::run(words, rooms, around);
    auto answer = report.view().empty() ? complaint.str() : report.str();
    std::ranges::replace(answer, '\n', ' ');
    std::cout << code << ' ' << answer << std::endl;
  }
}
