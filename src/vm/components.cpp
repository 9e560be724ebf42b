// SPDX-License-Identifier: Apache-2.0
// A hash-consing table: open addressing, linear probing, doubling at three quarters.
#include "vm/components.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace fermata::vm {

namespace {
constexpr std::size_t default_chunk = 1 << 16;  // words
}

ComponentStore::ComponentStore() {
  table_.resize(1 << 10);
  where_.push_back(keep({}));
}

const Word* ComponentStore::keep(std::span<const Word> words) {
  const std::size_t need = words.size() + 1;
  if (chunk_used_ + need > chunk_size_) {
    chunk_size_ = std::max(need, default_chunk);
    chunk_used_ = 0;
    chunks_.push_back(std::make_unique_for_overwrite<Word[]>(chunk_size_));
    bytes_ += chunk_size_ * sizeof(Word);
  }
  Word* p = chunks_.back().get() + chunk_used_;
  chunk_used_ += need;
  p[0] = static_cast<Word>(words.size());
  std::copy(words.begin(), words.end(), p + 1);
  return p;
}

Component ComponentStore::intern(std::span<const Word> words) {
  if (words.empty()) return Component::nothing;
  if (where_.size() * 4 > table_.size() * 3) grow();
  const std::uint64_t full = XXH3_64bits(words.data(), words.size_bytes());
  const auto hash = static_cast<std::uint32_t>(full >> 32);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t i = full & mask;; i = (i + 1) & mask) {
    Entry& entry = table_[i];
    if (entry.id == 0) {
      entry = {hash, static_cast<std::uint32_t>(where_.size())};
      where_.push_back(keep(words));
      return Component{entry.id};
    }
    if (entry.hash != hash) continue;
    const Word* p = where_[entry.id];
    if (p[0] == words.size() && std::memcmp(p + 1, words.data(), words.size_bytes()) == 0)
      return Component{entry.id};
  }
}

void ComponentStore::grow() {
  std::vector<Entry> bigger(table_.size() * 2);
  const std::size_t mask = bigger.size() - 1;
  for (const Entry& entry : table_) {
    if (entry.id == 0) continue;
    const Word* p = where_[entry.id];
    std::size_t i = XXH3_64bits(p + 1, p[0] * sizeof(Word)) & mask;
    while (bigger[i].id != 0) i = (i + 1) & mask;
    bigger[i] = entry;
  }
  bytes_ += (bigger.size() - table_.size()) * (sizeof(Entry) + sizeof(Word*));
  table_ = std::move(bigger);
}

}  // namespace fermata::vm
