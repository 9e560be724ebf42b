// SPDX-License-Identifier: Apache-2.0
// The one table of flags. The parser, --help and run files are made from it, so that they cannot disagree.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "cli/command_line.h"

namespace fermata::cli {

/// Sets of commands, for Flag::commands.
enum Commands : unsigned { checks = 1, replays = 2, emits = 4, confirms = 8 };
unsigned set_of(Command);

struct Flag {
  std::string_view name;   ///< "--time"
  std::string_view value;  ///< how --help writes its value; empty: a switch
  std::string_view group;  ///< the heading in --help it stands under
  std::string_view help;
  unsigned commands;  ///< of Commands
  bool machine;       ///< changes what the machine may do, so a run file remembers it
  Result<void> (*set)(CommandLine&, std::string_view value);  ///< a switch takes "", "on" and "off"
  std::string (*shown)(const CommandLine&);                   ///< the value now, as `set` takes it; empty: none
};

std::span<const Flag> flags();

/// The machine's options as a run file stores them: {"timeouts", "may"}.
std::map<std::string, std::string> machine_options(const CommandLine&);
/// And back. Fails on an option that this version does not have.
Result<void> set_machine_options(CommandLine&, const std::map<std::string, std::string>&);
/// An error if one of them that always has a value is missing: what is shown may depend on it, so no default will do.
Result<void> names_machine_options(const std::map<std::string, std::string>&);

/// What --help says of a flag: its text, and what it is if not given.
std::string about(const Flag&);
/// The beginning of --help of a command, before its options; of Command::none, all.
std::string_view introduction(Command);
/// What `fermata --help` (Command::none) or `fermata check --help` prints.
std::string help(Command);

}  // namespace fermata::cli
