// SPDX-License-Identifier: Apache-2.0
// Exact storage of very many, very similar sequences of words.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <unordered_map>
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

  /// Fastest if the words differ little from those of an earlier call.
  std::expected<Place, Full> find_or_insert(std::span<const Word> words, const Stop& stop);
  std::optional<State> find(std::span<const Word> words);
  void get(State state, std::vector<Word>& words) const;

  std::uint32_t size() const { return roots_.size(); }
  std::uint64_t bytes() const { return roots_.bytes() + nodes_.bytes(); }

 private:
  // The tree of the last sequence of some length.
  struct Fold {
    std::vector<std::uint32_t>
        node;  // as in a binary heap: the children of i are 2i and 2i+1, the words are leaves
    std::vector<std::uint8_t> changed;
    std::uint32_t right = 0;  // the right half together with the length
    bool valid = false;
  };

  template <class Number>
  std::optional<Pair> fold(std::span<const Word> words, Number number);

  PairTable nodes_;
  PairTable roots_;
  std::unordered_map<std::uint32_t, Fold> folds_;  // by length
};

}  // namespace fermata::search
