// SPDX-License-Identifier: Apache-2.0
// Sources to bitcode, by clang as a child process.
//
// clang is told to emit what it would hand to its -O1 passes and then to run none of them: -O0 code
// is marked "do not optimise", and the passes themselves lose hangs (see pipeline.cpp).
//
// Our own header is written to where clang finds it, after all directories of the user's: it is there whether Fermata is
// installed or not, and it is the one that this Fermata understands.
//
// Two compilers run at a time: more would not fit a small machine beside the tool itself.
#include "frontend/llvm/compile.h"

#include <stdlib.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Program.h>

#include "runtime/embedded.h"

namespace fermata::frontend {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t clangs_at_a_time = 2;
constexpr const char* llvm_bin = "/usr/lib/llvm-19/bin";

/// A directory nobody else can read, gone with everything in it when this goes.
class TemporaryDirectory {
 public:
  static Result<TemporaryDirectory> make() {
    std::error_code error;
    fs::path base = fs::temp_directory_path(error);
    if (error) return std::unexpected(Error{"there is no directory for temporary files: " + error.message(), "", ""});
    std::string pattern = (base / "fermata-XXXXXX").string();
    if (!mkdtemp(pattern.data())) {
      return std::unexpected(
          Error{fmt::format("cannot make a temporary directory: {}", std::strerror(errno)), base.string(), ""});
    }
    return TemporaryDirectory(std::move(pattern));
  }
  TemporaryDirectory(TemporaryDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }

  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  explicit TemporaryDirectory(fs::path path) : path_(std::move(path)) {}
  fs::path path_;
};

std::string read_all(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

bool write_header(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  std::ofstream stream(folder + "/fermata.h", std::ios::binary);
  stream << runtime_header();
  return static_cast<bool>(stream.flush());
}

/// The compiler must not be newer than the library that reads its bitcode.
Result<std::string> find_clang(Language language) {
  bool cxx = language == Language::cxx;
  if (auto found = llvm::sys::findProgramByName(cxx ? "clang++-19" : "clang-19")) return *found;
  if (auto found = llvm::sys::findProgramByName(cxx ? "clang++" : "clang", {llvm_bin})) return *found;
  return std::unexpected(Error{cxx ? "clang++-19 was not found" : "clang-19 was not found", "",
                               "install it (Debian: apt install clang-19), or give bitcode (.bc) made by clang 19 or older"});
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
}

/// Flags copied from a build line may speak to the linker; clang would warn, and with -Werror fail.
std::vector<std::string> without_linker_flags(const std::vector<std::string>& flags) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == "-l" || flags[i] == "-L" || flags[i] == "-Xlinker") ++i;  // and what follows
    else if (!starts_with_any(flags[i], {"-l", "-L", "-Wl,", "-rdynamic"})) kept.push_back(flags[i]);
  }
  return kept;
}

std::vector<std::string> arguments(const std::string& clang, const Source& source, const std::string& output,
                                   const std::string& headers, const std::vector<std::string>& user_flags) {
  bool cxx = source.language == Language::cxx;
  std::vector<std::string> all{clang};
  auto add = [&](std::initializer_list<const char*> flags) { all.insert(all.end(), flags.begin(), flags.end()); };

  // What the user may override. Exceptions in C turn pthread_cleanup_push into plain landing pads.
  if (std::ranges::none_of(user_flags, [](std::string_view f) { return starts_with_any(f, {"-std=", "--std=", "-ansi"}); })) {
    add({cxx ? "-std=gnu++20" : "-std=gnu17"});
  }
  add({"-fexceptions"});

  std::ranges::copy(without_linker_flags(user_flags), std::back_inserter(all));

  // What he may not: the last one wins.
  add({"-g", "-O1", "-Xclang", "-disable-llvm-passes", "-fno-builtin", "-U_FORTIFY_SOURCE", "-mlong-double-64",
       "-fno-stack-protector", "-fno-strict-aliasing", "-fwrapv", "-fno-delete-null-pointer-checks",
       "-fno-sanitize=all", "-pthread"});
  if (cxx) add({"-stdlib=libstdc++"});
  add({"-D__FERMATA__=1", "-idirafter"});
  all.push_back(headers);
  add({"-emit-llvm", "-c"});
  all.push_back(source.file);
  add({"-o"});
  all.push_back(output);
  return all;
}

Error failure(const Source& source, std::string messages) {
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
  const Source* source = nullptr;
  std::string output;
  std::string messages;
  llvm::sys::ProcessInfo process;
};

Result<Run> start(const Source& source, std::size_t number, const TemporaryDirectory& directory,
                  const std::vector<std::string>& user_flags) {
  auto clang = find_clang(source.language);
  if (!clang) return std::unexpected(clang.error());
  Run run{&source, directory.file(fmt::format("{}.bc", number)), directory.file(fmt::format("{}.txt", number)), {}};
  auto strings = arguments(*clang, source, run.output, directory.file("include"), user_flags);
  std::vector<llvm::StringRef> references(strings.begin(), strings.end());
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), llvm::StringRef(run.messages), llvm::StringRef(run.messages)};
  std::string why;
  bool failed = false;
  run.process = llvm::sys::ExecuteNoWait(*clang, references, std::nullopt, redirects, 0, &why, &failed);
  if (failed) return std::unexpected(Error{fmt::format("cannot run {}: {}", *clang, why), source.file, ""});
  return run;
}

}  // namespace

Result<Language> language_of(std::string_view file) {
  std::string extension = fs::path(file).extension().string();
  if (extension == ".c") return Language::c;
  for (const char* cxx : {".cc", ".cpp", ".cxx", ".C", ".c++"}) {
    if (extension == cxx) return Language::cxx;
  }
  if (extension == ".bc" || extension == ".ll") return Language::bitcode;
  return std::unexpected(Error{"Fermata does not know what language this file is in", std::string(file),
                               "the extensions it reads are .c .cc .cpp .cxx .C .bc .ll"});
}

Result<Compiled> compile(const std::vector<Source>& sources, const std::vector<std::string>& user_flags) {
  Compiled compiled;
  if (sources.empty()) return compiled;
  auto directory = TemporaryDirectory::make();
  if (!directory) return std::unexpected(directory.error());
  if (!write_header(directory->file("include/fermata")))
    return std::unexpected(Error{"cannot write a temporary file", directory->file("include/fermata"), "is the disk full?"});

  // All that were started are waited for, also after one has failed; the first failure is what is said.
  std::optional<Error> failed;
  std::deque<Run> running;
  auto finish_oldest = [&] {
    Run run = std::move(running.front());
    running.pop_front();
    std::string why;
    int code = llvm::sys::Wait(run.process, std::nullopt, &why).ReturnCode;
    std::string messages = read_all(run.messages) + why;
    if (code != 0) {
      if (!failed) failed = failure(*run.source, std::move(messages));
      return;
    }
    compiled.warnings += messages;
    compiled.bitcode.push_back(read_all(run.output));
  };
  for (std::size_t i = 0; i < sources.size() && !failed; ++i) {
    auto run = start(sources[i], i, *directory, user_flags);
    if (!run) {
      failed = run.error();
      break;
    }
    running.push_back(std::move(*run));
    if (running.size() == clangs_at_a_time) finish_oldest();
  }
  while (!running.empty()) finish_oldest();
  if (failed) return std::unexpected(std::move(*failed));
  return compiled;
}

std::vector<std::string> system_directories(const std::vector<std::string>& user_flags) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < user_flags.size(); ++i) {
    for (std::string_view option : {"-isystem", "-idirafter"}) {
      const std::string& flag = user_flags[i];
      if (flag == option && i + 1 < user_flags.size()) found.push_back(user_flags[i + 1]);
      else if (flag.starts_with(option) && flag.size() > option.size()) found.push_back(flag.substr(option.size()));
    }
  }
  return found;
}

}  // namespace fermata::frontend
