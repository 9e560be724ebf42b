// SPDX-License-Identifier: Apache-2.0
// What a search asks of the thing it searches.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "store/state.h"

namespace fermata::search {

using store::State;
using store::Word;

/// One who moves: a thread, for whoever knows threads.
using Agent = std::uint32_t;

/// The place of an open section instance: something that was begun and ought to end. An instance
/// stays in its slot while it is open, and a slot is not opened again before it was closed.
using Slot = std::uint32_t;

struct Edge {
  Agent agent = 0;
  std::uint32_t outcome = 0;  ///< which of the agent's outcomes in this state, counted from 0
  bool input = false;         ///< this outcome is chosen by the environment, not by the scheduler
  bool fails = false;         ///< leads to an error: there is no target
  bool rare = false;          ///< by a chance that comes only finitely often in a fair run
  /// The slots, open in the source, whose instance ends on this edge. A slot that is closed and
  /// opened again on the way is among them: the difference of the open sets is not the same thing.
  std::span<const Slot> closes = {};
  /// If the edge stands for several steps of the agent: who else is enabled, or disabled, in some
  /// state on the way. Agents that do not exist count as disabled. Only fairness asks for it.
  std::span<const Agent> enabled_inside = {};
  std::span<const Agent> disabled_inside = {};
  /// Of those that are enabled: who does not spin in some such state. Only who wants it is told.
  std::span<const Agent> awake_inside = {};
  /// If nobody but the agent can notice what it does: a number that is the same for the same doing. Only who wants to
  /// know who is awake is told.
  std::optional<std::uint64_t> fingerprint = {};
  /// If told: the target has as many words as the source, and others than these, which ascend, are equal.
  std::optional<std::span<const std::uint32_t>> changed = {};
};

struct Facts {
  bool ended = false;      ///< everything is over, and that is fine; such a state has no edge
  std::vector<Slot> open;  ///< each slot once, in any order
};

/// Is told the edges of a state, one by one.
class Visitor {
 public:
  enum class Wants : std::uint8_t {
    awake,  ///< all, and local-step fingerprints, and who is awake inside
    all,
    targets,  ///< `closes`, and who is enabled inside, need not be told
  };
  explicit Visitor(Wants wants = Wants::all) : wants_(wants) {}
  virtual ~Visitor() = default;
  Wants wants() const { return wants_; }
  /// The spans live as long as the call. `target` is empty if the edge fails. False: no more edges,
  /// please.
  virtual bool edge(const Edge& edge, std::span<const Word> target) = 0;

 private:
  Wants wants_;
};

/// A graph that is known by asking. The same question always gets the same answer: edges are not
/// stored with their labels, but asked for again when they are to be shown.
class StateSpace {
 public:
  virtual ~StateSpace() = default;

  virtual std::vector<Word> initial() = 0;

  /// Shows each edge of `state`, always in the same order. False: there is more that this space
  /// cannot tell (something is not modelled); the edges shown so far are real. Irrelevant if the
  /// visitor had enough. If a limit ends it, LimitReached is thrown, and nothing follows from the edges shown so far.
  virtual bool expand(std::span<const Word> state, Visitor& visitor) = 0;

  /// `facts` comes in cleared.
  virtual void facts(std::span<const Word> state, Facts& facts) = 0;
  /// As the facts say.
  virtual bool ended(std::span<const Word> state) {
    Facts all;
    facts(state, all);
    return all.ended;
  }

  /// Does the agent, which has an edge here, wait busily: whatever it does alone, it can come back here
  /// (search/spinning.h)? An agent that takes several steps in one edge spins iff its steps say so.
  virtual bool spins(std::span<const Word> state, Agent agent);

  /// Another one of the same that may be asked for edges while other worker copies are, and while nobody asks this one.
  /// It shows the same edges, or says that it cannot tell, although this one can. Null: there is none.
  virtual std::unique_ptr<StateSpace> worker_copy() { return nullptr; }
  /// While no worker copy is asked: may tidy up what they have in common.
  virtual void settle() {}
};

/// A visitor made of a function `bool(const Edge&, std::span<const Word>)`.
template <class Function>
class OnEdge final : public Visitor {
 public:
  explicit OnEdge(Function function, Wants wants = Wants::all) : Visitor(wants), function_(std::move(function)) {}
  bool edge(const Edge& edge, std::span<const Word> target) override { return function_(edge, target); }

 private:
  Function function_;
};

}  // namespace fermata::search
