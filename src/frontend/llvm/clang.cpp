// SPDX-License-Identifier: Apache-2.0
// clang as a child process.
//
// clang is told to emit what it would hand to its -O1 passes and then to run none of them: -O0 code
// is marked "do not optimise", and the passes themselves lose hangs (see pipeline.cpp).
//
// Our own header comes after all directories of the user's: it is there whether Fermata is installed or not, and it is
// the one that this Fermata understands.
//
// Everything goes through files in memory: whatever ends us, there is nothing to clean up.
//
// Roads not taken, which gain nothing in 150 ms: the line of -cc1 instead of the driver's (-###), and
// -fno-validate-pch. Without -g it takes 25 ms less, but variables have no names then.
//
// Two compilers run at a time: more would not fit a small machine beside the tool itself.
#include "frontend/llvm/clang.h"

#include <fmt/format.h>
#include <llvm/Support/Program.h>

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>

#include "base/require.h"
#include "runtime/embedded.h"

namespace fermata::frontend::llvm {
namespace {

constexpr std::size_t clangs_at_a_time = 2;
constexpr const char* llvm_bin = "/usr/lib/llvm-19/bin";

constexpr const char* our_folder = "/fermata-include";
/// Under this name clang reads the includes that it precompiles; it wants to see them again when it uses the result.
constexpr const char* includes_file = "/fermata-precompiled/includes.h";

/// Files that only clang sees, laid over the file system: the header that programs may include, and `includes`.
class Overlay {
 public:
  static Result<Overlay> make(std::string_view includes) {
    Overlay made;
    std::string roots;
    for (const auto& [name, text] : {std::pair(fmt::format("{}/fermata/fermata.h", our_folder), runtime_header()),
                                     std::pair(std::string(includes_file), includes)}) {
      if (text.empty()) continue;
      auto file = made.add(text);
      if (!file) return std::unexpected(file.error());
      roots += fmt::format(R"({}{{"type": "file", "name": "{}", "external-contents": "{}"}})",
                           roots.empty() ? "" : ", ", name, *file);
    }
    auto overlay = made.add(fmt::format(R"({{"version": 0, "use-external-names": false, "roots": [{}]}})", roots));
    if (!overlay) return std::unexpected(overlay.error());
    return made;
  }

  /// For clang's -ivfsoverlay.
  std::string path() const { return files_.back().path(); }

 private:
  Result<std::string> add(std::string_view text) {
    auto file = MemoryFile::make();
    if (!file) return std::unexpected(file.error());
    if (!file->append(text))
      return std::unexpected(Error{"cannot write a temporary file", "", "is there no memory left?"});
    return files_.emplace_back(std::move(*file)).path();
  }

  std::deque<MemoryFile> files_;
};

bool is_preprocessed(std::string_view file) { return file.ends_with(".i") || file.ends_with(".ii"); }

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
}

std::vector<std::string> arguments(const std::string& clang, const Call& call, const std::string& overlay,
                                   const std::vector<std::string>& flags_for_all) {
  bool cxx = call.source->language == Language::cxx;
  std::vector<std::string> user_flags = call.source->flags;
  user_flags.insert(user_flags.end(), flags_for_all.begin(), flags_for_all.end());
  std::vector<std::string> all{clang};
  auto add = [&](std::initializer_list<const char*> flags) { all.insert(all.end(), flags.begin(), flags.end()); };

  // What the user may override. Exceptions in C turn pthread_cleanup_push into plain landing pads.
  if (std::ranges::none_of(user_flags,
                           [](std::string_view f) { return starts_with_any(f, {"-std=", "--std=", "-ansi"}); })) {
    add({cxx ? "-std=gnu++20" : "-std=gnu17"});
  }
  add({"-fexceptions"});

  std::ranges::copy(without_flags_for_others(user_flags), std::back_inserter(all));
  // What is preprocessed already can be preprocessed once more, and then needs no way of its own.
  if (is_preprocessed(call.source->file)) add({"-x", cxx ? "c++" : "c"});

  // What the user may not override: the last one wins.
  add({"-g", "-O1", "-Xclang", "-disable-llvm-passes", "-fno-builtin", "-U_FORTIFY_SOURCE", "-mlong-double-64",
       "-fno-stack-protector", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-pthread"});
  // Signed numbers wrap (no_wrap.h), whatever checks of that the user asks for.
  if (std::ranges::find(user_flags, "-ftrapv") != user_flags.end()) add({"-fwrapv"});
  // The warning that large atomic operations are slow does not matter here, and would be an error with -Werror.
  add({"-Wno-atomic-alignment"});
  // Undefined behaviour that LLVM would remove is checked first. The handlers get no operands, so that no variable
  // escapes to them; link.cpp makes traps of them. An array at the end of a structure may have more room
  // behind it.
  add({"-fsanitize=array-bounds,unreachable,return,integer-divide-by-zero,shift-exponent,vla-bound,builtin",
       "-fsanitize-minimal-runtime", "-fno-sanitize-recover=all", "-fstrict-flex-arrays=0"});
  if (cxx) add({"-stdlib=libstdc++"});
  // One process, which writes no files of its own.
  add({"-fintegrated-cc1", "-fno-crash-diagnostics", "-D__FERMATA__=1", "-ivfsoverlay"});
  all.push_back(overlay);
  add({"-idirafter", our_folder});

  switch (call.purpose) {
    case Call::Purpose::compile:
      if (call.precompiled) {
        // As editors do it: the source is read from its first byte that is not precompiled. So nothing is included
        // twice, and all lines stay where they are. If it begins with a header of the user's, all of it is read.
        add({"-include-pch"});
        all.push_back(call.precompiled->file.path());
        if (call.covered > 0) {
          add({"-Xclang"});
          all.push_back(fmt::format("-preamble-bytes={},1", call.covered));
        }
      }
      add({"-emit-llvm", "-c"});
      all.push_back(argument(*call.source));
      break;
    case Call::Purpose::preprocess:
      add({"-E", "-frewrite-includes", "-v"});
      all.push_back(argument(*call.source));
      break;
    case Call::Purpose::precompile:
      // The driver looks for its input where the overlay is not seen. Whether the headers have changed since is for us
      // to know (precompiled.h); clang would only look at the times of files.
      add({"-fpch-instantiate-templates", "-Xclang", "-fno-pch-timestamp", "-Xclang", "-include", "-Xclang",
           includes_file, "-x", cxx ? "c++-header" : "c-header", "/dev/null"});
      break;
  }
  add({"-o", "-"});
  return all;
}

}  // namespace

/// One clang at work.
struct Clangs::Run {
  static Result<std::unique_ptr<Run>> start(const Call& call, const std::vector<std::string>& user_flags) {
    auto clang = find_clang(call.source->language);
    if (!clang) return std::unexpected(clang.error());
    auto output = MemoryFile::make(), messages = MemoryFile::make();
    if (!output) return std::unexpected(output.error());
    if (!messages) return std::unexpected(messages.error());
    auto overlay = Overlay::make(call.precompiled ? call.precompiled->includes : call.includes);
    if (!overlay) return std::unexpected(overlay.error());
    auto process = Subprocess::run(arguments(*clang, call, overlay->path(), user_flags), *output, *messages);
    if (!process) return std::unexpected(process.error());
    return std::make_unique<Run>(
        Run{&call, std::move(*output), std::move(*messages), std::move(*overlay), std::move(*process)});
  }

  const Call* call;
  MemoryFile output;
  MemoryFile messages;
  Overlay overlay;
  Subprocess process;
};

Result<std::string> find_clang(Language language) {
  bool cxx = language == Language::cxx;
  if (auto found = ::llvm::sys::findProgramByName(cxx ? "clang++-19" : "clang-19")) return *found;
  if (auto found = ::llvm::sys::findProgramByName(cxx ? "clang++" : "clang", {llvm_bin})) return *found;
  return std::unexpected(
      Error{cxx ? "clang++-19 was not found" : "clang-19 was not found", "",
            "install it (Debian: apt install clang-19), or give bitcode (.bc) made by clang 19 or older"});
}

std::vector<std::string> without_flags_for_others(const std::vector<std::string>& flags) {
  constexpr std::string_view with_a_value[] = {"-l", "-L", "-Xlinker", "-MF", "-MT", "-MQ", "-MJ"};
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (std::ranges::find(with_a_value, flags[i]) != std::end(with_a_value))
      ++i;
    else if (!starts_with_any(flags[i], {"-l", "-L", "-Wl,", "-rdynamic", "-M", "-save-temps", "--save-temps",
                                         "-fsanitize", "-fno-sanitize"}))
      kept.push_back(flags[i]);
  }
  return kept;
}

std::vector<std::string> flags_to_precompile(const Source& source, const std::vector<std::string>& user_flags) {
  return arguments("clang", {.source = &source, .purpose = Call::Purpose::precompile}, "overlay", user_flags);
}

std::string argument(const Source& source) { return source.file.starts_with('-') ? "./" + source.file : source.file; }

Clangs::Clangs(std::vector<Call> calls, std::vector<std::string> user_flags)
    : calls_(std::move(calls)), user_flags_(std::move(user_flags)) {}
Clangs::Clangs(Clangs&&) noexcept = default;
Clangs& Clangs::operator=(Clangs&&) noexcept = default;
Clangs::~Clangs() = default;

Result<void> Clangs::start() {
  while (started_ < calls_.size() && running_.size() < clangs_at_a_time) {
    auto run = Run::start(calls_[started_++], user_flags_);
    if (!run) return std::unexpected(run.error());
    running_.push_back(std::move(*run));
  }
  return {};
}

Attempt<Reply> Clangs::next(const Stop& stop, std::uint64_t memory) {
  FERMATA_REQUIRE(!done(), "there is a reply for each call");
  if (auto started = start(); !started) return std::unexpected(started.error());
  std::vector<Subprocess*> processes;
  for (auto& run : running_) processes.push_back(&run->process);
  const Run& oldest = *running_.front();
  const auto end = wait(processes, stop, memory);
  if (const auto* stopped = std::get_if<Stopped>(&end))
    return std::unexpected(
        Stopped{fmt::format("{} while clang compiled {}", stopped->reason, oldest.call->source->file)});
  Reply reply{std::get<Subprocess::End>(end), oldest.output.content(), oldest.messages.content()};
  running_.pop_front();
  return reply;
}

Attempt<std::vector<Reply>> run_clang(const std::vector<Call>& calls, const std::vector<std::string>& user_flags,
                                      const Stop& stop, std::uint64_t memory) {
  std::vector<Reply> replies;
  for (Clangs clangs(calls, user_flags); !clangs.done();) {
    auto reply = clangs.next(stop, memory);
    if (!reply) return std::unexpected(reply.error());
    replies.push_back(std::move(*reply));
    if (!replies.back().end.well()) break;
  }
  return replies;
}

}  // namespace fermata::frontend::llvm
