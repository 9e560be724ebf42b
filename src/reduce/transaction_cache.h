// SPDX-License-Identifier: Apache-2.0
// A cache of transactions: found again in states that differ only in words that they do not read.
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

/// All transactions of a thread from a state depend on the key of its steps (vm/cache_hooks.h) and on the words that
/// these read, as long as the classification of steps does not change. Stores where they lead, not the choices made on
/// the way.
class TransactionCache {
 public:
  TransactionCache() = default;
  TransactionCache worker_copy() const { return TransactionCache(memo_.worker_copy()); }

  /// True: all of them were visited, or `visit` has returned false. Then `touched` is what was passed to `end`.
  bool find(const store::DecisionTree::Key& key, std::span<const vm::Word> from, const FootprintSet*& touched,
            const std::function<bool(Transaction&)>& visit);

  // To store those that were not found, while they are computed.
  void begin(std::span<const vm::Word> from);
  /// The words that a step has read; nothing if it depends on more.
  void read(const std::optional<std::span<const std::uint32_t>>& words);
  void add(const Transaction& transaction);
  void end(const store::DecisionTree::Key& key, const FootprintSet* touched, const Stop& stop);

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
