// SPDX-License-Identifier: Apache-2.0
#include "frontend/llvm/isolated.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "base/require.h"
#include "frontend/llvm/load.h"
#include "loading.h"

namespace fermata::frontend::llvm {
namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 40;

auto outcome_of(const std::function<Result<Lowered>(const Doing&)>& work) { return isolated(work, {}, plenty); }

/// By the signal itself, whatever the sanitizers would like to do about it.
void crash(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

TEST(Isolated, a_program_and_warnings_come_back) {
  ir::Program made =
      load_c("#include <pthread.h>\npthread_mutex_t m; int main(void) { return pthread_mutex_lock(&m); }\n");
  auto outcome = outcome_of([&](const Doing&) { return Lowered{made, "12:a warning\n"}; });
  ASSERT_TRUE(std::holds_alternative<Lowered>(outcome));
  EXPECT_EQ(std::get<Lowered>(outcome).program, made);
  EXPECT_EQ(std::get<Lowered>(outcome).warnings, "12:a warning\n");
}

TEST(Isolated, an_error_comes_back_whole) {
  auto outcome = outcome_of(
      [](const Doing&) -> Result<Lowered> { return std::unexpected(Error{"what\nit is", "", "a hint: 7"}); });
  ASSERT_TRUE(std::holds_alternative<Error>(outcome));
  EXPECT_EQ(std::get<Error>(outcome).what, "what\nit is");
  EXPECT_EQ(std::get<Error>(outcome).where, "");
  EXPECT_EQ(std::get<Error>(outcome).hint, "a hint: 7");
}

TEST(Isolated, a_crash_says_how_and_what_was_being_done) {
  for (int signal : {SIGSEGV, SIGABRT}) {
    auto outcome = outcome_of([signal](const Doing& doing) -> Result<Lowered> {
      doing("reading a.bc");
      doing("shrinking");
      crash(signal);
      return Lowered{};
    });
    ASSERT_TRUE(std::holds_alternative<Crash>(outcome));
    EXPECT_EQ(std::get<Crash>(outcome).doing, "shrinking");
    EXPECT_EQ(std::get<Crash>(outcome).how, signal == SIGSEGV ? "a segmentation fault" : "an abort");
  }
}

TEST(Isolated, the_last_words_of_llvm_are_kept_and_no_stack) {
  auto outcome = outcome_of([](const Doing&) -> Result<Lowered> {
    std::fputs("LLVM ERROR: Unsupported thing\n#0 0x1234 in something\n", stderr);
    crash(SIGABRT);
    return Lowered{};
  });
  ASSERT_TRUE(std::holds_alternative<Crash>(outcome));
  EXPECT_EQ(std::get<Crash>(outcome).how, "an error of its own (Unsupported thing)");
}

TEST(Isolated, an_internal_error_there_is_one_here) {
  EXPECT_THROW(outcome_of([](const Doing&) -> Result<Lowered> { throw InternalError("two is three"); }), InternalError);
}

TEST(Isolated, no_memory_there_leaves_the_answer_open) {
  EXPECT_TRUE(
      std::holds_alternative<Stopped>(outcome_of([](const Doing&) -> Result<Lowered> { throw std::bad_alloc(); })));
}

TEST(Isolated, work_without_an_end_is_stopped) {
  Stop stop(std::chrono::milliseconds(50), std::nullopt);
  auto outcome = isolated(
      [](const Doing&) -> Result<Lowered> {
        for (;;) pause();
      },
      stop, plenty);
  ASSERT_TRUE(std::holds_alternative<Stopped>(outcome));
}

TEST(Load, is_stopped_while_clang_is_at_work) {
  Folder folder;
  std::string file = folder.write("slow.cpp",
                                  "template <int d, long i> struct Tree { static const long size = Tree<d - 1, 2 * "
                                  "i>::size + Tree<d - 1, 2 * i + 1>::size; };\n"
                                  "template <long i> struct Tree<0, i> { static const long size = 1; };\n"
                                  "int main() { return Tree<40, 1>::size != 0; }\n");
  Stop stop(std::chrono::milliseconds(300), std::nullopt);
  auto loaded = load({{file}, {}}, stop);
  ASSERT_FALSE(loaded);
  ASSERT_TRUE(std::holds_alternative<Stopped>(loaded.error()));
  EXPECT_NE(std::get<Stopped>(loaded.error()).reason.find("while clang compiled"), std::string::npos);
}

}  // namespace
}  // namespace fermata::frontend::llvm
