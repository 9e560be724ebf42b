// SPDX-License-Identifier: Apache-2.0
// Runs of one thread that may be taken as one step.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "reduce/lock_order.h"
#include "reduce/movers.h"
#include "reduce/rules.h"
#include "vm/machine.h"

namespace fermata::reduce {

/// Steps that one thread takes one after the other while the others stand still.
struct Transaction {
  vm::Step::Outcome outcome = vm::Step::Outcome::moved;  ///< of the last step; never blocked
  std::vector<vm::Word> target;                          ///< empty unless moved
  bool resized = false;                                  ///< as in vm::Step
  std::vector<std::uint32_t> changed;
  bool input = false;                                    ///< it is one step, and chose an input
  std::vector<vm::Ended> ended;
  std::vector<std::vector<std::uint32_t>> choices;       ///< of each step
  std::optional<vm::Failure> failure;
  std::vector<std::vector<vm::Word>> inside;             ///< the states between its steps; only if asked for
};

class Transactions {
 public:
  /// Makes the machine track footprints.
  Transactions(vm::Machine& machine, Movers& movers, const Rules& rules = {})
      : machine_(machine), movers_(movers), rules_(rules) {}

  /// All transactions of `thread` from `state`, always in the same order as long as the movers are
  /// not revised. `visit` returns false to end early. The transaction is good until it returns.
  void each(std::span<const vm::Word> state, std::uint32_t thread, const std::function<bool(Transaction&)>& visit);

  const LockOrder& lock_order() const { return order_; }
  void keep_inside(bool on) { keep_inside_ = on; }

 private:
  struct Path;
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
  bool keep_inside_ = false;
};

}  // namespace fermata::reduce
