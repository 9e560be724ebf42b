// SPDX-License-Identifier: Apache-2.0
// A table of results that depend on a few words of a state.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.h"
#include "store/state.h"

namespace fermata::store {

/// Records, each under a key and the values of the words that it depends on. The key decides which word is read first,
/// its value decides which one is read next, and so on. Threads may find and insert at the same time.
class DecisionTree {
 public:
  static constexpr std::uint32_t nothing = 0xFFFF'FFFF;

  struct Key {
    std::uint32_t a = 0, b = 0, c = 0, d = 0, e = 0;  ///< `c` is not `nothing`
    bool operator==(const Key&) const = default;
  };
  using Record = std::span<const std::uint32_t>;

  DecisionTree();

  /// Valid until the next `reclaim` or `clear`. Sets `reads` to the positions of the words that were read.
  std::optional<Record> find(const Key& key, std::span<const Word> state, std::vector<std::uint32_t>& reads) const;
  void prefetch(const Key& key) const;  ///< before it is looked up
  /// The record depends on the words of `state` at the positions `reads`, in this order. False: there is one already,
  /// another thread has been inserting for some microseconds, or `stop` does not allow the memory.
  bool insert(const Key& key, std::span<const std::uint32_t> reads, std::span<const Word> state, Record record,
              const Stop& stop);

  // While no other thread uses it:
  void reclaim();  ///< frees the tables that were replaced by larger ones
  void clear();
  std::uint64_t bytes() const;

 private:
  using Node = std::uint32_t;
  struct alignas(32) Entry {
    Key key;
    Node node = nothing;           ///< written after the key, with release; the fields below may be written later
    std::uint32_t word = nothing;  ///< the position to read next
    std::uint32_t record = nothing;
  };
  struct Table {
    std::vector<Entry> entries;
    std::size_t slot_of(const Key& key) const { return (hash_of(key) >> 32) * entries.size() >> 32; }
    std::size_t next(std::size_t slot) const { return slot + 1 == entries.size() ? 0 : slot + 1; }
  };
  struct Records {  ///< one after the other: a length, then as many words
    std::size_t capacity;
    std::unique_ptr<std::uint32_t[]> words;
  };

  static std::uint64_t hash_of(const Key& key);
  static Key edge_key(Node node, Word value) { return {node, value, nothing, 0, 0}; }
  static const Entry* lookup(const Table& table, const Key& key);
  Entry& find_or_add(const Key& key);
  bool make_room(std::size_t entries, std::size_t words, const Stop& stop);
  void grow();
  std::uint32_t append(Record record);

  // The last one of each is in use; other threads may still read the ones before it.
  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<Records> records_;
  std::atomic<Table*> table_;
  std::atomic<std::uint32_t*> words_;
  // For the thread that inserts:
  std::mutex inserting_;
  std::size_t nodes_ = 0;
  std::size_t written_ = 0;
};

}  // namespace fermata::store
