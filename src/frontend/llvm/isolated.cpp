// SPDX-License-Identifier: Apache-2.0
//
// The child writes its result to a file in memory: a kind, then texts. If they are not complete, the child has crashed.
// While the parent reads the program, the child reads it, too, and compares: a text that loses something is our
// mistake. What it is given comes in the same way, and it looks for that every half millisecond.
#include "frontend/llvm/isolated.h"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <memory>
#include <new>
#include <vector>

#include "base/require.h"
#include "ir/text.h"

namespace fermata::frontend::llvm {
namespace {

// Some of LLVM's passes, and its reader of types, are recursive.
constexpr rlim_t stack_bytes = 64 << 20;

constexpr timespec between_looks{0, 500'000};

/// LLVM allocates tens of megabytes within a tenth of a second. Page by page, the kernel takes a tenth of that time.
void allocate_in_large_pages() {
  constexpr std::uintptr_t page = 2 << 20, room = 16 << 20;
  mallopt(M_TOP_PAD, room);
  const auto end = [] { return reinterpret_cast<std::uintptr_t>(sbrk(0)); };
  const std::uintptr_t before = end();
  std::vector<std::unique_ptr<char[]>> filling;  // what is left of the heap
  while (end() == before && filling.size() < 8) filling.push_back(std::make_unique_for_overwrite<char[]>(64 << 10));
  const std::uintptr_t first = (before + page - 1) / page * page;
  if (end() > first) madvise(reinterpret_cast<void*>(first), end() - first, MADV_HUGEPAGE);
}

Texts outcome(const Result<Lowered>& made, const Doing& doing) {
  if (!made) return {"error", made.error().what, made.error().where, made.error().hint};
  doing("writing down the program");
  return {"program", ir::to_text(made->program), made->warnings, made->assumptions};
}

/// How the process ended: LLVM's own error message if it printed one (without a stack trace), else the signal or code.
std::string last_words(const std::string& printed, const Subprocess::End& end) {
  constexpr std::string_view sign = "LLVM ERROR: ";
  if (const auto at = printed.find(sign); at != printed.npos) {
    const auto begin = at + sign.size();
    return fmt::format("an error of its own ({})",
                       printed.substr(begin, std::min(printed.find('\n', begin), printed.size()) - begin));
  }
  return end.signal != 0 ? signal_name(end.signal) : fmt::format("code {}", end.code);
}

std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  if (end == text.npos) return "beginning";
  const auto begin = text.rfind('\n', end);
  return text.substr(begin == text.npos ? 0 : begin + 1, end - (begin == text.npos ? 0 : begin + 1) + 1);
}

}  // namespace

Result<Isolated> Isolated::begin(const Work& work) {
  std::vector<MemoryFile> files;
  for (int i = 0; i < number_of_files; ++i) {
    auto file = MemoryFile::make();
    if (!file) return std::unexpected(file.error());
    files.push_back(std::move(*file));
  }
  auto process = Subprocess::copy(
      [&] {
        rlimit stack = {};
        if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < stack_bytes) {
          stack.rlim_cur = std::min(stack_bytes, stack.rlim_max);
          setrlimit(RLIMIT_STACK, &stack);
        }
        allocate_in_large_pages();
        const Input input = [&] {
          Texts given;
          while ((given = unpacked(files[input_file].content())).empty()) nanosleep(&between_looks, nullptr);
          return given;
        };
        const Doing doing = [&](const std::string& what) { files[progress_file].append(what + "\n"); };
        Result<Lowered> made;
        Texts said;
        try {
          made = work(input, doing);
          said = outcome(made, doing);
        } catch (const InternalError& e) {
          said = {"internal", e.what()};
        } catch (const std::bad_alloc&) {
          said = {"memory"};
        }
        if (!files[answer_file].append(packed(said))) throw std::bad_alloc();
        if (said[0] != "program") return;
        const auto again = ir::parse(said[1], "program");
        FERMATA_REQUIRE(again && *again == made->program, "the text form of a program loses nothing");
      },
      files[printed_file]);
  if (!process) return std::unexpected(process.error());
  return Isolated(std::move(files), std::move(*process));
}

Isolated::Outcome Isolated::finish(const Stop& stop, std::uint64_t memory) {
  Subprocess* const one[] = {&process_};
  Texts said;
  const auto answered = [&] { return !(said = unpacked(files_[answer_file].content())).empty(); };
  auto end = wait_until(answered, one, stop, memory);
  std::optional<Result<ir::Program>> program;
  if (!end) {
    if (said[0] == "program") program = ir::parse(said.at(1), "program");
    end = wait(one, stop, memory);
  }
  if (const auto* stopped = std::get_if<Stopped>(&*end)) return *stopped;

  const auto& how = std::get<Subprocess::End>(*end);
  if (!answered() || how.signal != 0)
    return Crash{last_line(files_[progress_file].content()), last_words(files_[printed_file].content(), how)};
  if (said[0] == "error") return Error{said.at(1), said.at(2), said.at(3)};
  const std::string printed = how.well() ? "" : files_[printed_file].content();
  if (said[0] == "memory" || printed.contains("std::bad_alloc")) return Stopped{"there was not enough memory"};
  if (said[0] == "internal") throw InternalError(said.at(1));
  if (!how.well()) throw InternalError(printed);
  if (!program) program = ir::parse(said.at(1), "program");
  FERMATA_REQUIRE(*program, "it was read before, where it was written");
  return Lowered{std::move(**program), std::move(said.at(2)), std::move(said.at(3)), std::move(said.at(1))};
}

Isolated::Outcome isolated(const std::function<Result<Lowered>(const Doing&)>& work, const Stop& stop,
                           std::uint64_t memory) {
  auto begun = Isolated::begin([&](const Isolated::Input&, const Doing& doing) { return work(doing); });
  if (!begun) return begun.error();
  return begun->finish(stop, memory);
}

}  // namespace fermata::frontend::llvm
