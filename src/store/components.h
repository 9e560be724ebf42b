// SPDX-License-Identifier: Apache-2.0
// Hash-consed parts of states.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/stop.h"
#include "store/spin_wait.h"
#include "store/state.h"

namespace fermata::store {

enum class Component : std::uint32_t { nothing = 0 };

/// Gives equal sequences of words equal numbers, which never change. Component::nothing is the empty sequence. Several
/// threads may use it at the same time.
class ComponentStore {
 public:
  ComponentStore();
  ~ComponentStore();
  /// While only one thread uses it: from here on, new components take memory within these limits.
  void set_limits(const Stop& stop) { stop_ = &stop; }
  const Stop& stop() const { return *stop_; }
  Component intern(std::span<const Word> words);
  /// While only one thread uses it: frees the tables that were replaced by larger ones.
  void reclaim();
  /// Valid as long as the store.
  std::span<const Word> operator[](Component id) const {
    const Place at(static_cast<std::uint32_t>(id));
    const Word* p = pages_[at.page].load(std::memory_order_acquire)[at.slot];
    return {p + 1, p[0]};
  }
  /// Component numbers are smaller. Users may store larger values among numbers as marks.
  static constexpr Word first_reserved = 0xffff'0000;
  std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
  std::size_t size() const { return size_.load(std::memory_order_relaxed); }

 private:
  /// The upper half of a hash, and a number; 0: empty. Entries never change once they are written.
  using Entry = std::atomic<std::uint64_t>;
  struct Table {
    explicit Table(std::size_t size) : entries(size) {}
    std::vector<Entry> entries;
    std::size_t used = 0;
  };
  /// The sequences with certain bits in their hash. Lookups take no lock; one thread inserts at a time.
  struct alignas(64) Shard {
    std::atomic<Table*> table = nullptr;
    BriefMutex mutex;
    std::vector<std::unique_ptr<Table>> tables;  ///< the last one is in use; other threads may still read older ones
    std::vector<std::unique_ptr<Word[]>> chunks;
    std::size_t chunk_used = 0, chunk_size = 0;
  };
  /// Each page is twice as large as the one before.
  struct Place {
    explicit Place(std::uint32_t id) {
      const std::uint64_t n = std::uint64_t{id} + first_page;
      page = static_cast<std::uint32_t>(std::bit_width(n) - std::bit_width(first_page));
      slot = n - (first_page << page);
    }
    std::uint32_t page;
    std::uint64_t slot;
  };
  static constexpr std::uint64_t first_page = 1 << 8;
  static constexpr std::size_t most_pages = 26;
  static constexpr std::size_t shards = 16;

  const Word* copy(Shard& shard, std::span<const Word> words);
  std::uint32_t number(const Word* where);
  struct Found {
    Entry& entry;         ///< of these words, or an empty one for them
    std::uint64_t value;  ///< as it was read; another thread may have filled an empty entry since
  };
  static std::size_t slot_of(const Table& table, std::uint64_t hash) {
    return (hash & 0xffff'ffff) * table.entries.size() >> 32;
  }
  Found lookup(Table& table, std::uint64_t hash, std::span<const Word> words) const;
  void grow(Shard& shard);

  static const Stop unlimited;
  const Stop* stop_ = &unlimited;
  // Where the words of each number are. Pages never move.
  std::array<std::atomic<const Word**>, most_pages> pages_{};
  std::atomic<std::uint32_t> size_ = 0;
  std::atomic<std::uint64_t> bytes_ = 0;
  std::array<Shard, shards> shards_;
};

}  // namespace fermata::store
