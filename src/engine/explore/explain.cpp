// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

namespace fermata::engine::explore {

namespace {

using Variable = reduce::Movers::Variable;

class Explainer {
 public:
  Explainer(const reduce::Movers& movers, const vm::Machine& machine) : movers_(movers), machine_(machine) {}

  std::vector<verdict::Protection> explain(const reduce::LockOrder& order) {
    for (const Variable& v : movers_.variables()) say(machine_.name(v.object, v.origin, v.offset), fate(v));
    for (vm::Address lock : movers_.observed_locks())
      say(lock_name(lock), "somebody looks whether it is taken without waiting for it, so taking it is a step of its own");
    for (const auto& [first, second] : order.cuts())
      say(lock_name(second), first == second ? std::string("taken again by its owner")
                                             : fmt::format("not taken in one step with '{}': elsewhere their order is reversed", lock_name(first)));
    return std::move(said_);
  }

 private:
  std::string fate(const Variable& v) const {
    if (v.owned) return owners(machine_.name(vm::wide_key(vm::Region::function, v.owned - 1), 0, 0));
    if (!v.written) return "only read while threads run";
    std::vector<std::string> locks;
    bool one_thread = false;
    for (vm::Address lock : v.locks) {
      if (lock <= vm::max_threads)
        one_thread = true;
      else
        locks.push_back(fmt::format("'{}'", lock_name(lock)));
    }
    if (one_thread) return "used by one thread only";
    if (locks.empty()) return "not protected: each access is a step of its own";
    return fmt::format("protected by {}", fmt::join(locks, " and "));
  }

  /// Two predicates are those of runtime/c/ownership.c.
  static std::string owners(const std::string& predicate) {
    if (predicate == "fermata_always") return "owned by one thread, always";
    if (predicate == "fermata_equal") return "owned while another variable says so";
    return fmt::format("owned while {}", predicate);
  }

  std::string lock_name(vm::Address lock) const {
    return machine_.name(vm::key_of(lock), movers_.origin_of(lock), vm::offset_of(lock));
  }

  void say(std::string variable, std::string how) {
    verdict::Protection p{std::move(variable), std::move(how)};
    if (std::ranges::find(said_, p) == said_.end()) said_.push_back(std::move(p));
  }

  const reduce::Movers& movers_;
  const vm::Machine& machine_;
  std::vector<verdict::Protection> said_;
};

}  // namespace

std::vector<verdict::Protection> explain(const reduce::Movers& movers, const reduce::LockOrder& order, const vm::Machine& machine) {
  return Explainer(movers, machine).explain(order);
}

}  // namespace fermata::engine::explore
