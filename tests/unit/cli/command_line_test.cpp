// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "cli/flags.h"
#include "verdict/kinds.h"

namespace fermata::cli {
namespace {

using Words = std::vector<std::string>;
using verdict::Property;

CommandLine good(const Words& words) {
  auto line = parse(words);
  EXPECT_TRUE(line) << (line ? "" : line.error().what);
  return line ? *line : CommandLine{};
}

Error bad(const Words& words) {
  auto line = parse(words);
  EXPECT_FALSE(line);
  return line ? Error{} : line.error();
}

TEST(Manual, has_every_command_with_its_examples_and_every_flag_once) {
  auto page = good({"help", "manual"}).print;
  EXPECT_TRUE(page.starts_with(".TH FERMATA 1 "));
  for (std::string command : {"CHECK", "EXPLORE", "BOUNDED", "PROVE", "REPLAY", "CONFIRM", "EMIT"})
    EXPECT_NE(page.find(".SH \"FERMATA " + command + "\"\n"), page.npos) << command;
  EXPECT_NE(page.find("fermata check queue.cpp \\-\\-time 60s"), page.npos) << "hyphens that can be copied";
  std::string of_check = page.substr(page.find(".SH \"FERMATA CHECK\""),
                                     page.find(".SH \"FERMATA EXPLORE\"") - page.find(".SH \"FERMATA CHECK\""));
  for (const auto& flag : flags()) {
    if (!(flag.commands & checks)) continue;
    std::string name;
    for (char c : flag.name) name += c == '-' ? "\\-" : std::string(1, c);
    auto at = of_check.find("\\fB" + name + "\\fR ");
    EXPECT_NE(at, of_check.npos) << flag.name;
    EXPECT_EQ(of_check.find("\\fB" + name + "\\fR ", at + 1), of_check.npos) << flag.name;
  }
}

TEST(Manual, keeps_lines_that_are_requests_to_man_only_if_they_are_meant_so) {
  std::istringstream page(good({"help", "manual"}).print);
  const std::set<std::string> known = {".TH", ".SH", ".SS", ".PP", ".TP", ".nf", ".fi"};
  for (std::string line; std::getline(page, line);)
    if (line.starts_with(".")) EXPECT_TRUE(known.contains(line.substr(0, 3))) << line;
}

TEST(Help, says_what_each_kind_of_violation_is) {
  for (const verdict::Kind& kind : verdict::kinds()) {
    const std::string told = good({"help", std::string(kind.id)}).print;
    EXPECT_TRUE(told.starts_with(std::string(kind.id) + ": ")) << told;
    EXPECT_NE(told.find(kind.title), told.npos) << told;
  }
}

TEST(CommandLine, defaults_are_those_of_the_options) {
  auto line = good({"check", "a.cpp"});
  EXPECT_EQ(line.command, Command::check);
  EXPECT_EQ(line.files, Words{"a.cpp"});
  EXPECT_EQ(line.check.question.properties, (std::vector{Property::hang, Property::safety}));
  EXPECT_TRUE(line.check.question.semantics.spurious_wakeups);
  EXPECT_FALSE(line.check.question.semantics.spurious_failures);
  EXPECT_FALSE(line.check.question.daemon);
  EXPECT_FALSE(line.time);
  EXPECT_FALSE(line.run_file);
}

TEST(CommandLine, every_option_reaches_its_field) {
  auto line = good({"check",
                    "--property",
                    "safety",
                    "--daemon",
                    "--exhaustive",
                    "a.c",
                    "--spurious-wakeups=off",
                    "--spurious-failures",
                    "on",
                    "--timeouts",
                    "never",
                    "--time",
                    "500ms",
                    "--memory",
                    "1G",
                    "--threads",
                    "3",
                    "--format",
                    "json",
                    "--output",
                    "o",
                    "--color",
                    "never",
                    "--progress",
                    "always",
                    "--run-file",
                    "r.json",
                    "--full-trace",
                    "b.c",
                    "--",
                    "-O2",
                    "--time",
                    "--",
                    "x"});
  EXPECT_EQ(line.files, (Words{"a.c", "b.c"}));
  EXPECT_EQ(line.clang_flags, (Words{"-O2", "--time", "--", "x"}));
  EXPECT_EQ(line.check.question.properties, std::vector{Property::safety});
  EXPECT_TRUE(line.check.question.daemon);
  EXPECT_TRUE(line.check.explore.exhaustive);
  EXPECT_FALSE(line.check.question.semantics.spurious_wakeups);
  EXPECT_TRUE(line.check.question.semantics.spurious_failures);
  EXPECT_EQ(line.check.question.semantics.timeouts, Semantics::Timeouts::never);
  EXPECT_EQ(line.time, std::chrono::milliseconds(500));
  EXPECT_EQ(line.memory, 1ull << 30);
  EXPECT_EQ(line.threads, 3u);
  EXPECT_EQ(line.format, Format::json);
  EXPECT_EQ(line.output, "o");
  EXPECT_EQ(line.color, When::never);
  EXPECT_EQ(line.progress, When::always);
  EXPECT_EQ(line.run_file, "r.json");
  EXPECT_TRUE(line.full_trace);
}

TEST(CommandLine, the_last_of_several_values_wins) {
  EXPECT_EQ(good({"check", "a.c", "--time", "1", "--time", "2"}).time, std::chrono::seconds(2));
}

TEST(CommandLine, a_file_may_be_called_like_a_command) {
  EXPECT_EQ(good({"check", "replay", "check"}).files, (Words{"replay", "check"}));
}

TEST(CommandLine, each_mistake_gets_a_sentence_and_a_hint) {
  struct {
    Words words;
    std::string what, hint;
  } mistakes[] = {
      {{}, "what shall I do?", "fermata check FILE; 'fermata --help' tells more"},
      {{"check"}, "no file is given", "fermata check FILE"},
      {{"a.cpp"}, "'a.cpp' is not a command", "did you mean 'fermata check a.cpp'?"},
      {{"chekc", "a.cpp"}, "there is no command 'chekc'", "did you mean 'check'?"},
      {{"sing", "a.cpp"},
       "there is no command 'sing'",
       "the commands are check, explore, bounded, prove, replay, confirm, emit"},
      {{"--daemon", "check", "a.cpp"},
       "there is no option '--daemon' before a command",
       "write the command first: fermata check FILE"},
      {{"check", "a.cpp", "--tiem", "5"}, "there is no option '--tiem'", "did you mean '--time'?"},
      {{"check", "a.cpp", "--propperty=hang"}, "there is no option '--propperty'", "did you mean '--property'?"},
      {{"check", "a.cpp", "-std=c++20"},
       "there is no option '-std'",
       "'fermata check --help' lists the options; flags for clang go after '--'"},
      {{"check", "a.cpp", "--time"}, "--time needs a value: --time TIME", "'fermata check --help' lists the options"},
      {{"check", "a.cpp", "--time", "soon"},
       "--time: 'soon' is not a time",
       "write 500ms, 60s, 5m, or a number of seconds"},
      {{"check", "a.cpp", "--memory", "4"}, "--memory: '4' is not a size", "write 512M or 4G"},
      {{"check", "a.cpp", "--threads", "0"},
       "--threads: '0' is not a number of threads",
       "write a number from 1 to 64"},
      {{"check", "a.cpp", "--threads", "2x"},
       "--threads: '2x' is not a number of threads",
       "write a number from 1 to 64"},
      {{"check", "a.cpp", "--threads", "65"},
       "--threads: '65' is not a number of threads",
       "write a number from 1 to 64"},
      {{"check", "a.cpp", "--input-range", "5"},
       "--input-range: '5' is not a range",
       "write two numbers, the smaller one first: -1..10"},
      {{"check", "a.cpp", "--input-range", "1.."},
       "--input-range: '1..' is not a range",
       "write two numbers, the smaller one first: -1..10"},
      {{"check", "a.cpp", "--input-range", "..3"},
       "--input-range: '..3' is not a range",
       "write two numbers, the smaller one first: -1..10"},
      {{"check", "a.cpp", "--input-range", "3..1"},
       "--input-range: '3..1' is not a range",
       "write two numbers, the smaller one first: -1..10"},
      {{"check", "a.cpp", "--input-range", "1..2..3"},
       "--input-range: '1..2..3' is not a range",
       "write two numbers, the smaller one first: -1..10"},
      {{"check", "a.cpp", "--input-range", "0..0x9"},
       "--input-range: '0..0x9' is not a range",
       "write two numbers, the smaller one first: -1..10"},
      {{"check", "a.cpp", "--input-range", "a..b"},
       "--input-range: 'a..b' is not a range",
       "write two numbers, the smaller one first: -1..10"},
      {{"check", "a.cpp", "--input-range", "1..99999999999999999999"},
       "--input-range: '1..99999999999999999999' is not a range",
       "write two numbers, the smaller one first: -1..10"},
      {{"check", "a.cpp", "--timeouts", "perhaps"}, "--timeouts: 'perhaps' is not one of may, never, always", ""},
      {{"check", "a.cpp", "--property", "hang,beauty"},
       "--property: there is no property 'beauty'",
       "choose among hang, safety and termination, separated by commas"},
      {{"check", "a.cpp", "--property", ""},
       "--property: there is no property ''",
       "choose among hang, safety and termination, separated by commas"},
      {{"check", "a.cpp", "--fairness", "kind"}, "--fairness: 'kind' is not one of strong, weak, none", ""},
      {{"bounded", "a.cpp", "--engine", "explore"},
       "'fermata bounded' asks the engine 'bounded', and not 'explore'",
       "fermata check --engine explore FILE"},
      {{"check", "a.cpp", "--property", "termination", "--daemon"},
       "--daemon says that the program need not end, and termination that it must",
       "leave one of them out"},
      {{"check", "a.cpp", "--spurious-failures", "on", "--property", "hang,termination"},
       "termination cannot be checked with --spurious-failures on",
       "check hang and safety with it, and termination without"},
      {{"check", "a.cpp", "--as", "ir"},
       "'fermata check' has no option '--as'",
       "'fermata check --help' lists the options"},
      {{"emit", "a.cpp", "--as", "promela", "--model-threads", "none"},
       "--model-threads: 'none' is not a number of threads",
       "write a number from 1 to 64; main is one of them"},
      {{"emit", "a.cpp", "--as", "poem"}, "--as: 'poem' is not one of ir, promela, model, dot", ""},
      {{"replay", "a", "b"}, "one run at a time can be replayed", ""},
      {{"replay", "a", "--", "-O2"}, "a run file has its own clang flags", "leave out what follows '--'"},
  };
  for (const auto& [words, what, hint] : mistakes) {
    auto error = bad(words);
    EXPECT_EQ(error.what, what);
    EXPECT_EQ(error.hint, hint);
  }
}

TEST(CommandLine, a_range_of_inputs_may_be_negative_and_as_wide_as_a_number) {
  const auto range = [](const std::string& text) {
    return good({"check", "a.cpp", "--input-range", text}).check.question.semantics.input_range;
  };
  EXPECT_EQ(range("-3..-1"), (InputRange{-3, -1}));
  EXPECT_EQ(range("7..7"), (InputRange{7, 7}));
  EXPECT_EQ(range("-9223372036854775808..9223372036854775807"), (InputRange{INT64_MIN, INT64_MAX}));
  EXPECT_EQ(range("none"), std::nullopt);
}

TEST(CommandLine, help_and_version_are_printed_whatever_else_is_missing) {
  EXPECT_NE(good({"--help"}).print.find("Examples:"), std::string::npos);
  EXPECT_NE(good({"check", "--help"}).print.find("--spurious-wakeups on|off"), std::string::npos);
  EXPECT_EQ(good({"--version"}).print, "fermata " + version() + "\n");
}

TEST(CommandLine, help_is_a_command_too) {
  EXPECT_EQ(good({"help"}).print, good({"--help"}).print);
  EXPECT_EQ(good({"help", "prove"}).print, good({"prove", "--help"}).print);
  EXPECT_FALSE(parse(std::vector<std::string>{"help", "moon"}));
}

TEST(Flags, each_is_named_once_documented_and_in_the_help_of_its_commands) {
  std::set<std::string_view> names;
  for (const auto& flag : flags()) {
    EXPECT_TRUE(flag.name.starts_with("--"));
    EXPECT_TRUE(names.insert(flag.name).second) << flag.name;
    EXPECT_FALSE(flag.help.empty()) << flag.name;
    for (auto command : {Command::check, Command::explore, Command::bounded, Command::prove, Command::replay,
                         Command::confirm, Command::emit})
      EXPECT_EQ(help(command).find(fmt::format("\n  {} ", flag.name)) != std::string::npos,
                (flag.commands & set_of(command)) != 0)
          << flag.name;
  }
}

TEST(Flags, the_value_that_is_shown_can_be_set) {
  for (const auto& flag : flags()) {
    if (!flag.machine || flag.shown(CommandLine{}).empty()) continue;  // nothing is left out of run files
    CommandLine line;
    EXPECT_TRUE(flag.set(line, flag.shown(CommandLine{}))) << flag.name;
    EXPECT_EQ(flag.shown(line), flag.shown(CommandLine{})) << flag.name;
  }
}

TEST(Flags, the_options_of_the_machine_go_to_a_run_file_and_back) {
  auto line = good({"check", "a.c", "--daemon", "--timeouts", "always", "--spurious-wakeups", "off"});
  auto options = machine_options(line);
  EXPECT_EQ(options, (std::map<std::string, std::string>{{"compile-commands", "none"},
                                                         {"conventions", "none"},
                                                         {"daemon", "on"},
                                                         {"fairness", "strong"},
                                                         {"ignore", "none"},
                                                         {"input-range", "none"},
                                                         {"rwlocks", "readers"},
                                                         {"sections", "all"},
                                                         {"spurious-failures", "off"},
                                                         {"spurious-wakeups", "off"},
                                                         {"timeouts", "always"},
                                                         {"values", "relevant"}}));
  CommandLine back;
  EXPECT_TRUE(set_machine_options(back, options));
  EXPECT_EQ(machine_options(back), options);
  EXPECT_TRUE(names_machine_options(options));
  for (const auto& [key, value] : machine_options(CommandLine())) {
    auto fewer = options;
    fewer.erase(key);
    EXPECT_FALSE(names_machine_options(fewer)) << key;
  }
  EXPECT_FALSE(set_machine_options(back, {{"moon", "full"}}));
  EXPECT_FALSE(set_machine_options(back, {{"timeouts", "sometimes"}}));
  EXPECT_FALSE(set_machine_options(back, {{"daemon", ""}}));
  EXPECT_FALSE(set_machine_options(back, {{"output", "/etc/passwd"}}));
}

TEST(CommandLine, help_names_the_engines_of_the_table) {
  std::string names = "auto";
  for (const auto& engine : portfolio::engines()) names += "|" + std::string(engine.name);
  const auto flag = std::ranges::find(flags(), "--engine", &Flag::name);
  ASSERT_NE(flag, flags().end());
  EXPECT_EQ(flag->value, names);
}

}  // namespace
}  // namespace fermata::cli
