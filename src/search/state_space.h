// SPDX-License-Identifier: Apache-2.0
// The interface of a graph that is searched.
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

/// Who moves on an edge. For the users of this room, a thread of the program.
using Agent = std::uint32_t;

/// The place of an open section instance: something that was begun and ought to end. An instance stays in its slot
/// while it is open, and a slot is not opened again before it was closed.
using Slot = std::uint32_t;

struct Edge {
  Agent agent = 0;
  std::uint32_t outcome = 0;  ///< which of the agent's outcomes in this state, counted from 0
  bool input = false;         ///< this outcome is chosen by the environment, not by the scheduler
  bool fails = false;         ///< leads to an error: there is no target
  bool rare = false;          ///< a fair run takes such edges only finitely often
  /// The slots, open in the source, whose instance ends on this edge. A slot that is closed and opened again on the
  /// edge is among them, so this is not the difference of the open sets.
  std::span<const Slot> closes = {};
  /// If the edge stands for several steps of the agent: the other agents that are enabled, or disabled, in some state
  /// between them. Agents that do not exist count as disabled. Only fairness needs it.
  std::span<const Agent> enabled_inside = {};
  std::span<const Agent> disabled_inside = {};
  /// Those of the enabled ones that do not spin in some such state. Only for visitors that want it.
  std::span<const Agent> awake_inside = {};
  /// If no other agent can notice what the edge does: a number that is the same for the same effect. Only for visitors
  /// that want `awake`.
  std::optional<std::uint64_t> fingerprint = {};
  /// If given: the target has as many words as the source, and differs at most at these positions, which ascend.
  std::optional<std::span<const std::uint32_t>> changed = {};
};

struct Facts {
  bool ended = false;      ///< a proper end; such a state has no edge
  std::vector<Slot> open;  ///< each slot once, in any order
};

/// Receives the edges of a state, one by one.
class Visitor {
 public:
  enum class Wants : std::uint8_t {
    awake,  ///< everything, also `fingerprint` and `awake_inside`
    all,
    targets,  ///< `closes`, `enabled_inside` and `disabled_inside` may be left out
  };
  explicit Visitor(Wants wants = Wants::all) : wants_(wants) {}
  virtual ~Visitor() = default;
  Wants wants() const { return wants_; }
  /// The spans live as long as the call. `target` is empty if the edge fails. False: show no more edges.
  virtual bool edge(const Edge& edge, std::span<const Word> target) = 0;

 private:
  Wants wants_;
};

/// An implicit graph. The same call always gives the same answer: labels of edges are not stored, but computed again
/// when they are needed.
class StateSpace {
 public:
  virtual ~StateSpace() = default;

  virtual std::vector<Word> initial() = 0;

  /// Shows each edge of `state`, always in the same order. False: there are edges that this space cannot compute
  /// (something is not modelled); those that were shown are real. Meaningless if the visitor has returned false. If a
  /// limit ends the call, LimitReached is thrown, and the edges shown so far mean nothing.
  virtual bool expand(std::span<const Word> state, Visitor& visitor) = 0;

  /// Fills `facts`, which is empty.
  virtual void facts(std::span<const Word> state, Facts& facts) = 0;
  /// Facts::ended.
  virtual bool ended(std::span<const Word> state) {
    Facts all;
    facts(state, all);
    return all.ended;
  }

  /// Of a state without edges that has not ended: is it no state at all, since what would go on from here breaks an
  /// assumption? Then it is neither an end nor a dead end, and an edge that leads to it is none.
  virtual bool impossible(std::span<const Word>) { return false; }

  /// Does the agent, which has an edge here, wait busily: from every state that it can reach alone, it can come back
  /// here (search/spinning.h)? If an edge stands for several steps, the steps decide.
  virtual bool spins(std::span<const Word> state, Agent agent);

  /// A copy for one thread. Worker copies may be used at the same time, while this space is not used. A copy shows the
  /// same edges, or returns false where this space would not. Null: there are no worker copies.
  virtual std::unique_ptr<StateSpace> worker_copy() { return nullptr; }
  /// While no worker copy is used: frees memory that they share.
  virtual void reclaim() {}
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
