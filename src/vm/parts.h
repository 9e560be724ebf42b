// SPDX-License-Identifier: Apache-2.0
// The parts of a state that a step reads and changes, one by one: finer than words, so that what a step depends on is
// found again in more states.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vm/memory.h"
#include "vm/stored.h"

namespace fermata::vm {

/// A part is one of
///   - a word of the state;
///   - the head of a page of a list of a heap or a stack: the component of the object that begins there or, if that is
///   kept in
///     cells (memory.cpp), its header; a mark where an object goes on; 0 where there is none;
///   - a cell of such an object. Its page's head must have been read before;
///   - one half of what a thread sleeps on, a part of its record that is read only: who wakes one of the threads that
///     sleep on an object does not care where all others stand.
/// The last three are known by number only below these bounds; above, whoever reads them reads the word.
constexpr std::uint32_t most_part_words = 1 << 12, most_part_pages = 1 << 12;
constexpr Part word_part(std::uint32_t word) { return Part{word}; }
constexpr Part page_part(std::uint32_t word, std::uint32_t page) { return Part{1u << 31 | page << 19 | word << 7}; }
constexpr Part cell_part(std::uint32_t word, std::uint32_t page, std::uint32_t cell) {
  return Part{1u << 31 | page << 19 | word << 7 | (1 + cell)};
}
constexpr Part header_part(std::uint32_t word, std::uint32_t page) {
  return cell_part(word, page, 126);
}  ///< changed only
constexpr std::uint32_t sleep_place = 100;  ///< where a page's part has a cell; there are fewer cells
constexpr Part sleep_part(std::uint32_t record, bool upper) {
  return Part{1u << 31 | record << 7 | (sleep_place + upper)};
}
/// The word of the state that it is part of.
constexpr std::uint32_t word_of(Part part) {
  const auto code = static_cast<std::uint32_t>(part);
  return code >> 31 ? code >> 7 & (most_part_words - 1) : code;
}
constexpr bool is_word(Part part) { return static_cast<std::uint32_t>(part) >> 31 == 0; }

/// Changes of a state, as pairs (part, value).
using Changes = std::vector<std::uint32_t>;

class Parts {
 public:
  Parts(const StateShape& shape, ComponentStore& store) : shape_(shape), store_(&store) {}

  /// Nothing if the state has no such word.
  std::optional<Word> value(std::span<const Word> state, Part part) const;
  /// Appends what leads from one state to another one that has at least as many words, as far as the first one goes.
  /// Every part that differs has been read: it is in `reads`, or its word is, or it is the record of thread `own`. So
  /// the changes are the same wherever `reads` have the same values and thread `own` has the same record.
  void difference(std::span<const Word> from, std::span<const Word> to, std::span<const Part> reads, std::uint32_t own,
                  Changes& changes) const;
  /// Makes the changes in `state`, and appends the words that changed, ascending.
  void apply(std::span<const std::uint32_t> changes, std::vector<Word>& state, std::vector<std::uint32_t>& changed);

 private:
  void close_object();
  void close_list(std::vector<Word>& state);

  StateShape shape_;
  ComponentStore* store_;
  // While changes are made: the list of a heap or stack, and one object of it.
  static constexpr std::uint32_t none = 0xffff'ffff;
  std::uint32_t word_ = none, page_ = none;
  std::vector<Word> list_, object_;
};

}  // namespace fermata::vm
