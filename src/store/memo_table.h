// SPDX-License-Identifier: Apache-2.0
// A decision tree that several threads use and fill, as long as it is of use.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "store/decision_tree.h"

namespace fermata::store {

/// Finds what its owner and those of its worker copies have noted. Each thread has one. Time goes in turns: either
/// worker copies are used, by their threads, or the first one is, or one thread settles them.
class MemoTable {
 public:
  MemoTable();
  MemoTable worker_copy() const { return MemoTable(shared_, false); }

  /// Good until something is noted, by the first one, or a worker copy settles.
  std::optional<DecisionTree::Record> find(const DecisionTree::Key& key, std::span<const Word> state);
  void prefetch(const DecisionTree::Key& key) const { shared_->tree.prefetch(key); }
  /// The words that the last `find` has looked at.
  std::span<const std::uint32_t> looked_at() const { return looked_at_; }
  /// `reads`: the words that the record depends on, in the order in which they were read. Where memory is short,
  /// nothing is noted.
  void note(const DecisionTree::Key& key, std::span<const Word> state, std::span<const std::uint32_t> reads,
            DecisionTree::Record record, const Stop& stop);
  void settle();

  std::uint64_t bytes() const { return shared_->tree.bytes(); }  ///< of all worker copies together

 private:
  struct Shared {
    DecisionTree tree;
    std::uint64_t hits = 0, misses = 0;
    bool in_vain = false;  ///< what is found so seldom costs more than it saves
  };
  MemoTable(std::shared_ptr<Shared> shared, bool is_first) : shared_(std::move(shared)), is_first_(is_first) {}

  std::shared_ptr<Shared> shared_;
  bool is_first_;
  std::uint64_t hits_ = 0, misses_ = 0;  ///< not told yet
  std::vector<std::uint32_t> looked_at_;
};

}  // namespace fermata::store
