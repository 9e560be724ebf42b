// SPDX-License-Identifier: Apache-2.0
// A graph in compressed sparse rows: for each state, the targets of its edges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "store/growing_array.h"
#include "store/state.h"

namespace fermata::store {

// An edge leads to a state, or to one of these, which stand for everything that is no state of the graph.
inline constexpr State leads_to_end{0xFFFF'FFFF};      ///< the only edge of a state that has ended
inline constexpr State leads_to_failure{0xFFFF'FFFE};  ///< some edge of this state fails
inline constexpr State leads_beyond{0xFFFF'FFFD};      ///< some edges of this state are not known

/// Ascending numbers in 4 bytes each, although they may exceed `low_bits` bits: the high part is stored as the list of
/// positions where it changes, which is nearly always empty.
template <unsigned low_bits = 32>
class Offsets {
 public:
  std::size_t size() const { return low_.size(); }
  std::uint64_t bytes() const { return low_.bytes(); }
  void push_back(std::uint64_t offset) {
    if (offset >> low_bits != wraps_.size()) wraps_.resize(offset >> low_bits, size());
    low_.push_back(static_cast<std::uint32_t>(offset & ((std::uint64_t{1} << low_bits) - 1)));
  }
  std::uint64_t operator[](std::size_t i) const {
    if (wraps_.empty()) return low_[i];
    auto wraps = std::ranges::upper_bound(wraps_, i) - wraps_.begin();
    return low_[i] + (static_cast<std::uint64_t>(wraps) << low_bits);
  }

 private:
  GrowingArray<std::uint32_t> low_;
  std::vector<std::size_t> wraps_;
};

/// The targets of a state, ascending, each once, decoded while iterating.
class TargetList {
 public:
  class Iterator {
   public:
    using value_type = State;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    State operator*() const { return State{value_}; }
    Iterator& operator++() {
      if (next_ == end_)
        next_ = nullptr;
      else
        value_ += 1 + static_cast<std::uint32_t>(read());
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator&) const = default;
    bool operator==(std::default_sentinel_t) const { return next_ == nullptr; }

   private:
    friend class TargetList;
    std::uint64_t read() {
      std::uint64_t number = *next_ & 0x7F;
      for (unsigned shift = 7; *next_++ & 0x80; shift += 7) number |= std::uint64_t{*next_ & 0x7Fu} << shift;
      return number;
    }
    const std::uint8_t* next_ = nullptr;  ///< null: at the end
    const std::uint8_t* end_ = nullptr;
    std::uint32_t value_ = 0;
  };
  /// An iterator of this list in 8 bytes.
  struct Mark {
    std::uint32_t next = 0, value = 0;
  };

  TargetList(State source, const std::uint8_t* first, const std::uint8_t* last)
      : source_(index(source)), first_(first), last_(last) {}

  bool empty() const { return first_ == last_; }
  Iterator begin() const {
    Iterator it;
    if (empty()) return it;
    it.next_ = first_;
    it.end_ = last_;
    const std::uint64_t code = it.read();
    it.value_ = source_ + static_cast<std::uint32_t>(code & 1 ? ~(code >> 1) : code >> 1);
    return it;
  }
  std::default_sentinel_t end() const { return {}; }
  bool contains(State state) const { return std::ranges::find(begin(), end(), state) != end(); }

  Mark mark(const Iterator& it) const {
    return {static_cast<std::uint32_t>(it.next_ ? it.next_ - first_ : 0), it.value_};
  }
  Iterator at(Mark mark) const {
    Iterator it;
    if (mark.next == 0) return it;
    it.next_ = first_ + mark.next;
    it.end_ = last_;
    it.value_ = mark.value;
    return it;
  }

 private:
  std::uint32_t source_;
  const std::uint8_t *first_, *last_;
};

/// Rows are appended in the order of the states: 4 bytes for a state, and one to three for an edge as a rule. A state
/// without a row counts as no part of the graph.
class EdgeLists {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size()); }
  std::uint64_t edges() const { return edges_; }
  std::uint64_t bytes() const { return starts_.bytes() + bytes_.bytes(); }

  TargetList operator[](State state) const {
    auto i = index(state);
    auto first = starts_[i];
    auto last = i + 1 == size() ? bytes_.size() : starts_[i + 1];
    return {state, bytes_.begin() + first, bytes_.begin() + last};
  }
  bool listed(State state) const { return index(state) < size(); }

  /// Appends the row of the next state. Sorts `targets` and removes duplicates.
  void append(std::vector<State>& targets);

 private:
  Offsets<> starts_;
  GrowingArray<std::uint8_t> bytes_;
  std::uint64_t edges_ = 0;
};

/// The edges of a graph, reversed. Those that lead to no state, or to one without a row, are left out.
class Predecessors {
 public:
  explicit Predecessors(const EdgeLists& graph);
  std::span<const State> operator[](State state) const {
    auto first = starts_[index(state)];
    return std::span(sources_).subspan(first, starts_[index(state) + 1] - first);
  }

 private:
  std::vector<std::uint64_t> starts_;
  std::vector<State> sources_;
};

}  // namespace fermata::store
