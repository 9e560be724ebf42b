// SPDX-License-Identifier: Apache-2.0
// Bytes that are read with another size than they were written are cut and joined as terms, so nothing is refused here.
#include "model/cells.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>

namespace fermata::model {

TermId joined(Terms& terms, TermId low, TermId high) {
  const unsigned a = terms.width(low), width = a + terms.width(high);
  return terms.binary(ir::Op::or_, terms.convert(ir::Op::zext, width, low),
                      terms.binary(ir::Op::shl, terms.convert(ir::Op::zext, width, high), terms.constant(width, a)));
}

unsigned Cells::piece(std::uint64_t offset, unsigned most) const {
  auto next = cells_.upper_bound(offset);
  if (next != cells_.begin()) {
    const auto& [begin, cell] = *std::prev(next);
    if (offset < begin + cell.size) return std::min<unsigned>(most, static_cast<unsigned>(begin + cell.size - offset));
  }
  if (next == cells_.end()) return most;
  return static_cast<unsigned>(std::min<std::uint64_t>(most, next->first - offset));
}

TermId Cells::read(Terms& terms, std::uint64_t offset, unsigned size, const First& first) const {
  std::optional<TermId> result;
  for (unsigned done = 0; done < size;) {
    const std::uint64_t at = offset + done;
    const unsigned n = piece(at, size - done);
    const auto next = cells_.upper_bound(at);
    TermId value;
    if (next != cells_.begin() && at < std::prev(next)->first + std::prev(next)->second.size) {
      const auto& [begin, cell] = *std::prev(next);
      value = terms.extract(cell.value, 8 * static_cast<unsigned>(at - begin), 8 * n);
    } else {
      value = terms.constant(8 * n, first(at, n));
    }
    result = result ? joined(terms, *result, value) : value;
    done += n;
  }
  return *result;
}

void Cells::cut_out(Terms& terms, std::uint64_t offset, std::uint64_t size) {
  auto it = cells_.upper_bound(offset);
  if (it != cells_.begin() && std::prev(it)->first + std::prev(it)->second.size > offset) --it;
  while (it != cells_.end() && it->first < offset + size) {
    const auto [begin, cell] = *it;
    it = cells_.erase(it);
    const auto keep = [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t at = from; at < to;) {
        // Sizes of powers of two, so that they are read back as they are.
        const auto n = static_cast<unsigned>(std::bit_floor(to - at));
        cells_[at] = {n, terms.extract(cell.value, 8 * static_cast<unsigned>(at - begin), 8 * n)};
        at += n;
      }
    };
    if (begin < offset) keep(begin, offset);
    if (begin + cell.size > offset + size) keep(offset + size, begin + cell.size);
  }
}

void Cells::write(Terms& terms, std::uint64_t offset, unsigned size, TermId value, const First& first) {
  cut_out(terms, offset, size);
  if (const auto known = terms.known(value); known && *known == first(offset, size)) return;
  cells_[offset] = {size, value};
}

}  // namespace fermata::model
