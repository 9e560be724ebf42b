// SPDX-License-Identifier: Apache-2.0
// A cache of transactions: found again in states that differ only in parts that they do not read.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "reduce/footprint_set.h"
#include "reduce/transaction.h"
#include "store/memo_table.h"
#include "vm/parts.h"

namespace fermata::reduce {

/// All transactions of a thread from a state depend on the key of its steps (vm/cache_hooks.h) and on the parts that
/// these read, as long as the classification of steps does not change. Stores where they lead, not the choices made on
/// the way.
class TransactionCache {
 public:
  TransactionCache() = default;
  TransactionCache worker_copy() const { return TransactionCache(memo_.worker_copy()); }

  /// True: all of them were visited, or `visit` has returned false. Then `touched` is what was passed to `end`.
  bool find(const store::DecisionTree::Key& key, std::span<const vm::Word> from, vm::Parts& parts,
            const FootprintSet*& touched, const std::function<bool(Transaction&)>& visit);

  // To store those that were not found, while they are computed.
  void begin(std::span<const vm::Word> from, ThreadId thread);
  /// The parts that a step has read; nothing if it depends on more.
  void read(const std::optional<std::span<const vm::Part>>& parts);
  void add(const Transaction& transaction, const vm::Parts& parts);
  void end(const store::DecisionTree::Key& key, const vm::Parts& parts, const FootprintSet* touched, const Stop& stop);

  void reclaim() { memo_.reclaim(); }  ///< see store::MemoTable
  std::uint64_t bytes() const { return memo_.bytes(); }

 private:
  explicit TransactionCache(store::MemoTable memo) : memo_(std::move(memo)) {}

  store::MemoTable memo_;
  Transaction shown_;
  // Since `begin`:
  std::span<const vm::Word> from_;
  ThreadId thread_{};
  bool good_ = false;  ///< it can be remembered
  std::vector<vm::Part> reads_;
  std::vector<std::uint32_t> record_, values_;
  vm::Changes changes_;
};

}  // namespace fermata::reduce
