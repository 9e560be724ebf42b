// SPDX-License-Identifier: Apache-2.0
// A thread on its way from one location to the next, with what the edge collects meanwhile.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/cells.h"
#include "model/objects.h"
#include "model/thread_system.h"

namespace fermata::model {

struct Frame {
  ir::FunctionId function{};
  std::uint32_t block = 0, instruction = 0;
  std::vector<std::optional<TermId>> registers;
  std::vector<ObjectId> objects;  ///< its local variables in memory
  std::set<ObjectId> over;        ///< those of them whose scope was left
};

struct PrivateObject {
  std::uint64_t size = 0;
  std::shared_ptr<const Cells> cells;
};

/// A thread, as far as it is its own.
struct ThreadPart {
  ThreadId thread{};
  std::vector<Frame> frames;
  std::map<ObjectId, PrivateObject> memory;
  std::set<std::uint32_t> heap;     ///< objects that it has allocated and that are there
  std::set<std::uint32_t> started;  ///< places of threads that it has started and not joined
  std::set<std::uint64_t> held;     ///< locks that it has taken and not let go
};

/// What the edge will be.
struct EdgePart {
  std::vector<TermId> guard;
  /// What follows from the guard: the values that variables can still have, and terms whose value is known.
  std::map<VariableId, std::vector<std::uint64_t>> candidates;
  std::map<TermId, std::uint64_t> known;
  std::map<VariableId, TermId> update;
  std::vector<Choice> choices;
  bool blocks = false, input = false, spurious = false;
  ir::PositionId at{};
};

/// Where a thread came to rest.
struct Rest {
  ThreadPart part;
  Location::Kind kind = Location::Kind::visible;
  std::string what;
  ir::PositionId at{};
};

struct Path {
  ThreadPart me;
  EdgePart edge;
  std::vector<ThreadPart> to_start;  ///< threads that begin on this edge
  std::vector<Rest> done;            ///< the thread whose edge it is, then those that it has started
  std::uint32_t depth = 0;           ///< of atomic blocks
  bool moved = false;                ///< it has done something visible
  bool forked = false;               ///< since the last loop head: only one of several ways
  bool undecided = false;            ///< likewise: a branch on something that is not known
  std::uint64_t steps = 0;
  std::set<std::pair<std::size_t, std::uint64_t>> heads;  ///< loop heads it has passed: depth of the call, block
  /// While main is alone: itself as it was before the atomic block that it is in.
  std::shared_ptr<const Path> before_block;
};

}  // namespace fermata::model
