// SPDX-License-Identifier: Apache-2.0
// An order in which locks may be taken within one transaction.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "vm/address.h"

namespace fermata::reduce {

/// Pairs (a, b): b was taken after a in the same transaction. Each pair is decided once, when it is first seen. The
/// pairs that are allowed never have a cycle.
class LockOrder {
 public:
  /// May a transaction that has taken `first` take `second`, too? If not it must end before that.
  bool allows(vm::Address first, vm::Address second);
  /// What it has answered before; or nothing.
  std::optional<bool> recall(vm::Address first, vm::Address second) const;
  const std::set<std::pair<vm::Address, vm::Address>>& cuts() const { return cuts_; }

 private:
  bool leads(vm::Address from, vm::Address to) const;

  std::map<vm::Address, std::set<vm::Address>> after_;
  std::set<std::pair<vm::Address, vm::Address>> cuts_;
};

}  // namespace fermata::reduce
