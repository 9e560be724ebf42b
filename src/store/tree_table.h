// SPDX-License-Identifier: Apache-2.0
// Exact storage of very many, very similar sequences of words.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <expected>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/stop.h"
#include "store/pair_table.h"
#include "store/state.h"
#include "store/tree_shape.h"

namespace fermata::store {

/// Gives each sequence of words a State, densely, in the order of insertion. States that agree on some words share
/// them; what is left for a state of its own is about 30 bytes.
class TreeTable {
 public:
  struct Place {
    State state{};
    bool fresh = false;
  };

  /// `limit`: how many states there may be. `values`: see TreeShape; for sequences of every length.
  explicit TreeTable(std::uint32_t limit, std::vector<std::uint32_t> values = {});

  std::expected<Place, Full> find_or_insert(std::span<const Word> words, const Stop& stop);
  std::optional<State> find(std::span<const Word> words) const;
  void get(State state, std::vector<Word>& words) const;

  /// A sequence as one pair: equal for equal ones, different for different ones.
  using Root = Pair;
  std::expected<Place, Full> find_or_insert(Root root, const Stop& stop);
  std::optional<State> find(Root root) const;
  void prefetch(Root root) const { roots_.prefetch(root); }  ///< before it is looked up

  // Cursors insert states under provisional ids; one thread resolves them while others use cursors: see PairTable.
  static bool is_provisional(State state) { return PairTable::is_provisional(index(state)); }
  PairTable::Round begin_round(std::uint32_t most) { return roots_.begin_round(most); }
  std::uint32_t resolved(PairTable::Round round) const { return roots_.resolved(round); }
  void replace_provisional() { roots_.replace_provisional(); }
  std::optional<Place> resolve(State provisional);
  void prefetch(State provisional) const { roots_.prefetch(index(provisional)); }  ///< before it is resolved

  class Cursor;
  /// Resizes the tables for about this many more states and pairs. False: there is no memory for all, or no numbers are
  /// left.
  bool make_room(std::uint32_t more, const Stop& stop) {
    return nodes_.make_room(more, stop) && roots_.make_room(more, stop);
  }
  /// The same by several threads: one begins, then all of them help. A thread may use its cursor when its call of
  /// help_resize has returned.
  void begin_resize(std::uint32_t nodes, std::uint32_t roots) {
    nodes_.begin_resize(nodes), roots_.begin_resize(roots);
  }
  void help_resize(const Stop& stop) { roots_.help_resize(stop), nodes_.help_resize(stop); }

  bool has_numbers() const { return nodes_.has_numbers() && roots_.has_numbers(); }

  std::uint32_t size() const { return states_; }
  std::uint64_t bytes() const { return roots_.bytes() + nodes_.bytes(); }

 private:
  /// What is at each node of a tree: a word, or the number of a pair.
  using Nodes = std::vector<std::uint32_t>;

  using Code = std::uint32_t;  ///< of a length
  static constexpr Code no_code = 63;
  struct Shape {
    std::uint32_t length = 0;
    Code code = no_code;
    const TreeShape* tree = nullptr;  ///< null: there are less than two words
  };
  Shape shape_of(std::uint32_t n);
  Shape known_shape_of(std::uint32_t n) const;
  const TreeShape* tree_of(std::uint32_t n, Code code) const;
  template <class Number>
  static std::optional<Root> join(std::uint32_t left, std::uint32_t right, Shape shape, Number number);
  template <class Number>
  static std::optional<Root> fold(std::span<const Word> words, Shape shape, Nodes& nodes, Number number);
  Shape unfold(State state, Nodes& nodes) const;
  static void words_of(const Nodes& nodes, Shape shape, std::vector<Word>& words);

  Place counted(const PairTable::Place& place);

  PairTable nodes_;
  PairTable roots_;
  PairTable::Writer node_writer_{nodes_};
  PairTable::Writer root_writer_{roots_};
  std::uint32_t states_ = 0;
  std::array<std::atomic<std::uint32_t>, no_code> lengths_{};  ///< by code; 0: none yet
  const std::vector<std::uint32_t> values_;
  mutable std::array<std::atomic<const TreeShape*>, no_code> trees_by_code_{};
  mutable std::mutex making_trees_;
  mutable std::map<std::uint32_t, TreeShape> trees_;  ///< by length
};

/// Stands on a state and finds the roots of its successors. Each thread may have one. Cursors may be used at the same
/// time, and while one thread resolves provisional ids, as long as nothing else is inserted into the table and it is
/// not resized.
class TreeTable::Cursor {
 public:
  explicit Cursor(TreeTable& table);

  void open(State state, std::vector<Word>& words);
  /// Nothing: there is no room.
  std::optional<Root> root_of(std::span<const Word> words);
  /// The same for as many words as the opened state has, which differ from it at most at the positions `changed`
  /// (ascending).
  std::optional<Root> root_of(std::span<const Word> words, std::span<const std::uint32_t> changed);
  /// A fresh state has a provisional id; others have either. Nothing: there is no room.
  std::optional<Place> find_or_reserve(Root root);

 private:
  struct Change {  ///< the value before it
    std::uint32_t node, value;
  };
  std::optional<std::uint32_t> number(Pair pair);
  bool change(std::uint32_t node, std::uint32_t value);

  struct Recent {
    Pair pair;
    std::uint32_t number;
    bool used;
  };
  static constexpr std::size_t recent_size = 1 << 13;

  TreeTable& table_;
  PairTable::Writer writer_;
  PairTable::Writer root_writer_;
  std::vector<Recent> recent_;  // a direct-mapped cache of numbered pairs, for this thread alone
  Nodes opened_;                // of the state that was opened
  Shape shape_;                 // likewise
  std::vector<std::uint32_t> changed_words_, changed_pairs_;  // nodes, descending
  std::vector<Change> undo_;
  Nodes nodes_;  // kept for its memory
};

}  // namespace fermata::store
