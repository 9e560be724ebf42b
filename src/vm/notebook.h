// SPDX-License-Identifier: Apache-2.0
// A decision tree that several threads use and fill.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vm/decision_tree.h"

namespace fermata::vm {

/// Finds what its owner has noted, and what the owners of its twins had noted when they settled. Each thread has one. Time goes
/// in turns: either all are used, by their threads, or one thread settles them; the first one settles by itself, because
/// nobody uses a twin meanwhile.
class Notebook {
 public:
  Notebook();
  Notebook twin() const { return Notebook(shared_, false); }

  /// Good until something is noted.
  std::optional<DecisionTree::Record> find(const DecisionTree::Key& key, std::span<const Word> state);
  void prefetch(const DecisionTree::Key& key) const { shared_->tree.prefetch(key); }
  /// The words that the last `find` has looked at.
  std::span<const std::uint32_t> looked_at() const { return looked_at_; }
  /// `reads`: the words that the record depends on, in the order in which they were read.
  void note(const DecisionTree::Key& key, std::span<const Word> state, std::span<const std::uint32_t> reads,
            DecisionTree::Record record);
  void settle();

  /// Of all twins together, when they have settled.
  std::uint64_t bytes() const { return shared_->tree.bytes(); }

 private:
  struct Shared {
    DecisionTree tree;
    std::uint64_t hits = 0, misses = 0;
    bool in_vain = false;  ///< what is found so seldom costs more than it saves
  };
  struct Note {
    DecisionTree::Key key;
    std::uint32_t first = 0, reads = 0, size = 0;  ///< words, values, record: one after the other
  };
  Notebook(std::shared_ptr<Shared> shared, bool is_first) : shared_(std::move(shared)), is_first_(is_first) {}

  std::shared_ptr<Shared> shared_;
  bool is_first_;
  DecisionTree own_;  ///< not settled yet, nor are these:
  std::vector<Note> notes_;
  std::vector<std::uint32_t> words_;
  std::uint64_t hits_ = 0, misses_ = 0;
  std::vector<std::uint32_t> looked_at_;
};

}  // namespace fermata::vm
