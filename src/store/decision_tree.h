// SPDX-License-Identifier: Apache-2.0
// Finds again what depends on a few words of a state only.
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

/// Records, each under a key and the words of the state that it depends on. Which word is looked at first depends on
/// the key; which one next, on what was found there; and so on. Threads may find and insert at the same time.
class DecisionTree {
 public:
  static constexpr std::uint32_t nothing = 0xFFFF'FFFF;

  struct Key {
    std::uint32_t a = 0, b = 0, c = 0, d = 0, e = 0;  ///< `c` is not `nothing`
    bool operator==(const Key&) const = default;
  };
  using Record = std::span<const std::uint32_t>;

  DecisionTree();

  /// Good until the next `tidy` or `clear`. `looked_at` is given the words that were looked at.
  std::optional<Record> find(const Key& key, std::span<const Word> state, std::vector<std::uint32_t>& looked_at) const;
  void prefetch(const Key& key) const;  ///< it will be looked for soon
  /// `words` of `state` decide, in this order. False: there is one already, another thread is inserting and takes long,
  /// or the tree would have to take more memory than `stop` allows.
  bool insert(const Key& key, std::span<const std::uint32_t> words, std::span<const Word> state, Record record,
              const Stop& stop);

  // While nobody uses it:
  void tidy();  ///< gives back the memory that was left behind when it grew
  void clear();
  std::uint64_t bytes() const;

 private:
  using Node = std::uint32_t;
  struct alignas(32) Entry {
    Key key;
    Node node = nothing;           ///< written last; the rest may change later
    std::uint32_t word = nothing;  ///< to look at next
    std::uint32_t record = nothing;
  };
  struct Table {
    std::vector<Entry> entries;
    std::size_t slot_of(const Key& key) const { return (hash_of(key) >> 32) * entries.size() >> 32; }
    std::size_t next(std::size_t slot) const { return slot + 1 == entries.size() ? 0 : slot + 1; }
  };
  struct Records {  ///< a length, then as many words; one after the other
    std::size_t room;
    std::unique_ptr<std::uint32_t[]> words;
  };

  static std::uint64_t hash_of(const Key& key);
  static Key edge_key(Node node, Word value) { return {node, value, nothing, 0, 0}; }
  static const Entry* look(const Table& table, const Key& key);
  Entry& place(const Key& key);
  bool make_room(std::size_t entries, std::size_t words, const Stop& stop);
  void grow();
  std::uint32_t write_down(Record record);

  // Of both, the last one is in use; in those before it somebody may be reading still.
  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<Records> records_;
  std::atomic<Table*> table_;
  std::atomic<std::uint32_t*> words_;
  // For whoever inserts:
  std::mutex inserting_;
  std::size_t nodes_ = 0;
  std::size_t written_ = 0;
};

}  // namespace fermata::store
