// SPDX-License-Identifier: Apache-2.0
// Exact storage of very many, very similar sequences of words.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/stop.h"
#include "store/pair_table.h"
#include "store/state.h"

namespace fermata::store {

/// Gives each sequence of words a State, densely, in the order in which they come. States that
/// agree on stretches share them; what is left for a state of its own is about 16 bytes.
class TreeTable {
 public:
  struct Place {
    State state{};
    bool fresh = false;
  };

  /// `limit`: how many states there may be.
  explicit TreeTable(std::uint32_t limit);

  std::expected<Place, Full> find_or_insert(std::span<const Word> words, const Stop& stop);
  std::optional<State> find(std::span<const Word> words) const;
  void get(State state, std::vector<Word>& words) const;

  /// A sequence as one pair: equal for equal ones, different for different ones.
  using Root = Pair;
  std::expected<Place, Full> find_or_insert(Root root, const Stop& stop);
  std::optional<State> find(Root root) const;
  void prefetch(Root root) const { roots_.prefetch(root); }  ///< it will be looked for soon

  // States that cursors have promised get their numbers from one thread, while others use cursors: see PairTable.
  static bool is_provisional(State state) { return PairTable::is_provisional(index(state)); }
  PairTable::Round begin_round(std::uint32_t most) { return roots_.begin_round(most); }
  std::uint32_t kept(PairTable::Round round) const { return roots_.kept(round); }
  void put_numbers() { roots_.put_numbers(); }
  std::optional<Place> keep(State promise);
  void prefetch(State promise) const { roots_.prefetch(index(promise)); }  ///< it will be kept soon

  class Cursor;
  /// For about this many more states and pairs, which are then found or added without growing. False: there is no room
  /// for all.
  bool make_room(std::uint32_t more, const Stop& stop) {
    return nodes_.make_room(more, stop) && roots_.make_room(more, stop);
  }
  /// The same by several threads: after one has begun, all of them help. Who has helped may use its cursor.
  void begin_room(std::uint32_t parts, std::uint32_t roots) { nodes_.begin_room(parts), roots_.begin_room(roots); }
  void help_to_make_room(const Stop& stop) { roots_.help_to_make_room(stop), nodes_.help_to_make_room(stop); }

  bool has_numbers() const { return nodes_.has_numbers() && roots_.has_numbers(); }

  std::uint32_t size() const { return states_; }
  std::uint64_t bytes() const { return roots_.bytes() + nodes_.bytes(); }

 private:
  /// As in a binary heap: the root is 1, the children of i are 2i and 2i+1, the words are leaves.
  using Heap = std::vector<std::uint32_t>;

  using Code = std::uint32_t;  ///< of a length
  static constexpr Code no_code = 63;
  struct Shape {
    std::uint32_t length = 0;
    Code code = no_code;
  };
  Code code_of(std::uint32_t n);
  Code known_code_of(std::uint32_t n) const;
  template <class Number>
  static std::optional<Root> join(std::uint32_t left, std::uint32_t right, Shape shape, Number number);
  template <class Number>
  static std::optional<Root> fold(std::span<const Word> words, Code code, Heap& heap, Number number);
  Shape unfold(State state, Heap& heap) const;
  static void words_of(const Heap& heap, std::uint32_t n, std::vector<Word>& words);

  Place counted(const PairTable::Place& place);

  PairTable nodes_;
  PairTable roots_;
  PairTable::Writer node_writer_{nodes_};
  PairTable::Writer root_writer_{roots_};
  std::uint32_t states_ = 0;
  std::array<std::atomic<std::uint32_t>, no_code> lengths_{};  ///< by code; 0: none yet
};

/// Stands on a state and finds the roots of its successors. Each thread may have one: they may be used at the same
/// time, as long as nothing is inserted into the table, except by find_or_add, and nobody makes room.
class TreeTable::Cursor {
 public:
  explicit Cursor(TreeTable& table);

  void open(State state, std::vector<Word>& words);
  /// Nothing: there is no room for it.
  std::optional<Root> root_of(std::span<const Word> words);
  /// The same for words that differ from those of the state that was opened, if at all, in the words `changed`
  /// (ascending), and not in their number.
  std::optional<Root> root_of(std::span<const Word> words, std::span<const std::uint32_t> changed);
  /// It may be a promise; a fresh one is. Nothing: there is no room for it.
  std::optional<Place> find_or_reserve(Root root);

 private:
  /// What was there, to be put back.
  struct Change {
    std::uint32_t node, value;
  };
  std::optional<std::uint32_t> number(Pair pair);
  void change(std::uint32_t node, std::uint32_t value);
  bool lift();

  struct Known {
    Pair pair;
    std::uint32_t number;
    bool taken;
  };
  static constexpr std::size_t known_size = 1 << 13;

  TreeTable& table_;
  PairTable::Writer writer_;
  PairTable::Writer root_writer_;
  std::vector<Known>
      known_;    // some of the pairs that were numbered lately: close at hand, and read by this thread alone
  Heap opened_;  // of the state that was opened
  Shape shape_;  // likewise
  // Room for as many as there are nodes; how many are used:
  std::vector<std::uint32_t> level_;  // nodes of one level that have changed, ascending
  std::vector<Change> undo_;
  std::size_t in_level_ = 0, to_undo_ = 0;
  Heap heap_;  // kept for its memory
};

}  // namespace fermata::store
