// SPDX-License-Identifier: Apache-2.0
#include "base/subprocess.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace fermata {
namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 40;

std::variant<Subprocess::End, Stopped> ends(Subprocess& process, const Stop& stop = {}, std::uint64_t memory = plenty) {
  Subprocess* const one[] = {&process};
  return wait(one, stop, memory);
}

Subprocess::End end_of(const std::function<void()>& work) {
  auto errors = MemoryFile::make();
  auto process = Subprocess::copy(work, *errors);
  return std::get<Subprocess::End>(ends(*process));
}

bool exists(const std::string& process) { return !process.empty() && access(("/proc/" + process).c_str(), F_OK) == 0; }

bool goes_away(const std::string& process) {
  for (int i = 0; i < 500 && exists(process); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return !exists(process);
}

std::string line_once_written(const MemoryFile& file) {
  for (int i = 0; i < 500 && !file.content().ends_with('\n'); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  auto text = file.content();
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

TEST(MemoryFile, holds_what_is_written_here_or_in_another_process) {
  auto file = MemoryFile::make();
  ASSERT_TRUE(file);
  EXPECT_EQ(file->content(), "");
  EXPECT_TRUE(file->append("one "));
  end_of([&] { file->append("two"); });
  EXPECT_EQ(file->content(), "one two");
  std::ifstream by_name(file->path());
  std::string word;
  EXPECT_TRUE(by_name >> word);
  EXPECT_EQ(word, "one");
}

TEST(Subprocess, runs_a_program_and_keeps_what_it_writes) {
  auto output = MemoryFile::make(), errors = MemoryFile::make();
  auto process = Subprocess::run({"/bin/sh", "-c", "echo out; echo err >&2; cat; exit 7"}, *output, *errors);
  ASSERT_TRUE(process);
  EXPECT_EQ(std::get<Subprocess::End>(ends(*process)).code, 7);
  EXPECT_EQ(output->content(), "out\n");
  EXPECT_EQ(errors->content(), "err\n");
}

TEST(Subprocess, that_cannot_be_run_says_why) {
  auto output = MemoryFile::make(), errors = MemoryFile::make();
  auto process = Subprocess::run({"/no/such/program"}, *output, *errors);
  ASSERT_TRUE(process);
  EXPECT_EQ(std::get<Subprocess::End>(ends(*process)).code, 127);
  EXPECT_EQ(errors->content(), "No such file or directory");
}

TEST(Subprocess, a_copy_ends_well_unless_its_work_throws_or_crashes) {
  EXPECT_TRUE(end_of([] {}).well());
  EXPECT_FALSE(end_of([] { throw std::runtime_error("no"); }).well());
  EXPECT_EQ(end_of([] { raise(SIGKILL); }).signal, SIGKILL);
  EXPECT_EQ(end_of([] {
              std::signal(SIGABRT, SIG_DFL);
              std::abort();
            }).signal,
            SIGABRT);
}

TEST(Subprocess, is_given_up_when_a_stop_is_requested) {
  auto errors = MemoryFile::make();
  auto process = Subprocess::copy([] { pause(); }, *errors);
  Stop stop(std::chrono::milliseconds(50), std::nullopt);
  auto end = ends(*process, stop);
  ASSERT_TRUE(std::holds_alternative<Stopped>(end));
  EXPECT_EQ(std::get<Stopped>(end).reason, "the time limit of 0.05 s was reached");
  EXPECT_FALSE(process->ended());
}

TEST(Subprocess, is_given_up_when_it_takes_too_much_memory) {
  auto errors = MemoryFile::make();
  auto process = Subprocess::copy(
      [] {
        std::vector<char> much(300 << 20, 'x');
        pause();
      },
      *errors);
  auto end = ends(*process, {}, process->resident_bytes() + (200 << 20));
  ASSERT_TRUE(std::holds_alternative<Stopped>(end));
  EXPECT_NE(std::get<Stopped>(end).reason.find("the memory limit of "), std::string::npos);
}

TEST(Subprocess, ends_with_its_object_together_with_what_it_has_started) {
  auto output = MemoryFile::make(), errors = MemoryFile::make();
  std::string grandchild;
  {
    auto process = Subprocess::run({"/bin/sh", "-c", "sleep 1000 & echo $!; wait"}, *output, *errors);
    grandchild = line_once_written(*output);
    EXPECT_TRUE(exists(grandchild));
  }
  EXPECT_TRUE(goes_away(grandchild));
}

TEST(Subprocess, what_it_leaves_behind_ends_when_its_end_is_seen) {
  auto output = MemoryFile::make(), errors = MemoryFile::make();
  auto process = Subprocess::run({"/bin/sh", "-c", "sleep 1000 & echo $!"}, *output, *errors);
  EXPECT_TRUE(std::get<Subprocess::End>(ends(*process)).well());
  EXPECT_TRUE(goes_away(line_once_written(*output)));
}

TEST(Subprocess, does_not_outlive_us_when_we_are_killed) {
  auto said = MemoryFile::make(), errors = MemoryFile::make();
  std::string grandchild;
  {
    auto us = Subprocess::copy(
        [&] {
          auto inner = Subprocess::copy(
              [&] {
                said->append(std::to_string(getpid()) + "\n");
                pause();
              },
              *errors);
          pause();
        },
        *errors);
    grandchild = line_once_written(*said);
    EXPECT_TRUE(exists(grandchild));
  }  // killed: it has no chance to clean up
  EXPECT_TRUE(goes_away(grandchild));
}

}  // namespace
}  // namespace fermata
