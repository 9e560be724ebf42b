// SPDX-License-Identifier: Apache-2.0
// Transactions that were made before, from states that differ only in what they did not look at.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "reduce/transaction.h"
#include "vm/decision_tree.h"

namespace fermata::reduce {

/// All transactions of a thread from a state depend on its situation and on the words that their steps read, as long as equal
/// steps are classified equally. Remembers where they lead, not the choices that were made on the way.
class TransactionCache {
 public:
  /// True: all of them were shown, or `visit` has returned false.
  bool find(const vm::DecisionTree::Key& situation, std::span<const vm::Word> from, const std::function<bool(Transaction&)>& visit);

  // Remembering those that were not found, while they are made.
  void begin();
  /// The words that a step has read; null if it depends on more.
  void read(const std::optional<std::span<const std::uint32_t>>& words);
  void add(const Transaction& transaction);
  void end(const vm::DecisionTree::Key& situation, std::span<const vm::Word> from);

  std::uint64_t bytes() const { return tree_.bytes() + bytes_; }

 private:
  struct Change {
    std::uint32_t word, value;
  };
  struct One {
    bool ends = false, input = false;  ///< ends: the process
    std::uint32_t changes = 0, ended = 0;
  };
  struct Leaf {
    std::uint32_t first = 0, count = 0;                ///< in all_
    std::uint32_t first_change = 0, first_ended = 0;
  };
  void clear();

  vm::DecisionTree tree_;
  std::vector<Leaf> leaves_;
  std::vector<One> all_;
  std::vector<Change> changes_;
  std::vector<vm::Ended> ended_;
  std::uint64_t bytes_ = 0;  ///< of all but the tree
  bool given_up_ = false;

  Leaf next_;
  bool good_ = false;  ///< what was seen since `begin` can be remembered
  std::vector<std::uint32_t> reads_;
  Transaction shown_;
};

}  // namespace fermata::reduce
