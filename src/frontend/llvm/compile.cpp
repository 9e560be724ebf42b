// SPDX-License-Identifier: Apache-2.0
// Sources to bitcode, by clang as a child process.
//
// clang is told to emit what it would hand to its -O1 passes and then to run none of them: -O0 code
// is marked "do not optimise", and the passes themselves lose hangs (see pipeline.cpp).
//
// Our own header comes after all directories of the user's: it is there whether Fermata is installed or not, and it is
// the one that this Fermata understands.
//
// Everything goes through files in memory: whatever ends us, there is nothing to clean up.
//
// Two compilers run at a time: more would not fit a small machine beside the tool itself.
#include "frontend/llvm/compile.h"

#include <fmt/format.h>
#include <llvm/Support/Program.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iterator>
#include <utility>

#include "base/require.h"
#include "base/subprocess.h"
#include "frontend/llvm/load.h"
#include "runtime/embedded.h"

namespace fermata::frontend::llvm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t clangs_at_a_time = 2;
constexpr const char* llvm_bin = "/usr/lib/llvm-19/bin";

/// The header that programs may include: a folder that only clang sees, laid over the file system.
class Header {
 public:
  static constexpr const char* folder = "/fermata-include";

  static Result<Header> make() {
    auto header = MemoryFile::make(), overlay = MemoryFile::make();
    if (!header) return std::unexpected(header.error());
    if (!overlay) return std::unexpected(overlay.error());
    const bool written = header->append(runtime_header()) &&
                         overlay->append(fmt::format(
                             R"({{"version": 0, "use-external-names": false, "roots": [)"
                             R"({{"type": "file", "name": "{}/fermata/fermata.h", "external-contents": "{}"}}]}})",
                             folder, header->path()));
    if (!written) return std::unexpected(Error{"cannot write a temporary file", "", "is there no memory left?"});
    return Header(std::move(*header), std::move(*overlay));
  }

  /// For clang's -ivfsoverlay.
  std::string overlay() const { return overlay_.path(); }

 private:
  Header(MemoryFile header, MemoryFile overlay) : header_(std::move(header)), overlay_(std::move(overlay)) {}
  MemoryFile header_;
  MemoryFile overlay_;
};

/// The compiler must not be newer than the library that reads its bitcode.
Result<std::string> find_clang(Language language) {
  bool cxx = language == Language::cxx;
  if (auto found = ::llvm::sys::findProgramByName(cxx ? "clang++-19" : "clang-19")) return *found;
  if (auto found = ::llvm::sys::findProgramByName(cxx ? "clang++" : "clang", {llvm_bin})) return *found;
  return std::unexpected(
      Error{cxx ? "clang++-19 was not found" : "clang-19 was not found", "",
            "install it (Debian: apt install clang-19), or give bitcode (.bc) made by clang 19 or older"});
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
}

/// Without flags that a build line may have and that do harm here: those for the linker (clang warns of them, and fails
/// with -Werror), those that write other files, and those for sanitizers (we set our own).
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

std::vector<std::string> arguments(const std::string& clang, const Source& source, const Header& header,
                                   const std::vector<std::string>& user_flags) {
  bool cxx = source.language == Language::cxx;
  std::vector<std::string> all{clang};
  auto add = [&](std::initializer_list<const char*> flags) { all.insert(all.end(), flags.begin(), flags.end()); };

  // What the user may override. Exceptions in C turn pthread_cleanup_push into plain landing pads.
  if (std::ranges::none_of(user_flags,
                           [](std::string_view f) { return starts_with_any(f, {"-std=", "--std=", "-ansi"}); })) {
    add({cxx ? "-std=gnu++20" : "-std=gnu17"});
  }
  add({"-fexceptions"});

  std::ranges::copy(without_flags_for_others(user_flags), std::back_inserter(all));

  // What the user may not override: the last one wins.
  add({"-g", "-O1", "-Xclang", "-disable-llvm-passes", "-fno-builtin", "-U_FORTIFY_SOURCE", "-mlong-double-64",
       "-fno-stack-protector", "-fno-strict-aliasing", "-fwrapv", "-fno-delete-null-pointer-checks", "-pthread"});
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
  all.push_back(header.overlay());
  add({"-idirafter", Header::folder, "-emit-llvm", "-c"});
  // A name that begins with '-' is no flag.
  all.push_back(source.file.starts_with('-') ? "./" + source.file : source.file);
  add({"-o", "-"});
  return all;
}

/// clang has crashed. Its stack trace is left out: a user can do nothing with it.
Error crash(const Source& source, const std::string& messages) {
  std::string what = "clang crashes on this file";
  if (auto own = messages.find("PLEASE submit a bug report"); own != std::string::npos && own != 0)
    what = messages.substr(0, own) + what;
  return {std::move(what), source.file, "it may be nested too deeply; 'clang-19 -c' on the same file shows more"};
}

Error failure(const Source& source, const Subprocess::End& end, std::string messages) {
  if (end.signal != 0 || end.code > 127 || messages.contains("PLEASE submit a bug report"))
    return crash(source, messages);
  std::string hint = "flags for clang go after --, for example: -- -std=c++17 -Iinclude -DNAME=1";
  if (messages.find("file not found") != std::string::npos) {
    hint = "give the directory of the header to clang, after --: -- -Idirectory";
  }
  while (!messages.empty() && messages.back() == '\n') messages.pop_back();
  if (messages.empty()) messages = "clang failed and did not say why";
  return {std::move(messages), source.file, std::move(hint)};
}

/// One clang at work on one source.
struct Run {
  const Source* source;
  MemoryFile output;
  MemoryFile messages;
  Subprocess process;
};

/// Bitcode, or its text form with -S.
bool is_llvm(std::string_view output) { return starts_with_any(output, {"BC", "; ModuleID"}); }

Result<Run> start(const Source& source, const Header& header, const std::vector<std::string>& user_flags) {
  auto clang = find_clang(source.language);
  if (!clang) return std::unexpected(clang.error());
  auto output = MemoryFile::make(), messages = MemoryFile::make();
  if (!output) return std::unexpected(output.error());
  if (!messages) return std::unexpected(messages.error());
  auto process = Subprocess::run(arguments(*clang, source, header, user_flags), *output, *messages);
  if (!process) return std::unexpected(process.error());
  return Run{&source, std::move(*output), std::move(*messages), std::move(*process)};
}

}  // namespace

Language language_of(std::string_view file) {
  const std::string extension = fs::path(file).extension().string();
  FERMATA_REQUIRE(std::ranges::find(extensions, extension) != std::end(extensions),
                  "a front end is chosen by the extension");
  if (extension == ".c") return Language::c;
  return extension == ".bc" || extension == ".ll" ? Language::bitcode : Language::cxx;
}

Attempt<Compiled> compile(const std::vector<Source>& sources, const std::vector<std::string>& user_flags,
                          const Stop& stop, std::uint64_t memory) {
  Compiled compiled;
  if (sources.empty()) return compiled;
  auto header = Header::make();
  if (!header) return std::unexpected(header.error());

  // Those that are still at work when we return end with `running`.
  std::deque<Run> running;
  std::size_t started = 0;
  while (started < sources.size() || !running.empty()) {
    while (started < sources.size() && running.size() < clangs_at_a_time) {
      auto run = start(sources[started++], *header, user_flags);
      if (!run) return std::unexpected(run.error());
      running.push_back(std::move(*run));
    }
    std::vector<Subprocess*> processes;
    for (Run& run : running) processes.push_back(&run.process);
    const Run& oldest = running.front();
    const auto end = wait(processes, stop, memory);
    if (const auto* stopped = std::get_if<Stopped>(&end))
      return std::unexpected(Stopped{fmt::format("{} while clang compiled {}", stopped->reason, oldest.source->file)});
    if (!std::get<Subprocess::End>(end).well())
      return std::unexpected(failure(*oldest.source, std::get<Subprocess::End>(end), oldest.messages.content()));
    compiled.warnings += oldest.messages.content();
    compiled.bitcode.push_back(oldest.output.content());
    if (!is_llvm(compiled.bitcode.back()))
      return std::unexpected(
          Error{"clang has compiled this file to something else than LLVM's bitcode", oldest.source->file,
                "take away what ends it early among the flags after '--', such as -E, -fsyntax-only or --help"});
    running.pop_front();
  }
  return compiled;
}

std::vector<std::string> system_directories(const std::vector<std::string>& user_flags) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < user_flags.size(); ++i) {
    for (std::string_view option : {"-isystem", "-idirafter"}) {
      const std::string& flag = user_flags[i];
      if (flag == option && i + 1 < user_flags.size())
        found.push_back(user_flags[i + 1]);
      else if (flag.starts_with(option) && flag.size() > option.size())
        found.push_back(flag.substr(option.size()));
    }
  }
  return found;
}

}  // namespace fermata::frontend::llvm
