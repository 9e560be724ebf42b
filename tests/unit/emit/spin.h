// SPDX-License-Identifier: Apache-2.0
// SPIN, run on a model.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>

namespace fermata::emit {

/// What SPIN counts, without partial order reduction. `beyond`: the model itself says that it knows no further.
struct Count {
  std::uint64_t states = 0, transitions = 0, deadlocks = 0;
  bool fails = false, beyond = false, unmodelled = false;
  bool complete = false;  ///< it was deep enough
};

inline bool spin_is_installed() { return std::system("command -v spin >/dev/null 2>&1") == 0; }

/// A folder that is gone afterwards.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "fermata-spin-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("there is no room for temporary files");
    path_ = name;
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Runs in `folder`; what is printed goes to `log` there.
inline std::string run(const Scratch& scratch, const std::string& command, bool may_fail = false) {
  const auto log = scratch.path() / "log";
  const int status = std::system(fmt::format("cd {} && {{ {}; }} >log 2>&1", scratch.path().string(), command).c_str());
  std::string said = text_of(log);
  if (status != 0 && !may_fail) throw std::runtime_error(fmt::format("{} failed:\n{}", command, said));
  return said;
}

inline Count count_with_spin(const std::string& model, std::uint64_t depth = 2'000'000) {
  const Scratch scratch;
  std::ofstream(scratch.path() / "model.pml") << model;
  run(scratch, "spin -o2 -a model.pml");  // -o2: a variable that is never read is part of a state, too
  // clang takes half as long as gcc for it, and compiling is most of the work.
  run(scratch,
      "$(command -v clang-19 || command -v gcc) -O0 -w -fwrapv -DSAFETY -DNOREDUCE -DVECTORSZ=16384 -o pan pan.c");
  auto number = [](const std::string& text, const char* pattern) {
    std::smatch found;
    if (!std::regex_search(text, found, std::regex(pattern)))
      throw std::runtime_error(fmt::format("SPIN says nothing like '{}':\n{}", pattern, text));
    return std::stoull(found[1]);
  };
  Count count;
  // A small hash table, since filling a large one with zeros would take longer than the search. -c0: all errors. -A: no
  // assertions, so that errors are deadlocks; -E: no deadlocks, so that they are assertions.
  const std::string dead = run(scratch, fmt::format("./pan -c0 -A -w18 -m{}", depth), true);
  count.states = number(dead, R"((\d+) states, stored)");
  count.transitions = number(dead, R"((\d+) transitions)") - 1;  // the first one is that to the initial state
  count.deadlocks = number(dead, R"(errors: (\d+))");
  const std::string failed = run(scratch, fmt::format("./pan -c0 -E -w18 -m{}", depth), true);
  auto said = [&](int code) { return failed.find(fmt::format("assertion violated (ended!={})", code)) != failed.npos; };
  count.fails = said(1000), count.beyond = said(1001), count.unmodelled = said(1002);
  if (number(failed, R"(errors: (\d+))") > 0 && !count.fails && !count.beyond && !count.unmodelled)
    throw std::runtime_error("an error that is none of ours:\n" + failed);
  count.complete = (dead + failed).find("max search depth too small") == std::string::npos &&
                   (dead + failed).find("out of memory") == std::string::npos;
  return count;
}

}  // namespace fermata::emit
