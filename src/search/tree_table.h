// SPDX-License-Identifier: Apache-2.0
// Exact storage of very many, very similar sequences of words.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/stop.h"
#include "search/pair_table.h"
#include "search/state_space.h"

namespace fermata::search {

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

  /// Like get; and from here on successors of this state are found more quickly.
  void open(State state, std::vector<Word>& words);
  /// `words` differ from those of the state that was opened, if at all, in the words `changed`
  /// (ascending), and not in their number.
  std::expected<Place, Full> find_or_insert(std::span<const Word> words, std::span<const std::uint32_t> changed,
                                            const Stop& stop);

  std::uint32_t size() const { return roots_.size(); }
  std::uint64_t bytes() const { return roots_.bytes() + nodes_.bytes(); }

 private:
  /// As in a binary heap: the root is 1, the children of i are 2i and 2i+1, the words are leaves.
  using Heap = std::vector<std::uint32_t>;

  template <class Number>
  static std::optional<Pair> fold(std::span<const Word> words, Heap& heap, Number number);
  void unfold(State state, Heap& heap) const;
  std::expected<Place, Full> enter(std::optional<Pair> root, const std::optional<Full>& full, const Stop& stop);

  PairTable nodes_;
  PairTable roots_;
  Heap opened_;                      // of the state that was opened
  std::uint32_t opened_right_ = 0;   // its right half together with its length
  std::vector<std::uint64_t> dirty_;  // a bit for each inner node; all 0 between calls
  std::vector<std::pair<std::uint32_t, std::uint32_t>> undo_;
};

}  // namespace fermata::search
