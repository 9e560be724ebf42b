// SPDX-License-Identifier: Apache-2.0
// Runs of one thread that may be taken as one step.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/thread_id.h"
#include "reduce/footprint_set.h"
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
      : machine_(machine), movers_(movers), learner_(&movers), rules_(rules) {}
  /// A worker copy: visits what `other` would visit, from what the movers and the lock order know already. May be used
  /// while other worker copies are, and while `other` is not.
  Transactions(const Transactions& other, vm::Machine& machine)
      : machine_(machine),
        movers_(other.movers_),
        rules_(other.rules_),
        order_(other.order_),
        sets_(other.sets_),
        cache_(other.cache_.worker_copy()) {}

  /// All transactions of `thread`, from `state`, which has so many threads, always in the same order as
  /// long as the movers are not revised. `visit` returns false to end early. The transaction is good until it returns.
  /// False, only from a worker copy: a step has not been classified yet, and the original must be asked.
  bool each(std::span<const vm::Word> state, ThreadId thread, const vm::ThreadCounts& counts,
            const std::function<bool(Transaction&)>& visit);

  /// What the transactions access that the last `each` has visited; null: nothing, or not all were visited.
  const FootprintSet* touched() const { return touched_; }

  /// While no worker copy is used; see store::MemoTable.
  void reclaim() { cache_.reclaim(); }
  const LockOrder& lock_order() const { return order_; }
  /// From here on transactions have `choices`, or `inside`; that takes more time.
  void keep_choices(bool on) { keep_choices_ = on; }
  void keep_inside(bool on) { keep_inside_ = on; }
  std::uint64_t bytes() const { return cache_.bytes(); }

 private:
  struct Path;
  void make(std::span<const vm::Word> state, ThreadId thread, const std::function<bool(Transaction&)>& visit);
  bool extend(Path& path, ThreadId thread, std::vector<Path>& todo);
  std::size_t try_all(std::span<const vm::Word> state, ThreadId thread);
  Mover judge(const vm::Step& step);
  bool allows(vm::Address first, vm::Address second);
  bool ends_before(const Path& path, const vm::Step& step, Mover mover);
  void advance(Path& path, vm::Step& step, Mover mover);

  vm::Machine& machine_;
  const Movers& movers_;
  Movers* learner_ = nullptr;  ///< the same; a worker copy has none
  Rules rules_;
  LockOrder own_order_;
  const LockOrder& order_ = own_order_;
  bool unclassified_ = false;    ///< a worker copy met something that has not been classified yet
  std::vector<vm::Step> steps_;  // outcomes of one step; kept for their memory
  std::vector<Mover> movers_of_;
  std::vector<std::uint64_t> script_;
  bool keep_choices_ = false, keep_inside_ = false;
  FootprintSet seen_;
  FootprintSets sets_;
  const FootprintSet* touched_ = nullptr;
  TransactionCache cache_;
};

}  // namespace fermata::reduce
