// SPDX-License-Identifier: Apache-2.0
// The contents of one object that one thread alone can see.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "model/terms.h"

namespace fermata::model {

/// What was written since the object was made, in pieces of 1 to 8 bytes that do not overlap. What lies between them is
/// as it was at first.
class Cells {
 public:
  struct Cell {
    unsigned size = 1;
    TermId value{};  ///< 8 * size bits
    bool operator==(const Cell&) const = default;
  };
  /// The first value of `size` bytes at an offset.
  using First = std::function<std::uint64_t(std::uint64_t, unsigned)>;

  TermId read(Terms& terms, std::uint64_t offset, unsigned size, const First& first) const;
  void write(Terms& terms, std::uint64_t offset, unsigned size, TermId value, const First& first);
  /// As at first, in this range.
  void reset(Terms& terms, std::uint64_t offset, std::uint64_t size) { cut_out(terms, offset, size); }
  /// How many bytes from `offset` on, at most `most`, can be read without joining or cutting pieces.
  unsigned piece(std::uint64_t offset, unsigned most) const;

  const std::map<std::uint64_t, Cell>& all() const { return cells_; }
  /// May change the value of each, not its size.
  template <class Visit>
  void each(const Visit& visit) {
    for (auto& [offset, cell] : cells_) visit(offset, cell);
  }
  bool operator==(const Cells&) const = default;

 private:
  void cut_out(Terms& terms, std::uint64_t offset, std::uint64_t size);

  std::map<std::uint64_t, Cell> cells_;
};

/// The value of two neighbours, the first at the lower address.
TermId joined(Terms& terms, TermId low, TermId high);

}  // namespace fermata::model
