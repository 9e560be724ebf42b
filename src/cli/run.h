// SPDX-License-Identifier: Apache-2.0
// A command from its words to its exit code.
#pragma once

#include <functional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "cli/frontends.h"
#include "emit/promela.h"
#include "ir/program.h"
#include "model/lift.h"
#include "portfolio/check.h"
#include "verdict/verdict.h"

namespace fermata::cli {

/// What scripts rely on.
enum ExitCode : int { holds = 0, usage = 2, bad_input = 3, unknown = 5, internal_error = 6, violated = 10 };
int exit_code(const verdict::Verdict&);

/// The rooms that a command wires together. A value, so that tests can give it others.
struct Rooms {
  std::function<Attempt<Loaded>(const Input&)> load;
  std::function<std::string(const ir::Program&)> print;
  std::function<decltype(emit::to_promela)> to_promela;
  std::function<decltype(model::lift)> lift;
  std::function<decltype(portfolio::check)> check;
  std::function<decltype(portfolio::replay)> replay;
  std::function<decltype(portfolio::confirm_certificate)> confirm;
};

/// Where a command is run from.
struct Surroundings {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  int width = 100;         ///< of the terminal
  bool no_color = false;   ///< NO_COLOR is set
  bool annotates = false;  ///< GITHUB_ACTIONS is true: what is on stdout becomes annotations of a pull request
  std::string cache{};     ///< the user's folder for what may be needed again; empty: there is none
};

/// Does what the words after the program's name say. Never throws.
int run(std::span<const std::string> words, const Rooms&, const Surroundings&);

}  // namespace fermata::cli
