// SPDX-License-Identifier: Apache-2.0
// Tree compression.
//
//   A. Laarman, J. van de Pol, M. Weber, "Parallel recursive state compression for free", SPIN 2011
//   F. van der Berg, "Recursive variable-length state compression for multi-core software model
//     checking", NFM 2021
//
// A sequence is the frontier of a balanced binary tree; equal subtrees are stored once, as a
// numbered pair of their children. The pair at the root is the state.
//
// Where we differ from the papers:
//   - lengths vary, and say which shape the tree has; so the right child of the root is paired
//     with the length first. The shape is that of a binary heap with n leaves (nodes 1 to n-1 are
//     inner, n to 2n-1 are leaves): balanced for every n, and without pointers;
//   - only pairs that differ from the last sequence of the same length are looked up. Successors of
//     one state follow each other, so this is the papers' incremental update without having to pass
//     the predecessor around;
//   - roots and inner nodes are numbered densely instead of by their place in the hash table, so
//     that the tables can grow.
//
// Not here: many threads, and the 4-byte roots of Cleary tables. Both would fit this interface.
#include "search/tree_table.h"

#include <algorithm>
#include <bit>

#include "base/require.h"

namespace fermata::search {

namespace {

// Where in the heap the words stand. The lowest level of a heap comes first from left to right:
// without this turn, neighbouring words would be in different halves whenever n is not a power of
// two.
class Leaves {
 public:
  explicit Leaves(std::uint32_t n) : n_(n), first_(std::bit_ceil(n)) {}
  std::uint32_t operator[](std::uint32_t word) const {
    auto leaf = first_ + word;
    return leaf < 2 * n_ ? leaf : leaf - n_;
  }

 private:
  std::uint32_t n_, first_;
};

constexpr std::uint32_t most_nodes = 0xFFFF'FFFF;

}  // namespace

TreeTable::TreeTable(std::uint32_t limit) : nodes_(most_nodes), roots_(limit) {}

// The pair at the root. `number(pair)` numbers an inner node, or gives nothing; then there is no
// root either.
template <class Number>
std::optional<Pair> TreeTable::fold(std::span<const Word> words, Number number) {
  FERMATA_REQUIRE(words.size() < (1u << 30),
                  "there is a number for each node of the tree of a state");
  auto n = static_cast<std::uint32_t>(words.size());
  Fold& fold = folds_[n];
  bool known = fold.valid;
  fold.valid = false;  // until we are through
  fold.node.resize(std::max(4u, 2 * n));
  fold.changed.resize(fold.node.size());

  auto change = [&](std::uint32_t i, std::uint32_t value) {
    fold.changed[i] = !known || fold.node[i] != value;
    fold.node[i] = value;
  };
  if (n < 2) {  // a tree without a root; its right half is empty, and so may be the left one
    change(2, n == 0 ? 0 : words[0]);
    change(3, 0);
  } else {
    Leaves leaves(n);
    for (std::uint32_t i = 0; i < n; ++i) change(leaves[i], words[i]);
    for (std::uint32_t i = n - 1; i >= 2; --i) {
      if (!fold.changed[2 * i] && !fold.changed[2 * i + 1]) {
        fold.changed[i] = false;
        continue;
      }
      auto node = number(Pair{fold.node[2 * i], fold.node[2 * i + 1]});
      if (!node) return std::nullopt;
      change(i, *node);
    }
  }
  if (fold.changed[3]) {
    auto right = number(Pair{n, fold.node[3]});
    if (!right) return std::nullopt;
    fold.right = *right;
  }
  fold.valid = true;
  return Pair{fold.node[2], fold.right};
}

std::expected<TreeTable::Place, Full> TreeTable::find_or_insert(std::span<const Word> words,
                                                                const Stop& stop) {
  std::expected<PairTable::Place, Full> place;
  auto root = fold(words, [&](Pair pair) -> std::optional<std::uint32_t> {
    place = nodes_.find_or_insert(pair, stop);
    if (!place) return std::nullopt;
    return place->number;
  });
  if (root) place = roots_.find_or_insert(*root, stop);
  if (!place) return std::unexpected(place.error());
  return Place{State{place->number}, place->fresh};
}

std::optional<State> TreeTable::find(std::span<const Word> words) {
  auto root = fold(words, [&](Pair pair) { return nodes_.find(pair); });
  auto number = root ? roots_.find(*root) : std::nullopt;
  if (!number) return std::nullopt;
  return State{*number};
}

void TreeTable::get(State state, std::vector<Word>& words) const {
  FERMATA_REQUIRE(index(state) < size(), "only stored states have words");
  auto root = roots_[index(state)];
  auto [n, right] = nodes_[root.right];
  if (n < 2) {
    words.assign(n, root.left);
    return;
  }
  // Unfolds the heap inside `words`, then puts its leaves into their order and drops the rest.
  words.resize(2 * std::size_t{n});
  words[2] = root.left;
  words[3] = right;
  for (std::uint32_t i = 2; i < n; ++i) {
    auto children = nodes_[words[i]];
    words[2 * i] = children.left;
    words[2 * i + 1] = children.right;
  }
  std::rotate_copy(words.begin() + n, words.begin() + Leaves(n)[0], words.end(), words.begin());
  words.resize(n);
}

}  // namespace fermata::search
