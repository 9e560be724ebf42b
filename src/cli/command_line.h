// SPDX-License-Identifier: Apache-2.0
// What the user asked for.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "frontend/llvm/given.h"
#include "portfolio/check.h"

namespace fermata::cli {

enum class Command : std::uint8_t { none, check, explore, bounded, prove, replay, confirm, emit };
/// "check"; empty for Command::none.
std::string_view name_of(Command);
enum class When : std::uint8_t { automatic, always, never };
enum class Form : std::uint8_t { ir, promela, model, dot };
enum class Format : std::uint8_t { text, json, html, sarif, junit, github };

/// A report besides the one on stdout.
struct ReportFile {
  Format format = Format::text;
  std::string name;
};

struct CommandLine {
  Command command = Command::none;
  std::vector<std::string> files;
  std::vector<std::string> clang_flags;  ///< what follows "--"
  std::string build;                     ///< a folder with compile_commands.json; empty: none
  portfolio::Options check;
  std::string standard_input;                     ///< a file that the program reads as its standard input; empty: none
  std::string arguments;                          ///< of main, as a shell takes them
  std::vector<std::string> environment;           ///< "NAME=VALUE"
  std::vector<std::string> files_to_read;         ///< "NAME=FILE": what the program finds in the file NAME
  std::optional<std::chrono::milliseconds> time;  ///< nothing: no limit
  std::optional<std::uint64_t> memory;            ///< bytes; nothing: most of what the machine has
  std::optional<unsigned> threads;                ///< nothing: as many as the processor has, within reason
  bool no_cache = false;                          ///< build everything anew, and keep nothing of it
  Format format = Format::text;
  std::vector<ReportFile> reports;  ///< to be written besides
  bool full_trace = false;          ///< tell every step of a run, also those inside the library
  std::string output;               ///< a file; empty: stdout
  When color = When::automatic;
  When progress = When::automatic;
  std::optional<std::string> run_file;  ///< nothing: the default name if the format is text; "none": do not write
  std::string certificate;              ///< a file to write one to; empty: none
  Form form = Form::ir;                 ///< what emit prints
  std::uint32_t model_threads = 0;      ///< that a model has room for; 0: guess
  std::string print;                    ///< --help or --version: print this and do nothing else
};

/// Reads the words after the program's name. An error is one of usage: exit code 2.
Result<CommandLine> parse(std::span<const std::string> words);

/// Are there questions that this one cannot ask together?
Result<void> consistent(const verdict::Question& question);

/// The version of this build, "0.1.0".
std::string version();

}  // namespace fermata::cli
