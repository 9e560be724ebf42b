// SPDX-License-Identifier: Apache-2.0
#include "cli/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "cli/values.h"
#include "report/layout.h"

namespace fermata::cli {

namespace {

constexpr unsigned most_threads = 64;

template <class T, std::size_t n>
using Names = std::array<std::pair<std::string_view, T>, n>;

constexpr Names<bool, 2> switch_names{{{"on", true}, {"off", false}}};
constexpr Names<bool, 2> values_names{{{"relevant", false}, {"all", true}}};
constexpr Names<bool, 2> reduction_names{{{"transactions", true}, {"none", false}}};
constexpr Names<Semantics::Timeouts, 3> timeout_names{{{"may", Semantics::Timeouts::may},
                                                       {"never", Semantics::Timeouts::never},
                                                       {"always", Semantics::Timeouts::always}}};
constexpr Names<verdict::Fairness, 3> fairness_names{
    {{"strong", verdict::Fairness::strong}, {"weak", verdict::Fairness::weak}, {"none", verdict::Fairness::none}}};
constexpr Names<bool, 2> convention_names{{{"none", false}, {"svcomp", true}}};
constexpr Names<bool, 2> ignored_names{{{"none", false}, {"misuse", true}}};
constexpr Names<bool, 2> rwlock_names{{{"readers", false}, {"writers", true}}};
constexpr Names<When, 3> when_names{{{"auto", When::automatic}, {"always", When::always}, {"never", When::never}}};
constexpr Names<Form, 4> form_names{
    {{"ir", Form::ir}, {"promela", Form::promela}, {"model", Form::model}, {"dot", Form::dot}}};
constexpr Names<Format, 6> format_names{{{"text", Format::text},
                                         {"json", Format::json},
                                         {"html", Format::html},
                                         {"sarif", Format::sarif},
                                         {"junit", Format::junit},
                                         {"github", Format::github}}};

std::unexpected<Error> refuse(std::string what, std::string hint) {
  return std::unexpected(Error{std::move(what), "", std::move(hint)});
}

template <class T, std::size_t n>
Result<void> read(std::string_view value, const Names<T, n>& names, T& field) {
  std::array<std::string_view, n> words;
  std::ranges::transform(names, words.begin(), [](const auto& entry) { return entry.first; });
  for (const auto& [word, meaning] : names) {
    if (word != value) continue;
    field = meaning;
    return {};
  }
  return refuse(fmt::format("'{}' is not one of {}", value, fmt::join(words, ", ")), "");
}

Result<void> read_switch(std::string_view value, bool& field) {
  return read(value.empty() ? "on" : value, switch_names, field);
}

template <class T, std::size_t n>
std::string word(const Names<T, n>& names, T value) {
  return std::string(std::ranges::find(names, value, &std::pair<std::string_view, T>::second)->first);
}

Result<void> read_properties(CommandLine& line, std::string_view list) {
  std::vector<verdict::Property> properties;
  while (true) {
    auto comma = list.find(',');
    auto name = list.substr(0, comma);
    auto property = verdict::property_named(name);
    if (!property)
      return refuse(fmt::format("there is no property '{}'", name),
                    "choose among hang, safety and termination, separated by commas");
    if (std::ranges::find(properties, *property) == properties.end()) properties.push_back(*property);
    if (comma == list.npos) break;
    list.remove_prefix(comma + 1);
  }
  line.check.question.properties = std::move(properties);
  return {};
}

std::string properties_shown(const CommandLine& line) {
  std::vector<std::string_view> names;
  for (auto p : line.check.question.properties) names.push_back(name(p));
  return fmt::format("{}", fmt::join(names, ","));
}

Result<void> read_sections(CommandLine& line, std::string_view list) {
  const auto kinds = verdict::section_kinds_named(list);
  if (!kinds)
    return refuse(fmt::format("there is no kind of sections '{}'", list),
                  fmt::format("write all, none, or some of {}, separated by commas", verdict::section_kind_names()));
  line.check.question.sections = *kinds;
  return {};
}

Result<void> read_time(CommandLine& line, std::string_view value) {
  line.time = duration(value);
  if (!line.time)
    return refuse(fmt::format("'{}' is not a time", value), "write 500ms, 60s, 5m, or a number of seconds");
  return {};
}

Result<void> read_memory(CommandLine& line, std::string_view value) {
  line.memory = size(value);
  if (!line.memory) return refuse(fmt::format("'{}' is not a size", value), "write 512M or 4G");
  return {};
}

Result<void> read_threads(CommandLine& line, std::string_view value) {
  unsigned count = 0;
  const auto [end, error] = std::from_chars(value.begin(), value.end(), count);
  if (error != std::errc() || end != value.end() || count < 1 || count > most_threads)
    return refuse(fmt::format("'{}' is not a number of threads", value),
                  fmt::format("write a number from 1 to {}", most_threads));
  line.threads = count;
  return {};
}

Result<void> read_model_threads(CommandLine& line, std::string_view value) {
  unsigned count = 0;
  const auto [end, error] = std::from_chars(value.begin(), value.end(), count);
  if (error != std::errc() || end != value.end() || count < 1 || count > 64)
    return refuse(fmt::format("'{}' is not a number of threads", value),
                  "write a number from 1 to 64; main is one of them");
  line.model_threads = count;
  return {};
}

Result<void> read_rounds(std::string_view value, unsigned least, unsigned& rounds) {
  constexpr unsigned most_rounds = 1000;
  unsigned count = 0;
  const auto [end, error] = std::from_chars(value.begin(), value.end(), count);
  if (error != std::errc() || end != value.end() || count < least || count > most_rounds)
    return refuse(fmt::format("'{}' is not a number of rounds", value),
                  fmt::format("write a number from {} to {}", least, most_rounds));
  rounds = count;
  return {};
}

Result<void> read_bound(CommandLine& line, std::string_view value) {
  engine::bounded::Bounds& most = line.check.bounded.most;
  auto read = read_rounds(value, 1, most.stem);
  if (read) most.loop = most.stem;
  return read;
}

Result<void> read_engine(CommandLine& line, std::string_view value) {
  std::vector<std::string_view> names{"auto"};
  for (const auto& engine : portfolio::engines()) names.push_back(engine.name);
  if (std::ranges::find(names, value) == names.end())
    return refuse(fmt::format("there is no engine '{}'", value),
                  fmt::format("choose among {}", fmt::join(names, ", ")));
  line.check.engine = value;
  return {};
}

Result<void> read_input_range(CommandLine& line, std::string_view value) {
  auto& range = line.check.question.semantics.input_range;
  range.reset();
  if (value == "none") return {};  // what run files say
  InputRange read;
  const auto dots = value.find("..");
  const auto number = [](std::string_view text, std::int64_t& n) {
    const auto [end, error] = std::from_chars(text.begin(), text.end(), n);
    return error == std::errc() && end == text.end();
  };
  if (dots == value.npos || !number(value.substr(0, dots), read.first) || !number(value.substr(dots + 2), read.last) ||
      read.first > read.last)
    return refuse(fmt::format("'{}' is not a range", value), "write two numbers, the smaller one first: -1..10");
  range = read;
  return {};
}

std::string input_range_shown(const CommandLine& line) {
  const auto& range = line.check.question.semantics.input_range;
  return range ? fmt::format("{}..{}", range->first, range->last) : "none";
}

Result<void> read_name(std::string_view value, std::string& field) {
  if (value.empty()) return refuse("the name of a file is missing", "");
  field = value;
  return {};
}

Result<void> read_reports(CommandLine& line, std::string_view list) {
  std::vector<ReportFile> reports;
  while (true) {
    const auto comma = list.find(',');
    const auto one = list.substr(0, comma);
    const auto equals = one.find('=');
    if (equals == one.npos || equals + 1 == one.size())
      return refuse(fmt::format("'{}' does not say which format goes to which file", one),
                    "write html=hang.html,sarif=hang.sarif");
    auto& report = reports.emplace_back();
    if (auto known = read(one.substr(0, equals), format_names, report.format); !known) return known;
    report.name = one.substr(equals + 1);
    if (comma == list.npos) break;
    list.remove_prefix(comma + 1);
  }
  line.reports = std::move(reports);
  return {};
}

std::string reports_shown(const CommandLine& line) {
  std::vector<std::string> all;
  for (const auto& r : line.reports) all.push_back(fmt::format("{}={}", word(format_names, r.format), r.name));
  return fmt::format("{}", fmt::join(all, ","));
}

Result<void> read_arguments(CommandLine& line, std::string_view value) {
  if (!words(value)) return refuse(fmt::format("a quotation does not end in '{}'", value), "");
  line.arguments = value;
  return {};
}

// `list`: one on each line, as run files have them.
Result<void> add_pairs(std::vector<std::string>& pairs, std::string_view list, std::string_view form) {
  while (true) {
    const auto pair = list.substr(0, list.find('\n'));
    if (const auto equals = pair.find('='); equals == pair.npos || equals == 0)
      return refuse(fmt::format("'{}' is not of the form {}", pair, form), "");
    pairs.emplace_back(pair);
    if (pair.size() == list.size()) return {};
    list.remove_prefix(pair.size() + 1);
  }
}

constexpr std::string_view what = "What is checked", given = "What the program is given",
                           machine = "What the machine may do", limits = "Limits", output = "Output";

// Values that a run file stores, or that are the default for --help, come from `shown`.
constexpr Flag table[] = {
    {"--property", "LIST", what, "hang, safety, termination, or several separated by commas", checks, false,
     [](CommandLine& o, std::string_view v) { return read_properties(o, v); }, properties_shown},
    {"--fairness", "strong|weak|none", what,
     "for termination: a thread that can move again and again (weak: all the time) does move", checks, true,
     [](CommandLine& o, std::string_view v) { return read(v, fairness_names, o.check.question.fairness); },
     [](const CommandLine& o) { return word(fairness_names, o.check.question.fairness); }},
    {"--daemon", "", what, "the program need not end; only what was begun has to", checks, true,
     [](CommandLine& o, std::string_view v) { return read_switch(v, o.check.question.daemon); },
     [](const CommandLine& o) { return word(switch_names, o.check.question.daemon); }},
    {"--sections", "LIST", what,
     "with --daemon, what has to end: all, none, or some of mutex, critical, cond, barrier, semaphore, join, rwlock, "
     "shared, once, futex, latch, future and user, separated by commas",
     checks, true, read_sections, [](const CommandLine& o) { return verdict::name(o.check.question.sections); }},
    {"--first", "", what,
     "stop at the first violation; else the search for the other properties goes on for as long again, and at least 2 "
     "s",
     checks, false, [](CommandLine& o, std::string_view v) { return read_switch(v, o.check.first); },
     [](const CommandLine& o) { return word(switch_names, o.check.first); }},
    {"--exhaustive", "", what, "go on after a violation; count deadlock states and states that cannot finish", checks,
     false, [](CommandLine& o, std::string_view v) { return read_switch(v, o.check.explore.exhaustive); },
     [](const CommandLine& o) { return word(switch_names, o.check.explore.exhaustive); }},

    {"--engine", "auto|explore|bounded|prove", what,
     "who is asked; auto: explore, and beside it bounded, if that takes longer than a moment, then prove; bounded: "
     "deadlocks and loops of programs too large to explore; prove: that programs with inputs of any size end",
     checks, false, read_engine, [](const CommandLine& o) { return o.check.engine; }},
    {"--reduction", "transactions|none", what,
     "explore runs of commuting steps as one step; same answers, fewer states", checks, false,
     [](CommandLine& o, std::string_view v) { return read(v, reduction_names, o.check.explore.transactions); },
     [](const CommandLine& o) { return word(reduction_names, o.check.explore.transactions); }},
    {"--values", "relevant|all", what,
     "leave out of the state what nothing depends on, such as counters that are only printed; same answers", checks,
     true, [](CommandLine& o, std::string_view v) { return read(v, values_names, o.check.all_values); },
     [](const CommandLine& o) { return word(values_names, o.check.all_values || !o.check.explore.transactions); }},

    {"--compile-commands", "FOLDER", what,
     "-p FOLDER: flags for each source from FOLDER/compile_commands.json, before those after '--'", checks | emits,
     true,
     [](CommandLine& o, std::string_view v) {
       o.build.clear();
       return v == "none" ? Result<void>() : read_name(v, o.build);  // "none" is what run files say
     },
     [](const CommandLine& o) { return o.build.empty() ? std::string("none") : o.build; }},
    {"--args", "WORDS", given, "arguments of main, separated by spaces and quoted as for a shell", checks | emits, true,
     read_arguments, [](const CommandLine& o) { return o.arguments; }},
    {"--stdin", "FILE", given, "what the program reads from standard input, which is empty otherwise", checks | emits,
     true, [](CommandLine& o, std::string_view v) { return read_name(v, o.standard_input); },
     [](const CommandLine& o) { return o.standard_input; }},
    {"--env", "NAME=VALUE", given, "a variable of the environment, in which there are no others; may be repeated",
     checks | emits, true, [](CommandLine& o, std::string_view v) { return add_pairs(o.environment, v, "NAME=VALUE"); },
     [](const CommandLine& o) { return fmt::format("{}", fmt::join(o.environment, "\n")); }},
    {"--file", "NAME=FILE", given,
     "if the program opens NAME for reading it finds what is in FILE; other files are missing; may be repeated",
     checks | emits, true,
     [](CommandLine& o, std::string_view v) { return add_pairs(o.files_to_read, v, "NAME=FILE"); },
     [](const CommandLine& o) { return fmt::format("{}", fmt::join(o.files_to_read, "\n")); }},

    {"--spurious-wakeups", "on|off", machine, "waits on condition variables may return without a signal",
     checks | emits, true,
     [](CommandLine& o, std::string_view v) {
       return read(v, switch_names, o.check.question.semantics.spurious_wakeups);
     },
     [](const CommandLine& o) { return word(switch_names, o.check.question.semantics.spurious_wakeups); }},
    {"--spurious-failures", "on|off", machine, "weak compare-exchange and try_lock may fail for no reason",
     checks | emits, true,
     [](CommandLine& o, std::string_view v) {
       return read(v, switch_names, o.check.question.semantics.spurious_failures);
     },
     [](const CommandLine& o) { return word(switch_names, o.check.question.semantics.spurious_failures); }},
    {"--timeouts", "may|never|always", machine, "whether timed waits time out; 'never' shows hangs behind polling",
     checks | emits, true,
     [](CommandLine& o, std::string_view v) { return read(v, timeout_names, o.check.question.semantics.timeouts); },
     [](const CommandLine& o) { return word(timeout_names, o.check.question.semantics.timeouts); }},

    {"--rwlocks", "readers|writers", machine,
     "whether a writer that waits for a read-write lock keeps new readers out: it does not (readers, as in glibc), or "
     "it does",
     checks | emits, true,
     [](CommandLine& o, std::string_view v) { return read(v, rwlock_names, o.check.question.semantics.writers_first); },
     [](const CommandLine& o) { return word(rwlock_names, o.check.question.semantics.writers_first); }},
    {"--conventions", "none|svcomp", machine,
     "svcomp: abort ends the process and is no failure, and assume_abort_if_not is an assumption, as in SV-COMP",
     checks | emits, true,
     [](CommandLine& o, std::string_view v) {
       return read(v, convention_names, o.check.question.semantics.abort_ends);
     },
     [](const CommandLine& o) { return word(convention_names, o.check.question.semantics.abort_ends); }},

    {"--ignore", "none|misuse", machine,
     "misuse: unlocking what is not locked, joining twice and the like is no failure: it has no effect and returns an "
     "error",
     checks | emits, true,
     [](CommandLine& o, std::string_view v) {
       return read(v, ignored_names, o.check.question.semantics.ignores_misuse);
     },
     [](const CommandLine& o) { return word(ignored_names, o.check.question.semantics.ignores_misuse); }},
    {"--input-range", "LO..HI", machine,
     "inputs of more than a byte are among these; others need an assumption that bounds them", checks | emits, true,
     read_input_range, input_range_shown},

    {"--time", "TIME", limits, "stop after TIME (500ms, 60s, 5m) and say what is known", checks | confirms, false,
     read_time, [](const CommandLine& o) { return o.time ? shown(*o.time) : std::string("no limit"); }},
    {"--memory", "SIZE", limits, "stop at SIZE of memory (512M, 4G) and say what is known", checks, false, read_memory,
     [](const CommandLine& o) {
       return o.memory ? fmt::format("{}K", *o.memory / 1024) : std::string("most of the machine's");
     }},

    {"--threads", "N", limits, "explore with N threads of the processor; the answer is the same for any N", checks,
     false, read_threads,
     [](const CommandLine& o) { return o.threads ? fmt::format("{}", *o.threads) : std::string("all, at most 8"); }},

    {"--bound", "N", limits,
     "for the bounded engine: in each of at most N rounds every thread has one turn; as --stem N --lasso N", checks,
     false, read_bound,
     [](const CommandLine& o) {
       const auto& most = o.check.bounded.most;
       return most.stem == most.loop ? fmt::format("{}", most.stem) : std::string();
     }},
    {"--stem", "K1", limits, "for the bounded engine: rounds before a deadlock, or before the loop of a lasso", checks,
     false, [](CommandLine& o, std::string_view v) { return read_rounds(v, 0, o.check.bounded.most.stem); },
     [](const CommandLine& o) { return fmt::format("{}", o.check.bounded.most.stem); }},
    {"--lasso", "K2", limits, "for the bounded engine: rounds in the loop of a lasso", checks, false,
     [](CommandLine& o, std::string_view v) { return read_rounds(v, 1, o.check.bounded.most.loop); },
     [](const CommandLine& o) { return fmt::format("{}", o.check.bounded.most.loop); }},

    {"--no-cache", "", limits, "compile everything anew, and keep nothing for the next time",
     checks | replays | confirms | emits, false,
     [](CommandLine& o, std::string_view v) { return read_switch(v, o.no_cache); },
     [](const CommandLine& o) { return word(switch_names, o.no_cache); }},

    {"--certificate", "FILE", output, "where to write a proof for 'fermata confirm'", checks, false,
     [](CommandLine& o, std::string_view v) { return read_name(v, o.certificate); },
     [](const CommandLine& o) { return o.certificate; }},
    {"--format", "text|json|html|sarif|junit|github", output,
     "a report for people, scripts, a browser, tools for code or tests, or as annotations of a pull request",
     checks | replays | confirms, false,
     [](CommandLine& o, std::string_view v) { return read(v, format_names, o.format); },
     [](const CommandLine& o) { return word(format_names, o.format); }},
    {"--report", "FORMAT=FILE,...", output, "write reports to files besides: html=hang.html,sarif=hang.sarif",
     checks | replays | confirms, false, read_reports, reports_shown},
    {"--output", "FILE", output, "write to FILE instead of stdout", checks | replays | confirms | emits, false,
     [](CommandLine& o, std::string_view v) { return read_name(v, o.output); },
     [](const CommandLine& o) { return o.output; }},
    {"--full-trace", "", output, "every step of a long run", checks | replays, false,
     [](CommandLine& o, std::string_view v) { return read_switch(v, o.full_trace); },
     [](const CommandLine& o) { return word(switch_names, o.full_trace); }},
    {"--explain-reduction", "", output, "say which lock protects which variable", checks, false,
     [](CommandLine& o, std::string_view v) { return read_switch(v, o.check.explore.explain_reduction); },
     [](const CommandLine& o) { return word(switch_names, o.check.explore.explain_reduction); }},
    {"--run-file", "FILE", output,
     "where to keep a violation for 'fermata replay', or none (default: fermata-run.json with --format text)", checks,
     false, [](CommandLine& o, std::string_view v) { return read_name(v, o.run_file.emplace()); },
     [](const CommandLine& o) { return o.run_file.value_or(""); }},
    {"--color", "auto|always|never", output, "colours; auto: on a terminal, unless NO_COLOR is set or TERM is dumb",
     checks | replays | confirms, false,
     [](CommandLine& o, std::string_view v) { return read(v, when_names, o.color); },
     [](const CommandLine& o) { return word(when_names, o.color); }},
    {"--progress", "auto|always|never", output,
     "progress on stderr; auto: one moving line on a terminal, else a line each 10 s; always: a line each second",
     checks, false, [](CommandLine& o, std::string_view v) { return read(v, when_names, o.progress); },
     [](const CommandLine& o) { return word(when_names, o.progress); }},
    {"--as", "ir|promela|model|dot", output,
     "the form to print: what 'check' reads back, a model for SPIN, or the threads as automata", emits, false,
     [](CommandLine& o, std::string_view v) { return read(v, form_names, o.form); },
     [](const CommandLine& o) { return word(form_names, o.form); }},
    {"--model-threads", "N", output,
     "how many threads a model for SPIN has room for at a time (default: as many as the program seems to start)", emits,
     false, read_model_threads,
     [](const CommandLine& o) { return o.model_threads ? fmt::format("{}", o.model_threads) : std::string(); }},
};

struct Usage {
  Command command;
  std::string_view text;
};

constexpr std::string_view general_help = R"(fermata: can this multithreaded program hang?

Shows a hang as a short schedule that was replayed, or proves that there is none.

Usage:
  fermata check FILE... [options] [-- clang flags]    look for hangs and failures
  fermata explore FILE... [options] [-- clang flags]  the same, by exploring every schedule
  fermata bounded FILE... [options] [-- clang flags]  the same, within few context switches, by solving
  fermata prove FILE... [options] [-- clang flags]    prove that it always ends, also with inputs of any size
  fermata confirm CERTIFICATE.json [options]          check a proof that was found before
  fermata replay RUN.json [options]                   show a violation found before, step by step
  fermata emit FILE... [--as FORM] [-- clang flags]   print the program as the engines see it, or for SPIN
  fermata models                                      print what is modelled of the libraries, and how
  fermata COMMAND --help, fermata help COMMAND        the options of a command
  fermata help manual | man -l -                      all of that as a manual page
  fermata help KIND                                   what a kind of violation is: fermata help lost-wakeup

Examples:
  fermata check queue.cpp
  fermata check server.c pool.c --time 5m -- -std=c17 -Iinclude -DWORKERS=2
  fermata check daemon.cpp --daemon --timeouts never
  fermata check queue.cpp --format json > answer.json
  fermata check queue.cpp --report html=hang.html,sarif=hang.sarif
  fermata replay fermata-run.json --full-trace

FILE is C or C++ source, LLVM bitcode (.bc, .ll), Boogie (.bpl), or a program in Fermata's own form (.ir).

Exit codes:
  0  every checked property holds       2  wrong usage
  10 violated                           3  the input cannot be built, or uses what is not modelled
  5  unknown: a limit was reached       6  an error in Fermata itself
)";

constexpr Usage usages[] = {
    {Command::check, R"(Usage: fermata check FILE... [options] [-- clang flags]

Looks for hangs (deadlocks, lost wakeups, loops that cannot end) and failures (assertions, memory errors, misused locks).
Ctrl-C ends the search with what is known so far.

Examples:
  fermata check queue.cpp
  fermata check queue.cpp --time 60s --memory 2G -- -std=c++20 -DWORKERS=2
)"},
    {Command::explore, R"(Usage: fermata explore FILE... [options] [-- clang flags]

Like 'check', by exploring every schedule of a program with finitely many states, and by no other engine.

Examples:
  fermata explore queue.cpp --exhaustive
)"},
    {Command::bounded, R"(Usage: fermata bounded FILE... [options] [-- clang flags]

Like 'check', by solving, and by no other engine: deadlocks, and with '--property termination' fair loops, that few context
switches lead to. Says nothing about failures, and never that a property holds. '--progress always' prints each question with its
bounds, the size of its formula and the time it took.

Examples:
  fermata bounded philosophers.cpp --property termination --stem 1 --lasso 2 --progress always -- -DN=64
)"},
    {Command::prove, R"(Usage: fermata prove FILE... [options] [-- clang flags]

Like 'check --property termination', by looking for a proof that every fair run ends and none comes to rest before, and by no
other engine: numbers and inputs of any size are fine. It never says that a property is violated. A proof is believed only if
'confirm' has checked it, for which the solver cvc5 is needed. With '--certificate' it is kept. A run that fails counts as
ended: the answer says whether the proof excludes failures, and '--property termination,safety' asks for that, too.

Examples:
  fermata prove pool.cpp
  fermata prove pool.cpp --certificate pool.json
)"},
    {Command::confirm, R"(Usage: fermata confirm CERTIFICATE.json [options]

Builds the program anew and checks each claim of the proof that '--certificate' wrote, from the same directory.

Examples:
  fermata confirm pool.json
)"},
    {Command::replay, R"(Usage: fermata replay RUN.json [options]

Builds the program anew and replays the violation that 'fermata check' wrote to RUN.json, from the same directory.

Examples:
  fermata replay fermata-run.json --full-trace
)"},
    {Command::emit, R"(Usage: fermata emit FILE... [--as ir|promela|model|dot] [options] [-- clang flags]

Prints the program as the engines see it: with the runtime's models of threads and locks, after the front end. What it
prints with '--as ir', 'fermata check' reads. With '--as promela' it is a model for SPIN that has the same states; its first
lines say how to run it. A program for which there is no such model is refused (exit code 3). With '--as model' each thread is an
automaton over variables, as text; with '--as dot' it is a picture for Graphviz. What is not understood is an edge that says so.

Examples:
  fermata emit queue.cpp --output queue.ir -- -O1
  fermata emit philosophers.c --as promela -o philosophers.pml --spurious-wakeups off -- -DN=3
  fermata emit philosophers.c --as dot | dot -Tsvg -o philosophers.svg
)"},
};

}  // namespace

unsigned set_of(Command command) {
  switch (command) {
    case Command::none: return 0;
    case Command::check:
    case Command::bounded:
    case Command::prove:
    case Command::explore: return checks;
    case Command::replay: return replays;
    case Command::confirm: return confirms;
    case Command::emit: return emits;
  }
  return 0;
}

std::span<const Flag> flags() { return table; }

std::map<std::string, std::string> machine_options(const CommandLine& line) {
  std::map<std::string, std::string> options;
  for (const auto& flag : table)
    if (auto value = flag.shown(line); flag.machine && !value.empty()) options.emplace(flag.name.substr(2), value);
  return options;
}

Result<void> set_machine_options(CommandLine& line, const std::map<std::string, std::string>& options) {
  for (const auto& [key, value] : options) {
    auto flag = std::ranges::find_if(table, [&](const Flag& f) { return f.machine && f.name.substr(2) == key; });
    if (flag == std::end(table))
      return refuse(fmt::format("the run was made with the option '{}', which this version does not have", key), "");
    // On the command line a switch needs no value; a file that has none was not written by us.
    if (value.empty() || !flag->set(line, value))
      return refuse(fmt::format("the run was made with '{}' as its option '{}'; this version does not know that value",
                                value, key),
                    "");
  }
  return {};
}

Result<void> names_machine_options(const std::map<std::string, std::string>& options) {
  for (const auto& [key, value] : machine_options({}))
    if (!options.contains(key)) return refuse(fmt::format("it does not say what its option '{}' is", key), "");
  return {};
}

std::string_view introduction(Command command) {
  if (command == Command::none) return general_help;
  return std::ranges::find(usages, command, &Usage::command)->text;
}

std::string about(const Flag& flag) {
  static const CommandLine defaults;
  std::string text(flag.help);
  // A switch is off unless given, and a file is written only if named; both go without saying.
  if (auto value = flag.shown(defaults); !flag.value.empty() && !value.empty())
    text += fmt::format(" (default: {})", value);
  return text;
}

std::string help(Command command) {
  std::string text(introduction(command));
  if (command == Command::none) return text;
  constexpr std::size_t width = 110, left = 36;
  std::string_view group;
  for (const auto& flag : table) {
    if (!(flag.commands & set_of(command))) continue;
    if (flag.group != group) text += fmt::format("\n{}:\n", group = flag.group);
    auto spelt = fmt::format("  {} {}", flag.name, flag.value);
    for (const auto& line : report::wrapped(about(flag), width - left)) {
      text += report::padded(spelt, left) + line + "\n";
      spelt.clear();
    }
  }
  return text;
}

}  // namespace fermata::cli
