// SPDX-License-Identifier: Apache-2.0
#include "cli/run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <map>
#include <new>
#include <sstream>
#include <thread>

#include "base/require.h"
#include "cli/command_line.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "report/json.h"
#include "report/layout.h"
#include "report/run_file.h"
#include "report/text.h"

namespace fermata::cli {

namespace {

using verdict::Answer;
using verdict::Verdict;

constexpr const char* default_run_file = "fermata-run.json";

Result<std::string> read_file(const std::string& name) {
  errno = 0;
  std::ifstream in(name, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in || in.bad())
    return std::unexpected(Error{fmt::format("it cannot be read: {}", std::strerror(errno)), name, ""});
  return text.str();
}

enum class Links : std::uint8_t { follow, refuse };

// What cannot be written whole is taken away, so that nobody reads half an answer.
Result<void> write_file(const std::string& name, const std::string& text, Links links = Links::follow) {
  const auto failed = [&] {
    return std::unexpected(Error{fmt::format("it cannot be written: {}", std::strerror(errno)), name, ""});
  };
  struct stat about = {};
  if (links == Links::refuse && lstat(name.c_str(), &about) == 0 && !S_ISREG(about.st_mode))
    return std::unexpected(Error{S_ISLNK(about.st_mode) ? "it is a symbolic link; what it points to is not overwritten"
                                                        : "it is no ordinary file, and is not overwritten",
                                 name, "name another file with --run-file"});
  const int file =
      open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | (links == Links::refuse ? O_NOFOLLOW : 0), 0666);
  if (file < 0) return failed();
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto written = write(file, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) break;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  int why = rest.empty() ? 0 : errno;
  if (close(file) != 0 && why == 0) why = errno;
  if (why == 0) return {};
  if (stat(name.c_str(), &about) == 0 && S_ISREG(about.st_mode)) unlink(name.c_str());
  errno = why;
  return failed();
}

// Something that can be read again, by clang too, and that ends. A run file is read once, so that it may come through a
// pipe.
Result<void> readable(const std::string& name, bool once = false) {
  struct stat about = {};
  if (stat(name.c_str(), &about) != 0 || access(name.c_str(), R_OK) != 0)
    return std::unexpected(Error{fmt::format("it cannot be read: {}", std::strerror(errno)), name, ""});
  if (S_ISDIR(about.st_mode))
    return std::unexpected(Error{"it is a directory", name,
                                 once ? "name the file that 'fermata check' wrote" : "name the source files in it"});
  if (S_ISREG(about.st_mode) || (once && S_ISFIFO(about.st_mode))) return {};
  return std::unexpected(Error{"it is no ordinary file", name, "copy what it holds to a file, and name that"});
}

bool same_file(const std::string& one, const std::string& other) {
  struct stat a = {}, b = {};
  return stat(one.c_str(), &a) == 0 && stat(other.c_str(), &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// Three quarters of what the machine, or the container we are in, has: a tool that takes all is killed without an
// answer.
std::uint64_t default_memory() {
  auto total = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::uint64_t container = 0;
  if (std::ifstream limit("/sys/fs/cgroup/memory.max"); limit >> container && container != 0)
    total = std::min(total, container);
  return total / 4 * 3;
}

// clang and LLVM are processes of their own, whose memory does not count as ours; but it has a bound, too. Below this
// one nothing could be compiled.
constexpr std::uint64_t least_for_helpers = std::uint64_t{1} << 30;

// More of them take more memory and bring little.
unsigned default_threads() { return std::clamp(std::thread::hardware_concurrency(), 1u, 8u); }

// A word as a shell takes it.
std::string quoted(const std::string& word) {
  bool plain = !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
    return std::isalnum(c) || std::strchr("_-./+=:,@%", c);
  });
  if (plain) return word;
  std::string out = "'";
  for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// The user's source, read once per file.
class Sources {
 public:
  std::optional<std::string> line(const std::string& file, std::uint32_t number) {
    auto [entry, fresh] = lines_.try_emplace(file);
    if (fresh) {
      std::ifstream in(file);
      for (std::string text; std::getline(in, text);) entry->second.push_back(text);
    }
    if (number == 0 || number > entry->second.size()) return std::nullopt;
    return entry->second[number - 1];
  }

 private:
  std::map<std::string, std::vector<std::string>> lines_;
};

class Session {
 public:
  Session(CommandLine line, const Rooms& rooms, const Surroundings& around)
      : line_(std::move(line)), rooms_(rooms), around_(around) {}

  int run() {
    for (const auto& file : line_.files)
      if (auto found = readable(file, line_.command == Command::replay); !found)
        return complain(found.error(), ExitCode::usage);
    if (auto spared = inputs_are_spared(line_.files); !spared) return complain(spared.error(), ExitCode::usage);
    switch (line_.command) {
      case Command::none: break;
      case Command::explore: line_.check.engine = "explore"; return check();
      case Command::check: return check();
      case Command::replay: return replay();
      case Command::emit: return emit();
    }
    return ExitCode::usage;
  }

  int complain(const Error& error, int code) const {
    report::Paint paint{colored(around_.err_is_terminal)};
    auto what = error.what;
    if (what.find('\n') != what.npos) {
      // Another tool's own messages, with places of their own.
      around_.err << what << (what.ends_with('\n') ? "" : "\n");
      what = "it cannot be built";
    }
    around_.err << paint.bold((error.where.empty() ? "fermata" : error.where) + ":") << ' ' << paint.error("error:")
                << ' ' << paint.bold(what) << '\n';
    if (!error.hint.empty()) around_.err << "  " << paint.bold("hint:") << ' ' << error.hint << '\n';
    around_.err.flush();
    return code;
  }

  int print(const std::string& text, int code) const {
    if (!line_.output.empty()) {
      if (auto written = write_file(line_.output, text); !written) return complain(written.error(), ExitCode::usage);
      return code;
    }
    around_.out << text << std::flush;
    if (!around_.out) return complain({"stdout cannot be written", "", ""}, ExitCode::usage);
    return code;
  }

 private:
  bool colored(bool terminal) const {
    return line_.color == When::always || (line_.color == When::automatic && terminal && !around_.no_color);
  }

  // Whether nothing that was named to be written is one of these.
  Result<void> inputs_are_spared(const std::vector<std::string>& inputs) const {
    for (const auto& [flag, name] :
         {std::pair("--output", line_.output), std::pair("--run-file", line_.run_file.value_or(""))})
      for (const auto& input : inputs)
        if (!name.empty() && same_file(name, input))
          return std::unexpected(
              Error{fmt::format("{} would overwrite an input, {}", flag, input), name, "name another file"});
    return {};
  }

  int check() {
    Stop stop(line_.time, line_.memory.value_or(default_memory()));
    Interrupt interrupt(stop);
    if (auto enough = enough_memory(); !enough) return complain(enough.error(), ExitCode::usage);
    auto program = load(line_.files, line_.clang_flags, stop);
    if (!program) {
      auto stopped = std::get_if<Stopped>(&program.error());
      return stopped ? report(undecided(stopped->reason), line_.files, "") : give_up(program.error());
    }
    if (auto enough = enough_memory(); !enough) return complain(enough.error(), ExitCode::usage);
    auto verdict = answer(*program, stop);
    std::string replay_command;
    if (overall(verdict) == Answer::violated) replay_command = keep_run(verdict);
    return report(verdict, line_.files, replay_command);
  }

  Attempt<ir::Program> load(const std::vector<std::string>& files, const std::vector<std::string>& clang_flags,
                            const Stop& stop) const {
    return rooms_.load(files, clang_flags, stop, std::max(line_.memory.value_or(default_memory()), least_for_helpers));
  }

  // Before anything is explored.
  Result<void> enough_memory() const {
    const auto taken = resident_bytes();
    if (!line_.memory || taken < *line_.memory) return {};
    return std::unexpected(
        Error{fmt::format("--memory {} is too little: {} are taken before anything is explored",
                          bytes_text(*line_.memory), bytes_text(taken)),
              "", "clang and LLVM have memory of their own; give it some hundred megabytes more than that"});
  }

  int give_up(const std::variant<Error, Stopped>& why) const {
    if (auto error = std::get_if<Error>(&why)) return complain(*error, ExitCode::bad_input);
    return complain({std::get<Stopped>(why).reason, "", ""}, ExitCode::unknown);
  }

  // Nothing is known, for this reason.
  Verdict undecided(const std::string& reason) const {
    Verdict nothing;
    for (auto property : line_.check.question.properties) {
      auto& finding = nothing.findings.emplace_back();
      finding.property = property;
      finding.reason = reason;
    }
    nothing.statistics.emplace_back().peak_rss_bytes = peak_resident_bytes();
    return nothing;
  }

  Verdict answer(const ir::Program& program, Stop& stop) {
    ProgressLine progress(around_.err, line_.progress, around_.err_is_terminal, around_.width);
    try {
      portfolio::Options options = line_.check;
      options.explore.ahead.threads = line_.threads.value_or(default_threads());
      return rooms_.check(program, options, stop, [&](const portfolio::Progress& p) { progress.show(p); });
    } catch (const std::bad_alloc&) {
      return undecided("there was not enough memory");
    } catch (const LimitReached& limit) {
      return undecided(limit.what());
    }
  }

  // Writes the run file; gives the command that replays it, or nothing.
  std::string keep_run(const Verdict& verdict) const {
    if (line_.run_file == "none" || (!line_.run_file && line_.format == Format::json)) return "";
    auto name = line_.run_file.value_or(default_run_file);
    report::RunFile run{.tool_version = version(),
                        .files = line_.files,
                        .clang_flags = line_.clang_flags,
                        .options = machine_options(line_),
                        .violations = {}};
    for (const auto& f : verdict.findings)
      if (f.answer == Answer::violated) run.violations.push_back({f.property, f.kind, f.run});
    // The default name was not chosen by the user, so nothing that may matter to him is overwritten.
    auto written =
        !line_.run_file && std::ranges::any_of(line_.files, [&](const auto& file) { return same_file(file, name); })
            ? Result<void>(std::unexpected(
                  Error{"it is one of the inputs, and is not overwritten", name, "name another file with --run-file"}))
            : write_file(name, report::write_run(run), line_.run_file ? Links::follow : Links::refuse);
    if (!written) {
      // The answer is worth more than the file.
      complain(written.error(), 0);
      return "";
    }
    return "fermata replay " + quoted(name);
  }

  int replay() {
    auto text = read_file(line_.files[0]);
    if (!text) return complain(text.error(), ExitCode::usage);
    auto run = report::read_run(*text, line_.files[0]);
    if (!run) return complain(run.error(), ExitCode::bad_input);
    if (auto set = set_machine_options(line_, run->options); !set) return complain(set.error(), ExitCode::bad_input);
    for (const auto& file : run->files)
      if (auto found = readable(file); !found) {
        auto error = found.error();
        error.hint = "a run file names its inputs as they were typed: replay it from the same directory";
        return complain(error, ExitCode::bad_input);
      }
    if (auto spared = inputs_are_spared(run->files); !spared) return complain(spared.error(), ExitCode::usage);
    auto program = load(run->files, run->clang_flags, {});
    if (!program) return give_up(program.error());

    Verdict all;
    for (const auto& v : run->violations) {
      auto one = rooms_.replay(*program, line_.check, v.property, v.kind, v.run);
      if (!one) return complain(one.error(), ExitCode::bad_input);
      std::ranges::move(one->findings, std::back_inserter(all.findings));
      all.assumptions = std::move(one->assumptions);
      if (one->unmodelled) all.unmodelled = std::move(one->unmodelled);
    }
    return report(all, run->files, "");
  }

  int emit() {
    auto program = load(line_.files, line_.clang_flags, {});
    if (!program) return give_up(program.error());
    if (line_.form == Form::ir) return print(rooms_.print(*program), 0);
    auto model =
        rooms_.to_promela(*program, {.semantics = line_.check.question.semantics, .threads = line_.model_threads});
    if (!model) return complain(model.error(), ExitCode::bad_input);
    return print(*model, 0);
  }

  int report(Verdict verdict, const std::vector<std::string>& files, const std::string& replay_command) {
    // clang puts checks into sources before anything is removed. Bitcode comes as it is.
    if (std::ranges::any_of(files,
                            [](const std::string& file) { return file.ends_with(".bc") || file.ends_with(".ll"); }))
      verdict.assumptions.emplace_back("bitcode has no errors that its compiler has removed");
    if (line_.format == Format::json) return print(report::to_json(verdict, files, version()), exit_code(verdict));
    Sources sources;
    report::TextOptions options{
        .color = colored(line_.output.empty() && around_.out_is_terminal),
        .width = around_.width,
        .files = files,
        .replay_command = replay_command,
        .full = line_.full_trace,
        .source = [&](const std::string& file, std::uint32_t number) { return sources.line(file, number); }};
    return print(report::to_text(verdict, options), exit_code(verdict));
  }

  CommandLine line_;
  const Rooms& rooms_;
  const Surroundings& around_;
};

}  // namespace

int exit_code(const Verdict& verdict) {
  switch (overall(verdict)) {
    case Answer::holds: return verdict.unmodelled ? ExitCode::bad_input : ExitCode::holds;
    case Answer::violated: return ExitCode::violated;
    case Answer::unknown: return verdict.unmodelled ? ExitCode::bad_input : ExitCode::unknown;
  }
  return ExitCode::internal_error;
}

int run(std::span<const std::string> words, const Rooms& rooms, const Surroundings& around) {
  auto line = parse(words);
  if (!line) return Session({}, rooms, around).complain(line.error(), ExitCode::usage);
  Session session(*line, rooms, around);
  if (!line->print.empty()) return session.print(line->print, 0);
  try {
    return session.run();
  } catch (const std::bad_alloc&) {
    return session.complain({"there was not enough memory", "", ""}, ExitCode::unknown);
  } catch (const std::exception& e) {
    // InternalError, or an exception that a room should not have let out.
    return session.complain({fmt::format("internal error: {}", e.what()), "",
                             "this is a bug of Fermata, not of your program; please report it with the input"},
                            ExitCode::internal_error);
  }
}

}  // namespace fermata::cli
