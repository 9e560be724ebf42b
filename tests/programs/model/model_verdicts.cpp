// SPDX-License-Identifier: Apache-2.0
// Lifts a program and explores the automata explicitly: the answers must be those of the explorer.
//
//   model_verdicts PROGRAM.ir [--spurious-wakeups off] [--seconds S]
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string_view>

#include "base/require.h"
#include "ir/text.h"
#include "model/verdicts.h"

int main(int argc, char** argv) {
  using namespace fermata;
  FERMATA_REQUIRE(argc >= 2, "a file is named");
  std::ostringstream text;
  text << std::ifstream(argv[1]).rdbuf();
  const auto program = ir::parse(text.str(), argv[1]);
  FERMATA_REQUIRE(program, "the file was written by fermata emit");
  Semantics semantics;
  long seconds = 20;
  for (int i = 2; i + 1 < argc; i += 2) {
    if (std::string_view(argv[i]) == "--spurious-wakeups") semantics.spurious_wakeups = std::string_view(argv[i + 1]) != "off";
    if (std::string_view(argv[i]) == "--seconds") seconds = std::atol(argv[i + 1]);
  }
  std::cout << model::verdicts(*program, semantics, Stop(std::chrono::seconds(seconds), std::uint64_t{1} << 30)) << std::endl;
}
