// SPDX-License-Identifier: Apache-2.0
// A decision tree that worker copies share, with a bound on its memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "store/decision_tree.h"

namespace fermata::store {

/// The first table and its worker copies share what any of them has inserted. Each thread has one. Worker copies may be
/// used at the same time, but not together with the first one, nor while one thread calls `reclaim`.
class MemoTable {
 public:
  MemoTable();
  MemoTable worker_copy() const { return MemoTable(shared_, false); }

  /// Valid until the first table inserts, or `reclaim` is called.
  template <class ValueOf>
  std::optional<DecisionTree::Record> find(const DecisionTree::Key& key, const ValueOf& value_of) {
    if (shared_->disabled) return std::nullopt;
    auto record = shared_->tree.find(key, value_of, reads_);
    ++(record ? hits_ : misses_);
    return record;
  }
  void prefetch(const DecisionTree::Key& key) const { shared_->tree.prefetch(key); }
  /// The parts that the last `find` has read.
  std::span<const Part> reads() const { return reads_; }
  /// `reads`: the parts that the record depends on, in the order in which they were read; `values`: what they had. Does
  /// nothing if memory is short, or if another thread is inserting.
  void insert(const DecisionTree::Key& key, std::span<const Part> reads, std::span<const Word> values,
              DecisionTree::Record record, const Stop& stop);
  /// While no other copy is used: adds the hits and misses of this copy to those of all, frees tables that were
  /// replaced by larger ones, and empties the tree if it has more than its share of the memory, or for ever if it is of
  /// little use.
  void reclaim();

  std::uint64_t bytes() const { return shared_->tree.bytes(); }  ///< of all worker copies together

 private:
  struct Shared {
    DecisionTree tree;
    std::uint64_t hits = 0, misses = 0;
    bool disabled = false;  ///< for ever: hits were so rare that lookups cost more than they save
    std::atomic<std::uint64_t> most_bytes = 0;
  };
  MemoTable(std::shared_ptr<Shared> shared, bool is_first) : shared_(std::move(shared)), is_first_(is_first) {}

  std::shared_ptr<Shared> shared_;
  bool is_first_;
  std::uint64_t hits_ = 0, misses_ = 0;  ///< since the last `reclaim`
  std::vector<Part> reads_;
};

}  // namespace fermata::store
