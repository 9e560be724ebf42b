// SPDX-License-Identifier: Apache-2.0
// Tree compression.
//
//   A. Laarman, J. van de Pol, M. Weber, "Parallel recursive state compression for free", SPIN 2011
//   F. van der Berg, "Recursive variable-length state compression for multi-core software model
//     checking", NFM 2021
//
// A sequence is the frontier of a binary tree; equal subtrees are stored once, as a numbered pair of their children.
// The pair at the root is the state.
//
// Where we differ from the papers:
//   - lengths vary, and decide the shape of the tree. They are few, so a code of six bits stands for the length, three
//     beside each child of the root. If there are more lengths, or the children are words, the code says so, and the
//     right child is paired with the length first;
//   - the tree is not balanced: what changes often is near the root (tree_shape.h);
//   - a state that is about to be expanded is opened: its whole tree is then at hand, and for a
//     successor only the pairs above the words that changed are looked up;
//   - roots and inner nodes are numbered densely instead of by their place in the hash table, so
//     that the tables can grow.
//
// Not here: the 4-byte roots of Cleary tables. They would fit this interface.
#include "store/tree_table.h"

#include <algorithm>
#include <functional>
#include <ranges>
#include <utility>

#include "base/require.h"

namespace fermata::store {

namespace {

constexpr unsigned node_bits = 29, code_bits = 32 - node_bits;
constexpr std::uint32_t most_nodes = 1u << node_bits, half_a_code = (1u << code_bits) - 1;
constexpr std::uint32_t shortest_with_code = 4;  // words: both children of the root are inner nodes

constexpr Pair with_code(std::uint32_t left, std::uint32_t right, std::uint32_t code) {
  return {left | (code & half_a_code) << node_bits, right | (code >> code_bits) << node_bits};
}

}  // namespace

TreeTable::TreeTable(std::uint32_t limit, std::vector<std::uint32_t> values)
    : nodes_(most_nodes), roots_(limit), values_(std::move(values)) {}

// Codes are given to lengths in the order of arrival and never change.
TreeTable::Shape TreeTable::shape_of(std::uint32_t n) {
  static_assert(no_code == (1u << 2 * code_bits) - 1);
  Code code = n < shortest_with_code ? no_code : 0;
  for (; code < no_code; ++code) {
    std::uint32_t length = lengths_[code].load(std::memory_order_acquire);
    if (length == 0 && lengths_[code].compare_exchange_strong(length, n)) break;
    if (length == n) break;
  }
  return {n, code, tree_of(n, code)};
}

// no_code for a length without a code: then no sequence that long is stored, or the codes are used up.
TreeTable::Shape TreeTable::known_shape_of(std::uint32_t n) const {
  if (n < shortest_with_code) return {n, no_code, tree_of(n, no_code)};
  const auto length = std::ranges::find(lengths_, n, [](const auto& l) { return l.load(std::memory_order_acquire); });
  const auto code = static_cast<Code>(length - lengths_.begin());
  return {n, code, tree_of(n, code)};
}

const TreeShape* TreeTable::tree_of(std::uint32_t n, Code code) const {
  if (n < 2) return nullptr;
  if (code != no_code)
    if (const auto* known = trees_by_code_[code].load(std::memory_order_acquire)) return known;
  const std::lock_guard lock(making_trees_);
  const TreeShape* tree = &trees_.try_emplace(n, n, values_).first->second;
  if (code != no_code) trees_by_code_[code].store(tree, std::memory_order_release);
  return tree;
}

// `number(pair)` numbers an inner node. If there is no room for it, there is no root either.
template <class Number>
std::optional<TreeTable::Root> TreeTable::join(std::uint32_t left, std::uint32_t right, Shape shape, Number number) {
  if (shape.code == no_code) {
    if (shape.length < shortest_with_code) {
      const auto numbered = number(Pair{left, 0});
      if (!numbered) return std::nullopt;
      left = *numbered;
    }
    const auto numbered = number(Pair{shape.length, right});
    if (!numbered) return std::nullopt;
    right = *numbered;
  }
  return with_code(left, right, shape.code);
}

// The pair at the root.
template <class Number>
std::optional<TreeTable::Root> TreeTable::fold(std::span<const Word> words, Shape shape, Nodes& nodes, Number number) {
  FERMATA_REQUIRE(words.size() < (1u << 30), "there is a number for each node of the tree of a state");
  nodes.assign(std::max<std::size_t>(4, 2 * words.size()), 0);
  if (!shape.tree) {  // without a root; its right half is empty, and so may be the left one
    if (!words.empty()) nodes[2] = words[0];
  } else {
    for (std::size_t i = 0; i < words.size(); ++i) nodes[shape.tree->leaves[i]] = words[i];
    for (const auto& [node, child] : std::views::reverse(shape.tree->inner)) {
      const auto numbered = number(Pair{nodes[child], nodes[child + 1]});
      if (!numbered) return std::nullopt;
      nodes[node] = *numbered;
    }
  }
  return join(nodes[2], nodes[3], shape, number);
}

std::expected<TreeTable::Place, Full> TreeTable::find_or_insert(Root root, const Stop& stop) {
  auto place = root_writer_.find_or_insert(root, stop);
  if (!place) return std::unexpected(place.error());
  return counted(*place);
}

TreeTable::Place TreeTable::counted(const PairTable::Place& place) {
  states_ += place.fresh;
  return {State{place.number}, place.fresh};
}

std::optional<TreeTable::Place> TreeTable::resolve(State provisional) {
  auto place = root_writer_.resolve(index(provisional));
  if (!place) return std::nullopt;
  return counted(*place);
}

std::optional<TreeTable::Place> TreeTable::Cursor::find_or_reserve(Root root) {
  auto place = root_writer_.find_or_reserve(root);
  if (!place) return std::nullopt;
  return Place{State{place->number}, place->fresh};
}

std::optional<State> TreeTable::find(Root root) const {
  auto number = roots_.find(root);
  if (!number) return std::nullopt;
  return State{*number};
}

std::expected<TreeTable::Place, Full> TreeTable::find_or_insert(std::span<const Word> words, const Stop& stop) {
  std::optional<Full> full;
  Nodes nodes;
  auto root = fold(words, shape_of(static_cast<std::uint32_t>(words.size())), nodes,
                   [&](Pair pair) -> std::optional<std::uint32_t> {
                     auto place = node_writer_.find_or_insert(pair, stop);
                     if (place) return place->number;
                     full = place.error();
                     return std::nullopt;
                   });
  if (!root) return std::unexpected(*full);
  return find_or_insert(*root, stop);
}

std::optional<State> TreeTable::find(std::span<const Word> words) const {
  Nodes nodes;
  auto root = fold(words, known_shape_of(static_cast<std::uint32_t>(words.size())), nodes,
                   [&](Pair pair) { return nodes_.find(pair); });
  return root ? find(*root) : std::nullopt;
}

// Fills the nodes down to the leaves, which are the words.
TreeTable::Shape TreeTable::unfold(State state, Nodes& nodes) const {
  auto [left, right] = roots_[index(state)];
  const Code code = left >> node_bits | right >> node_bits << code_bits;
  left %= most_nodes;
  right %= most_nodes;
  std::uint32_t n = 0;
  if (code != no_code) {
    n = lengths_[code].load(std::memory_order_relaxed);
  } else {
    const Pair with_length = nodes_[right];
    n = with_length.left;
    right = with_length.right;
    if (n < shortest_with_code) left = nodes_[left].left;
  }
  nodes.resize(std::max(4u, 2 * n));
  nodes[2] = left;
  nodes[3] = right;
  const TreeShape* tree = tree_of(n, code);
  if (tree)
    for (const auto& [node, child] : tree->inner) {
      const auto children = nodes_[nodes[node]];
      nodes[child] = children.left;
      nodes[child + 1] = children.right;
    }
  return {n, code, tree};
}

void TreeTable::words_of(const Nodes& nodes, Shape shape, std::vector<Word>& words) {
  words.resize(shape.length);
  if (shape.tree)
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = nodes[shape.tree->leaves[i]];
  else
    std::ranges::fill(words, nodes[2]);
}

void TreeTable::get(State state, std::vector<Word>& words) const {
  FERMATA_REQUIRE(index(state) < size(), "only stored states have words");
  Nodes nodes;
  words_of(nodes, unfold(state, nodes), words);
}

void TreeTable::Cursor::open(State state, std::vector<Word>& words) {
  shape_ = table_.unfold(state, opened_);
  words_of(opened_, shape_, words);
}

TreeTable::Cursor::Cursor(TreeTable& table)
    : table_(table), writer_(table.nodes_), root_writer_(table.roots_), recent_(recent_size) {}

inline std::optional<std::uint32_t> TreeTable::Cursor::number(Pair pair) {
  const std::uint64_t both = std::uint64_t{pair.left} << 32 | pair.right;
  Recent& recent = recent_[(both * 0x9E37'79B9'7F4A'7C15 >> 32) % recent_size];
  if (recent.used && recent.pair == pair) return recent.number;
  auto place = writer_.find_or_add(pair);
  if (!place) return std::nullopt;
  recent = {pair, place->number, true};
  return place->number;
}

std::optional<TreeTable::Root> TreeTable::Cursor::root_of(std::span<const Word> words) {
  return fold(words, table_.shape_of(static_cast<std::uint32_t>(words.size())), nodes_,
              [&](Pair pair) { return number(pair); });
}

// False: it has this value already.
inline bool TreeTable::Cursor::change(std::uint32_t node, std::uint32_t value) {
  std::uint32_t& place = opened_[node];
  if (place == value) return false;
  undo_.push_back({node, place});
  place = value;
  return true;
}

// From the leaves upwards, in descending order, so that a node is renumbered once, after both of its children. Nodes
// that have changed are words, or pairs, which come in descending order, too. The changes are undone at the end, since
// the next successor starts from the opened state as well.
std::optional<TreeTable::Root> TreeTable::Cursor::root_of(std::span<const Word> words,
                                                          std::span<const std::uint32_t> changed) {
  if (words.size() < shortest_with_code) return root_of(words);
  FERMATA_REQUIRE(shape_.length == words.size(), "a successor with as many words as the state that was opened");
  const TreeShape& tree = *shape_.tree;
  undo_.clear();
  changed_words_.clear();
  changed_pairs_.clear();
  for (std::uint32_t word : changed)
    if (change(tree.leaves[word], words[word])) changed_words_.push_back(tree.leaves[word]);
  std::ranges::sort(changed_words_, std::greater<>());

  bool room = true;
  auto word = changed_words_.begin();
  for (std::size_t pair = 0, parent = 0; room;) {
    std::uint32_t node = 0;
    if (word != changed_words_.end() && (pair == changed_pairs_.size() || *word > changed_pairs_[pair]))
      node = *word++;
    else if (pair < changed_pairs_.size())
      node = changed_pairs_[pair++];
    if (node <= 3) break;  // join() makes the root
    if (tree.parents[node] == parent) continue;
    parent = tree.parents[node];
    const std::uint32_t left = tree.lefts[parent];
    const auto numbered = number(Pair{opened_[left], opened_[left + 1]});
    room = numbered.has_value();
    if (room && change(static_cast<std::uint32_t>(parent), *numbered))
      changed_pairs_.push_back(static_cast<std::uint32_t>(parent));
  }
  std::optional<Root> root;
  if (room) root = join(opened_[2], opened_[3], shape_, [&](Pair pair) { return number(pair); });
  for (const Change& before : std::views::reverse(undo_)) opened_[before.node] = before.value;
  return root;
}

}  // namespace fermata::store
