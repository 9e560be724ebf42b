// SPDX-License-Identifier: Apache-2.0
#include "cli/run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>
#include <fstream>
#include <map>
#include <new>
#include <thread>

#include "base/require.h"
#include "cli/command_line.h"
#include "cli/compile_commands.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/sources.h"
#include "cli/values.h"
#include "model/print.h"
#include "report/certificate_file.h"
#include "report/github.h"
#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/layout.h"
#include "report/run_file.h"
#include "report/sarif.h"
#include "report/text.h"

namespace fermata::cli {

namespace {

using verdict::Answer;
using verdict::Verdict;

constexpr const char* default_run_file = "fermata-run.json";
// To make automata for people to look at.
constexpr std::chrono::seconds emit_time{60};
constexpr std::uint64_t emit_memory = std::uint64_t{2} << 30;

enum class Links : std::uint8_t { follow, refuse };

// A file that cannot be written completely is removed, so that nobody reads half an answer.
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

// Whether a file of this name can be written later, as far as one can tell without touching it.
Result<void> writable(const std::string& name) {
  struct stat about = {};
  const bool exists = stat(name.c_str(), &about) == 0;
  const auto slash = name.rfind('/');
  const std::string folder = slash == name.npos ? "." : name.substr(0, slash + 1);
  if (exists && S_ISDIR(about.st_mode))
    errno = EISDIR;
  else if (exists ? access(name.c_str(), W_OK) == 0 : access(folder.c_str(), W_OK | X_OK) == 0)
    return {};
  return std::unexpected(Error{fmt::format("it cannot be written: {}", std::strerror(errno)), name, ""});
}

bool same_file(const std::string& one, const std::string& other) {
  struct stat a = {}, b = {};
  return stat(one.c_str(), &a) == 0 && stat(other.c_str(), &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// Three quarters of the memory of the machine or container: if we took all of it, we would be killed without an answer.
std::uint64_t default_memory() {
  auto total = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::uint64_t container = 0;
  if (std::ifstream limit("/sys/fs/cgroup/memory.max"); limit >> container && container != 0)
    total = std::min(total, container);
  return total / 4 * 3;
}

// clang and LLVM run in processes of their own. --memory limits each of them, too, but not below this, since then
// nothing could be compiled.
constexpr std::uint64_t least_for_helpers = std::uint64_t{1} << 30;

// More threads take more memory and are hardly faster.
unsigned default_threads() { return std::clamp(std::thread::hardware_concurrency(), 1u, 8u); }

// `word` quoted for a shell.
std::string quoted(const std::string& word) {
  bool plain = !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
    return std::isalnum(c) || std::strchr("_-./+=:,@%", c);
  });
  if (plain) return word;
  std::string out = "'";
  for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

class Session {
 public:
  Session(CommandLine line, const Rooms& rooms, const Surroundings& around)
      : line_(std::move(line)), rooms_(rooms), around_(around) {}

  int run() {
    for (const auto& file : line_.files)
      if (auto found = readable(file, reads_answer() ? Use::run_file : Use::input); !found)
        return complain(found.error(), ExitCode::usage);
    if (auto spared = inputs_are_spared(line_.files); !spared) return complain(spared.error(), ExitCode::usage);
    if (auto fine = outputs_are_writable(); !fine) return complain(fine.error(), ExitCode::usage);
    if (!line_.build.empty())
      if (auto found = flags_in_build(line_.build, line_.files); !found)
        return complain(found.error(), ExitCode::usage);
    switch (line_.command) {
      case Command::none: break;
      case Command::explore: line_.check.engine = "explore"; return check();
      case Command::bounded: line_.check.engine = "bounded"; return check();
      case Command::prove: line_.check.engine = "prove"; return check();
      case Command::check: return check();
      case Command::replay: return replay();
      case Command::confirm: return confirm();
      case Command::emit: return emit();
    }
    return ExitCode::usage;
  }

  int complain(const Error& error, int code) const {
    report::Paint paint{colored(around_.err_is_terminal)};
    auto what = error.what;
    if (what.find('\n') != what.npos) {
      // Messages of clang, which name their places themselves.
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

  bool reads_answer() const { return line_.command == Command::replay || line_.command == Command::confirm; }

  /// The files that we are told to write, each with its flag.
  std::vector<std::pair<std::string, std::string>> outputs() const {
    std::vector<std::pair<std::string, std::string>> all{
        {"--output", line_.output}, {"--run-file", line_.run_file.value_or("")}, {"--certificate", line_.certificate}};
    for (const auto& report : line_.reports) all.emplace_back("--report", report.name);
    std::erase_if(all, [](const auto& entry) { return entry.second.empty(); });
    return all;
  }

  // An error if a file that we are told to write is one of the inputs.
  Result<void> inputs_are_spared(const std::vector<std::string>& inputs) const {
    for (const auto& [flag, name] : outputs())
      for (const auto& input : inputs)
        if (same_file(name, input))
          return std::unexpected(
              Error{fmt::format("{} would overwrite an input, {}", flag, input), name, "name another file"});
    return {};
  }

  // An error if one of them cannot be written, or is asked for twice: it is better said before an hour of exploring.
  Result<void> outputs_are_writable() const {
    const auto all = outputs();
    for (auto one = all.begin(); one != all.end(); ++one) {
      if (std::any_of(all.begin(), one, [&](const auto& before) { return before.second == one->second; }))
        return std::unexpected(Error{"two reports cannot go to one file", one->second, "name another file"});
      // A run file that cannot be written is no reason to keep the answer back.
      if (one->first == "--run-file") continue;
      if (auto can = writable(one->second); !can) return can;
    }
    return {};
  }

  int check() {
    Stop stop(line_.time, line_.memory.value_or(default_memory()));
    Interrupt interrupt(stop);
    if (auto enough = enough_memory(); !enough) return complain(enough.error(), ExitCode::usage);
    auto loaded = load(line_.files, line_.clang_flags, stop);
    if (!loaded) {
      auto stopped = std::get_if<Stopped>(&loaded.error());
      return stopped ? report(undecided(stopped->reason), line_.files, "") : give_up(loaded.error());
    }
    if (auto enough = enough_memory(); !enough) return complain(enough.error(), ExitCode::usage);
    auto verdict = answer(loaded->program, stop);
    std::ranges::move(loaded->assumptions, std::back_inserter(verdict.assumptions));
    std::string replay_command;
    if (overall(verdict) == Answer::violated) replay_command = keep_run(verdict);
    if (!line_.certificate.empty())
      if (auto kept = keep_certificate(verdict); !kept) return complain(kept.error(), ExitCode::usage);
    return report(verdict, line_.files, replay_command);
  }

  Attempt<Loaded> load(const std::vector<std::string>& files, const std::vector<std::string>& clang_flags,
                       const Stop& stop) {
    std::map<std::string, std::vector<std::string>> flags_of;
    if (!line_.build.empty()) {
      auto found = flags_in_build(line_.build, files);
      if (!found) return std::unexpected(found.error());
      flags_of = std::move(*found);
      for (const auto& file : files)
        if (!flags_of.contains(file))
          around_.err << report::printable(file) << ": note: it is not in the compile commands of "
                      << report::printable(line_.build) << ", and has only the flags after '--'\n";
    }
    auto given = what_is_given();
    if (!given) return std::unexpected(given.error());
    ProgressLine progress(around_.err, line_.progress, around_.err_is_terminal, around_.width);
    progress.show({.text = "compiling"});
    auto loaded = rooms_.load({.files = files,
                               .clang_flags = clang_flags,
                               .stop = stop,
                               .process_memory = std::max(line_.memory.value_or(default_memory()), least_for_helpers),
                               .sources = sources_,
                               .flags_of = std::move(flags_of),
                               .cache = line_.no_cache ? std::string() : around_.cache,
                               .given = std::move(*given),
                               .svcomp = line_.check.question.semantics.abort_ends});
    progress.clear();
    if (loaded) around_.err << loaded->warnings << std::flush;
    return loaded;
  }

  Result<frontend::llvm::Given> what_is_given() {
    frontend::llvm::Given given{.arguments = words(line_.arguments).value_or(std::vector<std::string>()),
                                .environment = line_.environment,
                                .standard_input = {},
                                .files = {}};
    const auto bytes = [&](const std::string& file) { return sources_.text(file, Use::run_file); };
    if (!line_.standard_input.empty()) {
      auto text = bytes(line_.standard_input);
      if (!text) return std::unexpected(text.error());
      given.standard_input = *text;
    }
    for (const std::string& pair : line_.files_to_read) {
      const auto equals = pair.find('=');
      auto text = bytes(pair.substr(equals + 1));
      if (!text) return std::unexpected(text.error());
      given.files.emplace_back(pair.substr(0, equals), *text);
    }
    return given;
  }

  // To be called before anything is explored.
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

  // A verdict in which every property is unknown for this reason.
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
    std::optional<double> most;
    if (line_.time) most = std::chrono::duration<double>(*line_.time).count();
    ProgressLine progress(around_.err, line_.progress, around_.err_is_terminal, around_.width, most);
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
    if (line_.run_file == "none" || (!line_.run_file && line_.format != Format::text)) return "";
    auto name = line_.run_file.value_or(default_run_file);
    report::RunFile run{.tool_version = version(),
                        .files = line_.files,
                        .clang_flags = line_.clang_flags,
                        .options = machine_options(line_),
                        .violations = {}};
    for (const auto& f : verdict.findings)
      if (f.answer == Answer::violated) run.violations.push_back({f.property, f.kind, f.run});
    // The user did not choose the default name, so under that name no input and no link is overwritten.
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

  // Writes what was shown by a certificate; nothing, if nothing was.
  Result<void> keep_certificate(const Verdict& verdict) const {
    report::CertificateFile file{.tool_version = version(),
                                 .files = line_.files,
                                 .clang_flags = line_.clang_flags,
                                 .options = machine_options(line_),
                                 .properties = {},
                                 .because = {},
                                 .certificate = {}};
    const auto keep = [&](const verdict::Finding& f) {
      if (!f.certificate || (!file.properties.empty() && *f.certificate != file.certificate)) return;
      file.properties.push_back(f.property);
      if (!f.because.empty()) file.because = f.because;
      file.certificate = *f.certificate;
    };
    for (const auto& f : verdict.findings) keep(f);
    if (verdict.safety_besides) keep(*verdict.safety_besides);
    if (file.properties.empty()) return {};
    return write_file(line_.certificate, report::write_certificate(file));
  }

  int confirm() {
    auto text = sources_.text(line_.files[0], Use::run_file);
    if (!text) return complain(text.error(), ExitCode::usage);
    auto file = report::read_certificate(*text, line_.files[0]);
    if (!file) return complain(file.error(), ExitCode::bad_input);
    if (auto complete = names_machine_options(file->options); !complete)
      return complain(complete.error(), ExitCode::bad_input);
    if (auto set = set_machine_options(line_, file->options); !set) return complain(set.error(), ExitCode::bad_input);
    line_.check.question.properties = file->properties;
    if (auto fine = consistent(line_.check.question); !fine) return complain(fine.error(), ExitCode::bad_input);
    for (const auto& name : file->files)
      if (auto found = readable(name, Use::input); !found) {
        auto error = found.error();
        error.hint = "a certificate names its inputs as they were typed: confirm it from the same directory";
        return complain(error, ExitCode::bad_input);
      }
    if (auto spared = inputs_are_spared(file->files); !spared) return complain(spared.error(), ExitCode::usage);
    Stop stop(line_.time, default_memory());
    Interrupt interrupt(stop);
    auto loaded = load(file->files, file->clang_flags, stop);
    if (!loaded) return give_up(loaded.error());
    auto verdict = rooms_.confirm(loaded->program, line_.check, file->certificate, stop);
    std::ranges::move(loaded->assumptions, std::back_inserter(verdict.assumptions));
    return report(verdict, file->files, "");
  }

  int replay() {
    auto text = sources_.text(line_.files[0], Use::run_file);
    if (!text) return complain(text.error(), ExitCode::usage);
    auto run = report::read_run(*text, line_.files[0]);
    if (!run) return complain(run.error(), ExitCode::bad_input);
    if (auto set = set_machine_options(line_, run->options); !set) return complain(set.error(), ExitCode::bad_input);
    line_.check.question.properties.clear();
    for (const auto& v : run->violations) line_.check.question.properties.push_back(v.property);
    if (auto fine = consistent(line_.check.question); !fine) return complain(fine.error(), ExitCode::bad_input);
    for (const auto& file : run->files)
      if (auto found = readable(file, Use::input); !found) {
        auto error = found.error();
        error.hint = "a run file names its inputs as they were typed: replay it from the same directory";
        return complain(error, ExitCode::bad_input);
      }
    if (auto spared = inputs_are_spared(run->files); !spared) return complain(spared.error(), ExitCode::usage);
    auto loaded = load(run->files, run->clang_flags, {});
    if (!loaded) return give_up(loaded.error());

    Verdict all;
    for (const auto& v : run->violations) {
      auto one = rooms_.replay(loaded->program, line_.check, v.property, v.kind, v.run);
      if (!one) return complain(one.error(), ExitCode::bad_input);
      std::ranges::move(one->findings, std::back_inserter(all.findings));
      all.assumptions = std::move(one->assumptions);
      if (one->unmodelled) all.unmodelled = std::move(one->unmodelled);
    }
    std::ranges::move(loaded->assumptions, std::back_inserter(all.assumptions));
    return report(all, run->files, "");
  }

  int emit() {
    auto loaded = load(line_.files, line_.clang_flags, {});
    if (!loaded) return give_up(loaded.error());
    if (line_.form == Form::ir) return print(rooms_.print(loaded->program), 0);
    if (line_.form == Form::model || line_.form == Form::dot) {
      const Stop stop(emit_time, emit_memory);
      const auto system = rooms_.lift(loaded->program, {.semantics = line_.check.question.semantics}, stop);
      if (!system) return give_up(system.error());
      return print(
          line_.form == Form::dot ? model::to_dot(*system, loaded->program) : model::to_text(*system, loaded->program),
          0);
    }
    auto model = rooms_.to_promela(loaded->program,
                                   {.semantics = line_.check.question.semantics, .threads = line_.model_threads});
    if (!model) return complain(model.error(), ExitCode::bad_input);
    return print(*model, 0);
  }

  int report(const Verdict& verdict, const std::vector<std::string>& files, const std::string& replay_command) {
    report::TextOptions options{
        .color = false,
        .width = around_.width,
        .files = files,
        .replay_command = replay_command,
        .full = line_.full_trace,
        .source = [&](const std::string& file, std::uint32_t number) { return sources_.line(file, number); }};
    for (const auto& [format, name] : line_.reports)
      if (auto written = write_file(name, told(format, verdict, options)); !written)
        return complain(written.error(), ExitCode::usage);
    options.color = colored(line_.output.empty() && around_.out_is_terminal);
    const int code = print(told(line_.format, verdict, options), exit_code(verdict));
    if (around_.annotates && line_.format == Format::text) around_.out << report::to_github(verdict) << std::flush;
    return code;
  }

  static std::string told(Format format, const Verdict& verdict, const report::TextOptions& options) {
    switch (format) {
      case Format::text: return report::to_text(verdict, options);
      case Format::json: return report::to_json(verdict, options.files, version());
      case Format::html: return report::to_html(verdict, options, version());
      case Format::sarif: return report::to_sarif(verdict, options.files, version());
      case Format::junit: return report::to_junit(verdict, options);
      case Format::github: return report::to_github(verdict);
    }
    return "";
  }

  CommandLine line_;
  const Rooms& rooms_;
  const Surroundings& around_;
  Sources sources_;
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
