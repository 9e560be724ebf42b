// SPDX-License-Identifier: Apache-2.0
// A table of results that depend on a few parts of a state.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.h"
#include "store/state.h"

namespace fermata::store {

/// A part of a state that a result may depend on. Its number is given by who uses the table.
enum class Part : std::uint32_t {};

/// Records, each under a key and the values of the parts that it depends on. The key decides which part is read first,
/// its value decides which one is read next, and so on. What the parts are is up to the user. Threads may find and
/// insert at the same time.
class DecisionTree {
 public:
  struct Key {
    std::uint32_t a = 0, b = 0, c = 0;
    bool operator==(const Key&) const = default;
  };
  using Record = std::span<const std::uint32_t>;

  DecisionTree();

  /// Valid until the next `reclaim` or `clear`. `value_of` gives the value of a part, or nothing if there is no such
  /// part. Sets `reads` to the parts that were read.
  template <class ValueOf>
  std::optional<Record> find(const Key& key, const ValueOf& value_of, std::vector<Part>& reads) const {
    reads.clear();
    std::array<Word, most_parts> values{key.a, key.b, key.c};
    std::uint32_t node = child(nothing, nothing, {values.data(), 3});
    while (node != nothing) {
      const std::uint32_t parts = parts_of(node);
      if (parts == nothing) return record_of(node);
      std::size_t count = 0;
      for (std::uint32_t part : list_at(parts)) {
        reads.push_back(Part{part});
        const std::optional<Word> value = value_of(Part{part});
        if (!value) return std::nullopt;
        values[count++] = *value;
      }
      node = child(node, parts, {values.data(), count});
    }
    return std::nullopt;
  }
  void prefetch(const Key& key) const;  ///< before it is looked up
  /// The record depends on these parts, which were read in this order and had these values. False: there is one
  /// already, another thread has been inserting for some microseconds, or `stop` does not allow the memory.
  bool insert(const Key& key, std::span<const Part> reads, std::span<const Word> values, Record record,
              const Stop& stop);

  // While no other thread uses it:
  void reclaim();  ///< frees the tables that were replaced by larger ones
  void clear();
  std::uint64_t bytes() const;

 private:
  static constexpr std::uint32_t nothing = 0xffff'ffff;
  static constexpr std::size_t most_parts = 32;  ///< read at one node

  /// A node reads some parts, or has a record. Neither: its first record is being inserted.
  struct Node {
    std::uint32_t edge = nothing;  ///< in the words: parent, what it reads, and how many values, and which, lead here
    std::uint32_t parts = nothing, record = nothing;  ///< in the words: how many, and which
  };
  template <class T>
  struct Array {
    std::size_t capacity = 0;
    std::unique_ptr<T[]> items;
  };
  /// Of edges: the upper half of a hash, and 1 + the node that the edge leads to; 0: empty.
  using Slot = std::uint64_t;

  static std::uint64_t hash_of(std::uint32_t parent, std::uint32_t parts, std::span<const Word> values);
  static std::size_t slot_of(std::uint64_t hash, std::size_t slots) { return (hash >> 32) * slots >> 32; }
  std::uint32_t child(std::uint32_t parent, std::uint32_t parts, std::span<const Word> values) const;
  std::uint32_t parts_of(std::uint32_t node) const;
  std::span<const std::uint32_t> list_at(std::uint32_t at) const;
  std::optional<Record> record_of(std::uint32_t node) const;

  std::uint32_t find_or_add(std::uint32_t parent, std::uint32_t parts, std::span<const Word> values);
  std::uint32_t add_list(std::span<const Part> parts);
  std::uint32_t append(std::span<const std::uint32_t> words);
  bool make_room(std::size_t nodes, std::size_t words, const Stop& stop);
  template <class T>
  static bool grow(std::vector<Array<T>>& arrays, std::atomic<T*>& in_use, std::size_t used, std::size_t needed,
                   const Stop& stop);

  // The last one of each is in use; other threads may still read the ones before it.
  std::deque<Array<Slot>> tables_;
  std::vector<Array<Node>> node_arrays_;
  std::vector<Array<std::uint32_t>> word_arrays_;
  std::atomic<Array<Slot>*> table_ = nullptr;
  std::atomic<Node*> nodes_ = nullptr;
  std::atomic<std::uint32_t*> words_ = nullptr;
  // For the thread that inserts:
  std::mutex inserting_;
  std::size_t node_count_ = 0, word_count_ = 0;
  std::map<std::vector<std::uint32_t>, std::uint32_t> lists_;  ///< of parts, by content
};

}  // namespace fermata::store
