// SPDX-License-Identifier: Apache-2.0
// The engines: what each can answer, and how it is asked.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/stop.h"
#include "engine/bounded/search.h"
#include "engine/explore/explore.h"
#include "engine/prove/prove.h"
#include "ir/program.h"
#include "verdict/claim.h"
#include "verdict/question.h"
#include "vm/machine.h"

namespace fermata::portfolio {

/// How long an engine that is asked beside another one waits: for some time, and until the other has seen some states,
/// so that no program with few of them has another answer on a slow day; but if states come slowly, not for ever.
struct Moment {
  std::chrono::milliseconds least{1000};
  std::uint64_t states = 1 << 14;
  std::chrono::milliseconds most{3000};
};

struct Options {
  verdict::Question question;
  std::string engine = "auto";  ///< the name of one, or auto: all of them, in the order of the table
  engine::explore::Options explore;
  engine::bounded::Options bounded;
  engine::prove::Options prove;
  Moment moment;  ///< that the first engine is alone
  /// Once a property is found to be violated, do not look at the others any further.
  bool first = false;
  /// Values on which nothing depends are part of the state, too. Without transactions they are anyway.
  bool all_values = false;
};

/// How far an engine is.
struct Progress {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t frontier = 0;  ///< seen, but not yet expanded
  double seconds = 0;
  std::string text = {};  ///< of an engine that counts no states: what it has done
};

/// What an engine is given.
struct Task {
  const ir::Program& program;
  const vm::Machine& machine;  ///< for this program, with the semantics of the question
  const verdict::Question& question;
  const Options& options;
  /// False: a run shows only because the machine's clock may go back; the engine should go on looking.
  const std::function<bool(verdict::Property, const verdict::Run&)>& accept;
  const Stop& stop;
  const std::function<void(const Progress&)>& progress;  ///< may be null
};

struct Engine {
  std::string_view name;
  std::string_view help;  ///< half a sentence
  bool (*answers)(verdict::Property);
  verdict::Claims (*ask)(const Task&);
  /// If no engine is named: one after the other, or at the same time as the one before it in the table, if that takes
  /// longer than a moment (side_by_side.h).
  enum class Asked : std::uint8_t { in_turn, beside };
  Asked asked = Asked::in_turn;
};

std::span<const Engine> engines();

}  // namespace fermata::portfolio
