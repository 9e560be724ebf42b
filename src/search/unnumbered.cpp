// SPDX-License-Identifier: Apache-2.0
// Open addressing (D. Knuth, "The Art of Computer Programming", vol. 3, 6.4), with the roots beside it, so that whoever goes
// through them in order goes through memory in order.
#include "search/unnumbered.h"

#include <algorithm>

namespace fermata::search {

namespace {

constexpr std::size_t fewest_slots = 1 << 10;

}  // namespace

void Unnumbered::clear() {
  // About as many slots as were needed last time: all of them are to be emptied.
  if (index_.empty())
    index_.resize(fewest_slots);
  else if (index_.size() > fewest_slots && 16 * roots_.size() < index_.size())
    spread(index_.size() / 2);
  std::ranges::fill(index_, 0);
  roots_.clear();
}

std::size_t Unnumbered::slot_of(TreeTable::Root root) const {
  const std::size_t mask = index_.size() - 1;
  const std::uint64_t key = std::uint64_t{root.left} << 32 | root.right;
  std::size_t slot = (key * 0x9E37'79B9'7F4A'7C15 >> 32) & mask;
  while (index_[slot] != 0 && roots_[index_[slot] - 1] != root) slot = (slot + 1) & mask;
  return slot;
}

std::uint32_t Unnumbered::find_or_add(TreeTable::Root root) {
  std::size_t slot = slot_of(root);
  if (index_[slot] == 0) {
    if (2 * (roots_.size() + 1) >= index_.size()) {
      spread(2 * index_.size());
      slot = slot_of(root);
    }
    roots_.push_back(root);
    index_[slot] = size();
  }
  return index_[slot];
}

void Unnumbered::spread(std::size_t slots) {
  index_.assign(slots, 0);
  for (std::uint32_t place = 1; place <= size(); ++place) index_[slot_of(root(place))] = place;
}

}  // namespace fermata::search
