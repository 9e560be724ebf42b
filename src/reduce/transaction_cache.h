// SPDX-License-Identifier: Apache-2.0
// Transactions that were made before, from states that differ only in what they did not look at.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "reduce/footprint_set.h"
#include "reduce/transaction.h"
#include "store/memo_table.h"

namespace fermata::reduce {

/// All transactions of a thread from a state depend on its situation and on the words that their steps read, as long as
/// equal steps are classified equally. Remembers where they lead, not the choices that were made on the way.
class TransactionCache {
 public:
  TransactionCache() = default;
  TransactionCache worker_copy() const { return TransactionCache(memo_.worker_copy()); }

  /// True: all of them were shown, or `visit` has returned false. Then `touched` is what was told at `end`.
  bool find(const store::DecisionTree::Key& situation, std::span<const vm::Word> from, const FootprintSet*& touched,
            const std::function<bool(Transaction&)>& visit);

  // Remembering those that were not found, while they are made.
  void begin(std::span<const vm::Word> from);
  /// The words that a step has read; nothing if it depends on more.
  void read(const std::optional<std::span<const std::uint32_t>>& words);
  void add(const Transaction& transaction);
  void end(const store::DecisionTree::Key& situation, const FootprintSet* touched, const Stop& stop);

  void reclaim() { memo_.reclaim(); }  ///< see store::MemoTable
  std::uint64_t bytes() const { return memo_.bytes(); }

 private:
  explicit TransactionCache(store::MemoTable memo) : memo_(std::move(memo)) {}

  store::MemoTable memo_;
  Transaction shown_;
  // Since `begin`:
  std::span<const vm::Word> from_;
  bool good_ = false;  ///< it can be remembered
  std::vector<std::uint32_t> reads_, record_, changes_;
};

}  // namespace fermata::reduce
