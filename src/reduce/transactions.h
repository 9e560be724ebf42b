// SPDX-License-Identifier: Apache-2.0
// Runs of one thread that may be taken as one step.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "reduce/lock_order.h"
#include "reduce/movers.h"
#include "reduce/rules.h"
#include "reduce/transaction.h"
#include "reduce/transaction_cache.h"
#include "vm/machine.h"

namespace fermata::reduce {

class Transactions {
 public:
  /// Makes the machine track footprints.
  Transactions(vm::Machine& machine, Movers& movers, const Rules& rules = {})
      : machine_(machine), movers_(movers), rules_(rules) {}

  /// All transactions of `thread` from `state`, always in the same order as long as the movers are
  /// not revised. `visit` returns false to end early. The transaction is good until it returns.
  void each(std::span<const vm::Word> state, std::uint32_t thread, const std::function<bool(Transaction&)>& visit);

  const LockOrder& lock_order() const { return order_; }
  /// From here on transactions have `choices`, or `inside`; that takes more time.
  void keep_choices(bool on) { keep_choices_ = on; }
  void keep_inside(bool on) { keep_inside_ = on; }
  std::uint64_t bytes() const { return cache_.bytes(); }

 private:
  struct Path;
  void make(std::span<const vm::Word> state, std::uint32_t thread, const std::function<bool(Transaction&)>& visit);
  bool go_on(Path& path, std::uint32_t thread, std::vector<Path>& todo);
  std::size_t try_all(std::span<const vm::Word> state, std::uint32_t thread);
  bool ends_before(const Path& path, const vm::Step& step, Mover mover);
  void advance(Path& path, vm::Step& step, Mover mover);

  vm::Machine& machine_;
  Movers& movers_;
  Rules rules_;
  LockOrder order_;
  std::vector<vm::Step> steps_;  // outcomes of one step; kept for their memory
  std::vector<Mover> movers_of_;
  std::vector<std::uint32_t> script_;
  bool keep_choices_ = false, keep_inside_ = false;
  TransactionCache cache_;
};

}  // namespace fermata::reduce
