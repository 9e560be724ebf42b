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
//   - lengths vary, and decide the shape of the tree. They are few, so a code of six bits stands for the length, three
//     beside each child of the root. If there are more lengths, or the children are words, the code says so, and the
//     right child is paired with the length first. The shape is that of a binary heap with n leaves (nodes 1 to n-1 are
//     inner, n to 2n-1 are leaves): balanced for every n, and without pointers;
//   - a state that is about to be expanded is opened: its whole tree is then at hand, and for a
//     successor only the pairs above the words that changed are looked up;
//   - roots and inner nodes are numbered densely instead of by their place in the hash table, so
//     that the tables can grow.
//
// Not here: the 4-byte roots of Cleary tables. They would fit this interface.
#include "store/tree_table.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/require.h"

namespace fermata::store {

namespace {

// The positions of the words in the heap. The leaves of the lowest level hold the first words: without this rotation,
// neighbouring words would be in different halves whenever n is not a power of two.
class Leaves {
 public:
  explicit Leaves(std::uint32_t n) : n_(n), first_(std::bit_ceil(n)) {}
  std::uint32_t operator[](std::uint32_t word) const {
    auto leaf = first_ + word;
    return leaf < 2 * n_ ? leaf : leaf - n_;
  }
  bool is_lowest(std::uint32_t leaf) const { return leaf >= first_; }

 private:
  std::uint32_t n_, first_;
};

constexpr unsigned node_bits = 29, code_bits = 32 - node_bits;
constexpr std::uint32_t most_nodes = 1u << node_bits, half_a_code = (1u << code_bits) - 1;
constexpr std::uint32_t shortest_with_code = 4;  // words: both children of the root are inner nodes

constexpr Pair with_code(std::uint32_t left, std::uint32_t right, std::uint32_t code) {
  return {left | (code & half_a_code) << node_bits, right | (code >> code_bits) << node_bits};
}

}  // namespace

TreeTable::TreeTable(std::uint32_t limit) : nodes_(most_nodes), roots_(limit) {}

// Codes are given to lengths in the order of arrival and never change.
TreeTable::Code TreeTable::code_of(std::uint32_t n) {
  static_assert(no_code == (1u << 2 * code_bits) - 1);
  if (n < shortest_with_code) return no_code;
  for (Code code = 0; code < no_code; ++code) {
    std::uint32_t length = lengths_[code].load(std::memory_order_acquire);
    if (length == 0 && lengths_[code].compare_exchange_strong(length, n)) return code;
    if (length == n) return code;
  }
  return no_code;
}

// no_code for a length without a code: then no sequence that long is stored, or the codes are used up.
TreeTable::Code TreeTable::known_code_of(std::uint32_t n) const {
  if (n < shortest_with_code) return no_code;
  const auto length = std::ranges::find(lengths_, n, [](const auto& l) { return l.load(std::memory_order_acquire); });
  return static_cast<Code>(length - lengths_.begin());
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
std::optional<TreeTable::Root> TreeTable::fold(std::span<const Word> words, Code code, Heap& heap, Number number) {
  FERMATA_REQUIRE(words.size() < (1u << 30), "there is a number for each node of the tree of a state");
  auto n = static_cast<std::uint32_t>(words.size());
  heap.assign(std::max(4u, 2 * n), 0);
  if (n < 2) {  // a tree without a root; its right half is empty, and so may be the left one
    if (n == 1) heap[2] = words[0];
  } else {
    Leaves leaves(n);
    for (std::uint32_t i = 0; i < n; ++i) heap[leaves[i]] = words[i];
    for (std::uint32_t i = n - 1; i >= 2; --i) {
      auto node = number(Pair{heap[2 * i], heap[2 * i + 1]});
      if (!node) return std::nullopt;
      heap[i] = *node;
    }
  }
  return join(heap[2], heap[3], {n, code}, number);
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
  Heap heap;
  auto root = fold(words, code_of(static_cast<std::uint32_t>(words.size())), heap,
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
  Heap heap;
  auto root = fold(words, known_code_of(static_cast<std::uint32_t>(words.size())), heap,
                   [&](Pair pair) { return nodes_.find(pair); });
  return root ? find(*root) : std::nullopt;
}

// Fills the heap down to the leaves, which are the words.
TreeTable::Shape TreeTable::unfold(State state, Heap& heap) const {
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
  heap.resize(std::max(4u, 2 * n));
  heap[2] = left;
  heap[3] = right;
  for (std::uint32_t i = 2; i < n; ++i) {
    auto children = nodes_[heap[i]];
    heap[2 * i] = children.left;
    heap[2 * i + 1] = children.right;
  }
  return {n, code};
}

void TreeTable::words_of(const Heap& heap, std::uint32_t n, std::vector<Word>& words) {
  words.resize(n);
  if (n < 2)
    std::ranges::fill(words, heap[2]);
  else
    std::rotate_copy(heap.begin() + n, heap.begin() + Leaves(n)[0], heap.end(), words.begin());
}

void TreeTable::get(State state, std::vector<Word>& words) const {
  FERMATA_REQUIRE(index(state) < size(), "only stored states have words");
  Heap heap;
  const auto [n, code] = unfold(state, heap);
  words_of(heap, n, words);
}

void TreeTable::Cursor::open(State state, std::vector<Word>& words) {
  shape_ = table_.unfold(state, opened_);
  words_of(opened_, shape_.length, words);
  if (undo_.size() < opened_.size()) level_.resize(opened_.size()), undo_.resize(opened_.size());
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
  return fold(words, table_.code_of(static_cast<std::uint32_t>(words.size())), heap_,
              [&](Pair pair) { return number(pair); });
}

inline void TreeTable::Cursor::change(std::uint32_t node, std::uint32_t value) {
  std::uint32_t& place = opened_[node];
  if (place == value) return;
  undo_[to_undo_++] = {node, place};
  place = value;
  level_[in_level_++] = node;
}

// Renumbers the parents of the nodes that have changed. False: there is no room for one of them.
inline bool TreeTable::Cursor::lift() {
  const std::size_t count = std::exchange(in_level_, 0);
  for (std::size_t i = 0; i < count;) {
    const std::uint32_t parent = level_[i] / 2;
    while (++i < count && level_[i] / 2 == parent) {
    }
    const auto numbered = number(Pair{opened_[2 * parent], opened_[2 * parent + 1]});
    if (!numbered) return false;
    change(parent, *numbered);
  }
  return true;
}

// From the leaves upwards, level by level, so that a node is renumbered once, after both of its children. The leaves
// are on two levels; the first words are on the lower one. The changes are undone at the end, since the next successor
// starts from the opened state as well.
std::optional<TreeTable::Root> TreeTable::Cursor::root_of(std::span<const Word> words,
                                                          std::span<const std::uint32_t> changed) {
  auto n = static_cast<std::uint32_t>(words.size());
  if (n < shortest_with_code) return root_of(words);
  FERMATA_REQUIRE(opened_.size() == 2 * std::size_t{n}, "a successor with as many words as the state that was opened");
  const Leaves leaves(n);
  in_level_ = to_undo_ = 0;
  auto word = changed.begin();
  for (; word != changed.end() && leaves.is_lowest(leaves[*word]); ++word) change(leaves[*word], words[*word]);
  bool room = lift();
  for (; word != changed.end(); ++word) change(leaves[*word], words[*word]);
  while (room && in_level_ > 0 && level_[0] > 3) room = lift();  // join() makes the root
  std::optional<Root> root;
  if (room) root = join(opened_[2], opened_[3], shape_, [&](Pair pair) { return number(pair); });
  while (to_undo_ > 0) {
    const Change& before = undo_[--to_undo_];
    opened_[before.node] = before.value;
  }
  return root;
}

}  // namespace fermata::store
