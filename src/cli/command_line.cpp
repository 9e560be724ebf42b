// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "cli/flags.h"
#include "cli/manual.h"
#include "cli/modelled.h"
#include "cli/values.h"
#include "report/layout.h"
#include "verdict/kinds.h"

#ifndef FERMATA_VERSION
#define FERMATA_VERSION "unknown"
#endif

namespace fermata::cli {

namespace {

struct Named {
  Command command;
  std::string name;
};
const std::array<Named, 7> commands{{{Command::check, "check"},
                                     {Command::explore, "explore"},
                                     {Command::bounded, "bounded"},
                                     {Command::prove, "prove"},
                                     {Command::replay, "replay"},
                                     {Command::confirm, "confirm"},
                                     {Command::emit, "emit"}}};

std::unexpected<Error> refuse(std::string what, std::string hint) {
  return std::unexpected(Error{std::move(what), "", std::move(hint)});
}

std::string see_help(const std::string& command) {
  return fmt::format("'fermata {} --help' lists the options", command);
}

// CLI11 only splits the words into flags and values; what they mean is decided by the table in flags.cpp.
struct Parsed {
  CLI::App app{"", "fermata"};
  CommandLine line;
  std::optional<Error> error;  // the first bad value
  bool help = false, version = false;

  Parsed() {
    app.set_help_flag();
    app.require_subcommand(0, 1);
    app.allow_extras();
    app.add_flag("-h,--help", help);
    app.add_flag("-V,--version", version);
    for (const auto& [command, name] : commands) add(command, name);
  }

  void add(Command command, const std::string& name) {
    auto sub = app.add_subcommand(name, "");
    sub->set_help_flag();
    sub->allow_extras();
    sub->add_flag("-h,--help", help);
    sub->add_option("FILE", line.files);
    sub->callback([this, command] { line.command = command; });
    for (const auto& flag : flags()) {
      if (!(flag.commands & set_of(command))) continue;
      auto apply = [this, &flag](const std::string& value) {
        if (auto set = flag.set(line, value); !set && !error)
          error = Error{fmt::format("{}: {}", flag.name, set.error().what), "", set.error().hint};
      };
      if (flag.value.empty()) {
        sub->add_flag_callback(std::string(flag.name), [apply] { apply(""); });
      } else {
        // The last of several wins, as scripts that add to a given command line expect. Pairs are all kept, one on each
        // line.
        const bool is_pair = flag.value.starts_with("NAME=");
        sub->add_option_function<std::string>(flag.name == "--output"             ? "-o,--output"
                                              : flag.name == "--compile-commands" ? "-p,--compile-commands"
                                                                                  : std::string(flag.name),
                                              apply)
            ->multi_option_policy(is_pair ? CLI::MultiOptionPolicy::Join : CLI::MultiOptionPolicy::TakeLast);
      }
    }
  }
};

Error unknown_word(const std::string& word, Command command, const std::string& command_name) {
  auto given = word.substr(0, word.find('='));
  std::vector<std::string_view> known{"--help"};
  for (const auto& flag : flags()) {
    if (flag.commands & set_of(command))
      known.push_back(flag.name);
    else if (flag.name == given)
      return {fmt::format("'fermata {}' has no option '{}'", command_name, given), "", see_help(command_name)};
  }
  if (auto meant = nearest(given, known); !meant.empty())
    return {fmt::format("there is no option '{}'", given), "", fmt::format("did you mean '{}'?", meant)};
  return {fmt::format("there is no option '{}'", given), "",
          fmt::format("{}; flags for clang go after '--'", see_help(command_name))};
}

Error unknown_command(const std::string& word) {
  std::vector<std::string_view> known;
  for (const auto& [command, name] : commands) known.push_back(name);
  if (word.starts_with("-"))
    return {fmt::format("there is no option '{}' before a command", word), "",
            "write the command first: fermata check FILE"};
  if (word.find('.') != word.npos)
    return {fmt::format("'{}' is not a command", word), "", fmt::format("did you mean 'fermata check {}'?", word)};
  if (auto meant = nearest(word, known); !meant.empty())
    return {fmt::format("there is no command '{}'", word), "", fmt::format("did you mean '{}'?", meant)};
  return {fmt::format("there is no command '{}'", word), "",
          fmt::format("the commands are {}", fmt::join(known, ", "))};
}

// "--time: 1 required TEXT missing" and the like, as a sentence.
Error syntax_error(const std::string& said, const std::string& command_name) {
  auto name = said.substr(0, said.find_first_of(": "));
  auto flag = std::ranges::find(flags(), name, &Flag::name);
  auto hint = command_name.empty() ? std::string("see 'fermata --help'") : see_help(command_name);
  if (flag == flags().end()) return {said, "", hint};
  if (flag->value.empty()) return {fmt::format("{} takes no value", name), "", hint};
  return {fmt::format("{} needs a value: {} {}", name, name, flag->value), "", hint};
}

/// 'fermata help lost-wakeup', as it is said in brackets in a headline.
std::string about(const verdict::Kind& kind) {
  constexpr std::size_t width = 100;
  std::string text = fmt::format("{}: {} (property {})\n\n", kind.id, kind.title, verdict::name(kind.property));
  for (const auto& line : report::wrapped(kind.help, width)) text += line + "\n";
  return text;
}

/// 'fermata help' and 'fermata help check', as people type it; 'fermata help manual' is the page for man.
Result<CommandLine> parse_help(std::span<const std::string> words) {
  CommandLine line;
  if (!words.empty() && words[0] == "manual") {
    line.print = manual_page();
    return line;
  }
  if (!words.empty()) {
    if (const auto* kind = verdict::kind_named(words[0])) {
      line.print = about(*kind);
      return line;
    }
    const auto* named = std::ranges::find(commands, words[0], &Named::name);
    if (named == commands.end()) return std::unexpected(unknown_command(words[0]));
    line.command = named->command;
  }
  line.print = help(line.command);
  return line;
}

/// 'fermata models', which has no options.
Result<CommandLine> parse_models(std::span<const std::string> words) {
  if (!words.empty())
    return refuse(fmt::format("'fermata models' takes nothing, and there is '{}'", words[0]),
                  "it prints what is modelled of the libraries, and how");
  CommandLine line;
  line.print = modelled();
  return line;
}

}  // namespace

std::string_view name_of(Command command) {
  const auto* named = std::ranges::find(commands, command, &Named::command);
  return named == commands.end() ? std::string_view() : named->name;
}

std::string version() { return FERMATA_VERSION; }

Result<void> consistent(const verdict::Question& question) {
  if (question.asks(verdict::Property::hang) && question.looked_for().empty())
    return refuse("--daemon says that the process need not end, and --sections none that nothing else has to",
                  "leave one of them out, or check --property safety");
  if (!question.asks(verdict::Property::termination)) return {};
  if (question.daemon)
    return refuse("--daemon says that the program need not end, and termination that it must", "leave one of them out");
  // A retry that fails for no reason again and again would be a run that never ends, in nearly every program.
  if (question.semantics.spurious_failures)
    return refuse("termination cannot be checked with --spurious-failures on",
                  "check hang and safety with it, and termination without");
  return {};
}

Result<CommandLine> parse(std::span<const std::string> words) {
  if (!words.empty() && words[0] == "help") return parse_help(words.subspan(1));
  if (!words.empty() && words[0] == "models") return parse_models(words.subspan(1));
  auto dashes = std::ranges::find(words, "--");
  std::vector<std::string> ours(words.begin(), dashes);
  std::ranges::reverse(ours);  // the order CLI11 wants them in

  Parsed parsed;
  std::string named;
  for (const auto& entry : commands)
    if (!ours.empty() && ours.back() == entry.name) named = entry.name;
  if (named == "prove") parsed.line.check.question.properties = {verdict::Property::termination};
  try {
    parsed.app.parse(ours);
  } catch (const CLI::ParseError& e) {
    return std::unexpected(syntax_error(e.what(), named));
  }

  auto& line = parsed.line;
  if (dashes != words.end()) line.clang_flags.assign(dashes + 1, words.end());
  if (parsed.help) {
    line.print = help(line.command);
    return line;
  }
  if (parsed.version) {
    line.print = fmt::format("fermata {}\n", version());
    return line;
  }
  if (auto extra = parsed.app.remaining(); !extra.empty()) return std::unexpected(unknown_command(extra.front()));
  if (line.command == Command::none)
    return refuse("what shall I do?", "fermata check FILE; 'fermata --help' tells more");
  if (auto extra = parsed.app.get_subcommand(named)->remaining(); !extra.empty())
    return std::unexpected(unknown_word(extra.front(), line.command, named));
  if (parsed.error) return std::unexpected(*parsed.error);

  const bool one_engine =
      line.command == Command::explore || line.command == Command::bounded || line.command == Command::prove;
  if (one_engine && line.check.engine != portfolio::Options().engine && line.check.engine != named)
    return refuse(fmt::format("'fermata {}' asks the engine '{}', and not '{}'", named, named, line.check.engine),
                  fmt::format("fermata check --engine {} FILE", line.check.engine));
  if (line.check.first && line.check.explore.exhaustive)
    return refuse("--first ends the search at a violation, and --exhaustive goes on", "leave one of them out");
  if (auto fine = consistent(line.check.question); !fine) return std::unexpected(fine.error());
  if (line.files.empty())
    return refuse("no file is given", line.command == Command::replay    ? "fermata replay RUN.json"
                                      : line.command == Command::confirm ? "fermata confirm CERTIFICATE.json"
                                                                         : fmt::format("fermata {} FILE", named));
  if (line.command == Command::replay) {
    if (line.files.size() > 1) return refuse("one run at a time can be replayed", "");
    if (!line.clang_flags.empty()) return refuse("a run file has its own clang flags", "leave out what follows '--'");
  }
  if (line.command == Command::confirm) {
    if (line.files.size() > 1) return refuse("one certificate at a time can be confirmed", "");
    if (!line.clang_flags.empty())
      return refuse("a certificate has its own clang flags", "leave out what follows '--'");
  }
  return line;
}

}  // namespace fermata::cli
