// SPDX-License-Identifier: Apache-2.0
// A memo table of several threads, which is dropped if it does not pay.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vm/decision_tree.h"

namespace fermata::vm {

/// A decision tree that a table shares with its worker copies. Each thread uses one of these. Phases alternate: in one
/// the worker copies are used, each by its thread; in another the first table is; in between, one thread may maintain
/// them.
class MemoTable {
 public:
  MemoTable();
  MemoTable worker_copy() const { return MemoTable(shared_, false); }

  /// Valid until the first table notes something, or any is maintained.
  std::optional<DecisionTree::Record> find(const DecisionTree::Key& key, std::span<const Word> state);
  void prefetch(const DecisionTree::Key& key) const { shared_->tree.prefetch(key); }
  /// The words that the last `find` has looked at.
  std::span<const std::uint32_t> looked_at() const { return looked_at_; }
  /// `reads`: the words that the record depends on, in the order in which they were read. Nothing is noted if `stop`
  /// allows no more memory.
  void note(const DecisionTree::Key& key, std::span<const Word> state, std::span<const std::uint32_t> reads,
            DecisionTree::Record record, const Stop& stop);
  /// Adds up hits and misses, frees old tables, and empties the tree if it has become too large for its hit rate.
  void maintain();

  std::uint64_t bytes() const { return shared_->tree.bytes(); }  ///< of all worker copies together

 private:
  struct Shared {
    DecisionTree tree;
    std::uint64_t hits = 0, misses = 0;
    bool given_up = false;  ///< the hit rate was too low to pay for the look-ups
  };
  MemoTable(std::shared_ptr<Shared> shared, bool is_first) : shared_(std::move(shared)), is_first_(is_first) {}

  std::shared_ptr<Shared> shared_;
  bool is_first_;
  std::uint64_t hits_ = 0, misses_ = 0;  ///< since the last maintain()
  std::vector<std::uint32_t> looked_at_;
};

}  // namespace fermata::vm
