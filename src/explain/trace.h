// SPDX-License-Identifier: Apache-2.0
// A run told step by step, with the names of the program under test.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/thread_id.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::explain {

/// Something that happened, and in which step.
struct LoggedEvent {
  std::uint32_t step = 0;
  vm::Event what;
  std::vector<std::string> woke;  ///< names of threads that slept there until this step
};

/// Where a thread took a lock that it still holds, and in which step.
struct Taken {
  std::uint32_t step = 0;
  Position at;
  std::vector<verdict::Frame> stack;  ///< the thread's, just before
};

struct Trace {
  std::vector<verdict::Step> stem, loop;
  std::vector<std::string> output;  ///< lines the program printed on the stem
  std::vector<std::string> names;   ///< by thread number, after the stem
  /// Number and name of threads that were there once; others may have their numbers.
  std::vector<std::pair<ThreadId, std::string>> gone;
  std::vector<LoggedEvent> log, loop_log;  ///< of stem and loop
  std::set<vm::Address> in_rounds;         ///< objects of which the log has not all events: of moves made many times
  /// By thread and lock: those that are held after the stem.
  std::map<std::pair<ThreadId, vm::Address>, Taken> taken;
  std::set<ThreadId> alone;            ///< threads that others had left alone: what they touch then is not in the log
  std::vector<vm::Word> end;           ///< the state after the stem (before the step that fails)
  std::optional<vm::Failure> failure;  ///< the last step of the stem fails
};

/// The function of the user's that `thread` was started with, as it is shown; empty if it has none yet.
std::string function_of(const vm::Machine& machine, std::span<const vm::Word> state, ThreadId thread);

/// The user's functions that `thread` is in, innermost first. One that was inlined has no place of its call.
std::vector<verdict::Frame> user_frames(const vm::Machine& machine, std::span<const vm::Word> state, ThreadId thread);

/// The same, of the thread that has failed: where it was then.
std::vector<verdict::Frame> user_frames(const vm::Failure& failure);

/// `guard variable for Service::instance()::service` is what the compiler calls it; the user calls it `service`.
std::string without_guard(std::string name);

/// Runs `run` again. Nothing, if the machine does not follow it. Throws LimitReached, if told to stop. If values were
/// erased from its program (ir/irrelevant_values.h), `original` still has them, and they are told as far as it follows.
/// `stand` is asked after each step how the threads stand: its trace ends there, and has no loop.
using Stand = std::function<std::vector<verdict::Standing>(const Trace& so_far)>;
std::optional<Trace> trace(vm::Machine& machine, const verdict::Run& run, vm::Machine* original = nullptr,
                           const Stand& stand = {});

}  // namespace fermata::explain
