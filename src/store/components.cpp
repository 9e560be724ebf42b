// SPDX-License-Identifier: Apache-2.0
// A hash-consing table: open addressing, linear probing, half as large again at a load of three quarters; in 16 shards,
// each with a lock for insertions. A lookup in a table that has just been replaced may miss what is new, so a lookup
// that fails is repeated with the lock.
#include "store/components.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "base/require.h"

namespace fermata::store {

namespace {
constexpr std::size_t first_size = 1 << 6;                                // of a table
constexpr std::size_t smallest_chunk = 1 << 10, largest_chunk = 1 << 16;  // words
}  // namespace

const Stop ComponentStore::unlimited;

ComponentStore::ComponentStore() {
  for (Shard& shard : shards_) shard.table = shard.tables.emplace_back(std::make_unique<Table>(first_size)).get();
  bytes_ += shards * first_size * sizeof(Entry);
  number(copy(shards_[0], {}));
}

ComponentStore::~ComponentStore() {
  for (auto& page : pages_) delete[] page.load();
}

const Word* ComponentStore::copy(Shard& shard, std::span<const Word> words) {
  const std::size_t need = words.size() + 1;
  if (shard.chunk_used + need > shard.chunk_size) {
    const std::size_t size = std::max(need, std::clamp(2 * shard.chunk_size, smallest_chunk, largest_chunk));
    stop_->claim(size * sizeof(Word));
    shard.chunks.push_back(std::make_unique_for_overwrite<Word[]>(size));
    shard.chunk_size = size;
    shard.chunk_used = 0;
    bytes_ += shard.chunk_size * sizeof(Word);
  }
  Word* p = shard.chunks.back().get() + shard.chunk_used;
  shard.chunk_used += need;
  p[0] = static_cast<Word>(words.size());
  std::copy(words.begin(), words.end(), p + 1);
  return p;
}

std::uint32_t ComponentStore::number(const Word* where) {
  const std::uint32_t id = size_.fetch_add(1, std::memory_order_relaxed);
  FERMATA_REQUIRE(id < first_reserved, "numbers above are marks in the components that list others");
  const Place at(id);
  std::atomic<const Word**>& page = pages_[at.page];
  if (!page.load(std::memory_order_acquire)) {
    const std::size_t size = first_page << at.page;
    const Word** mine = new const Word*[size];
    const Word** expected = nullptr;
    if (page.compare_exchange_strong(expected, mine, std::memory_order_acq_rel))
      bytes_ += size * sizeof(Word*);
    else
      delete[] mine;  // another thread has allocated the page
  }
  page.load(std::memory_order_acquire)[at.slot] = where;
  return id;
}

Component ComponentStore::intern(std::span<const Word> words) {
  if (words.empty()) return Component::nothing;
  const std::uint64_t hash = XXH3_64bits(words.data(), words.size_bytes());
  Shard& shard = shards_[(hash >> 32) % shards];
  if (const auto found = lookup(*shard.table.load(std::memory_order_acquire), hash, words).value)
    return Component{static_cast<std::uint32_t>(found)};
  const std::lock_guard lock(shard.mutex);
  if (shard.tables.back()->used * 4 > shard.tables.back()->entries.size() * 3) grow(shard);
  Table& table = *shard.tables.back();
  const auto [entry, found] = lookup(table, hash, words);
  if (found) return Component{static_cast<std::uint32_t>(found)};
  const std::uint32_t id = number(copy(shard, words));
  entry.store((hash >> 32) << 32 | id, std::memory_order_release);
  ++table.used;
  return Component{id};
}

ComponentStore::Found ComponentStore::lookup(Table& table, std::uint64_t hash, std::span<const Word> words) const {
  const std::size_t size = table.entries.size();
  for (std::size_t i = slot_of(table, hash);; i = i + 1 == size ? 0 : i + 1) {
    const std::uint64_t entry = table.entries[i].load(std::memory_order_acquire);
    if (entry == 0) return {table.entries[i], 0};
    if (entry >> 32 != hash >> 32) continue;
    const auto known = (*this)[Component{static_cast<std::uint32_t>(entry)}];
    if (known.size() == words.size() && std::memcmp(known.data(), words.data(), words.size_bytes()) == 0)
      return {table.entries[i], entry};
  }
}

void ComponentStore::grow(Shard& shard) {
  const Table& old = *shard.tables.back();
  const std::size_t size = old.entries.size() + old.entries.size() / 2;
  auto bigger = std::make_unique<Table>(size);
  for (const Entry& e : old.entries) {
    const std::uint64_t entry = e.load(std::memory_order_relaxed);
    if (entry == 0) continue;
    const auto words = (*this)[Component{static_cast<std::uint32_t>(entry)}];
    std::size_t i = slot_of(*bigger, XXH3_64bits(words.data(), words.size_bytes()));
    while (bigger->entries[i].load(std::memory_order_relaxed) != 0) i = i + 1 == size ? 0 : i + 1;
    bigger->entries[i].store(entry, std::memory_order_relaxed);
  }
  bigger->used = old.used;
  bytes_ += bigger->entries.size() * sizeof(Entry);
  shard.table.store(shard.tables.emplace_back(std::move(bigger)).get(), std::memory_order_release);
}

void ComponentStore::reclaim() {
  for (Shard& shard : shards_) {
    for (std::size_t i = 0; i + 1 < shard.tables.size(); ++i) bytes_ -= shard.tables[i]->entries.size() * sizeof(Entry);
    shard.tables.erase(shard.tables.begin(), shard.tables.end() - 1);
  }
}

}  // namespace fermata::store
