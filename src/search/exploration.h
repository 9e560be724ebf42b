// SPDX-License-Identifier: Apache-2.0
// Breadth-first exploration of all reachable states.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/stop.h"
#include "search/batched_expansion.h"
#include "search/expander.h"
#include "search/graph.h"
#include "search/lookahead.h"
#include "search/state_space.h"
#include "store/tree_table.h"

namespace fermata::search {

/// One step of a run: in `source`, `agent` moves with its `outcome`.
struct Move {
  State source{};
  Agent agent = 0;
  std::uint32_t outcome = 0;
  bool operator==(const Move&) const = default;
};

struct Closed {};  ///< every reachable state was found and expanded
struct Failure {   ///< an edge that fails
  Move move;
};
struct DeadEnd {  ///< a state that has no edge and has not ended
  State state{};
};
struct Milestone {};  ///< the number of states has doubled: a good moment for an analysis of the graph so far
struct Stopped {      ///< `stop` was requested, or there is no room; nothing follows from that
  std::string reason;
};
struct Asked {};  ///< the tick has asked for a pause
struct Refused {  ///< the space cannot compute all edges of this state
  State state{};
};
using Pause = std::variant<Closed, Failure, DeadEnd, Milestone, Asked, Stopped, Refused>;

/// A breadth-first exploration that pauses at events which may be of interest and goes on when it is advanced again.
/// States are numbered by their distance: a smaller State is not farther away.
class Exploration {
 public:
  struct Options {
    std::uint64_t next_milestone = 4096;  ///< at this many states
    /// Threads that expand ahead, if the space has worker copies. Only the speed depends on it.
    Lookahead::Options ahead = {};
    /// Called after every 64 expansions, including calls of `expand`. True: pause soon.
    std::function<bool()> tick = {};
  };
  explicit Exploration(StateSpace& space) : Exploration(space, Options{}) {}
  Exploration(StateSpace& space, Options options);

  /// From here on, pauses that are not wanted may be left out: each one makes worker threads wait.
  struct Wanted {
    bool failures = true, dead_ends = true;
  };
  void pause_at(const Wanted& wanted) { wanted_ = wanted; }
  /// Goes on to the next pause. After the last state it returns Closed, however often it is called; or Refused with the
  /// first such state, if there was one: then not all reachable states may have been found. If a limit ends the
  /// expansion of a state (LimitReached), that state stays unexpanded.
  Pause advance(const Stop& stop);

  bool closed() const { return expanded() == states() && !first_refused_; }
  std::uint32_t states() const { return table_->size(); }
  std::uint32_t expanded() const { return edges_.size(); }  ///< all states below this number are expanded
  std::uint64_t transitions() const { return transitions_; }
  std::uint64_t bytes() const;

  /// Of the expanded states. An edge to a state that is not expanded yet may lead anywhere.
  const EdgeLists& edges() const { return edges_; }
  /// Is some edge of `state`, or any edge so far, chosen by the environment?
  bool has_input(State state) const { return index(state) < input_.size() && input_[index(state)]; }
  bool saw_input() const { return !input_.empty(); }

  /// Dead ends that are no states (StateSpace::impossible). Here they lead beyond: nothing is said about what leads to
  /// them. impossible_states.h finds all that can only get there.
  const std::vector<State>& impossible() const { return impossible_; }

  // These call the space again.
  bool expand(State state, Visitor& visitor);
  void facts(State state, Facts& facts);
  bool spins(State state, Agent agent);
  void words(State state, std::vector<Word>& words) const { table_->get(state, words); }
  std::optional<State> find(std::span<const Word> words) { return table_->find(words); }

  /// A shortest run from the initial state. The states on it are expanded again for the labels.
  std::vector<Move> path_to(State state);
  /// The length of that run.
  std::uint32_t distance(State state) const;

 private:
  void arrange();
  bool tick();
  bool is_impossible(State state);
  std::optional<State> parent(State state) const;
  std::optional<store::Full> expand_next(const Stop& stop);
  std::expected<State, store::Full> state_of(const Target& target, const Stop& stop);

  StateSpace& space_;
  Options options_;
  std::optional<TreeTable> table_;
  std::optional<Expander> expander_;
  bool arranged_ = false;
  BatchedExpansion batched_;  // for one thread
  Lookahead ahead_;           // for several
  EdgeLists edges_;
  std::vector<std::uint32_t> born_;  // how many states there were when every 64th was expanded
  std::vector<bool> input_;
  std::uint64_t transitions_ = 0;
  std::uint32_t expansions_ = 0;
  Wanted wanted_;
  std::optional<State> first_refused_;
  std::vector<State> impossible_;
  std::vector<Pause> pending_;  // last first

  std::vector<State> targets_;  // kept only for its memory
};

}  // namespace fermata::search
