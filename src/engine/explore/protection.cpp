// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/protection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "vm/inspect.h"

namespace fermata::engine::explore {

namespace {

using Variable = reduce::Movers::Variable;

class Explainer {
 public:
  Explainer(const reduce::Movers& movers, const vm::Machine& machine) : movers_(movers), machine_(machine) {}

  std::vector<verdict::Protection> protections(const reduce::LockOrder& order) {
    const auto variables = movers_.variables();
    for (const Variable& v : variables)
      if (v.guard) guards_.push_back(fmt::format("'{}'", name(v)));
    for (const Variable& v : variables)
      if (v.written || v.owned) say(name(v), fate(v));
    std::set<std::string> locks;
    for (vm::Address lock : movers_.locks()) locks.insert(lock_name(lock));
    for (const Variable& v : variables)  // of a library's object some bytes are never written
      if (!v.written && !v.owned && !v.guard && !is_said(name(v)) && !locks.contains(name(v))) say(name(v), fate(v));
    for (vm::Address lock : movers_.observed_locks())
      say(lock_name(lock),
          "somebody looks whether it is taken without waiting for it, so taking it is a step of its own");
    for (const auto& [first, second] : order.cuts())
      say(lock_name(second),
          first == second
              ? std::string("not taken twice in one step: others may take it in between")
              : fmt::format("not taken in one step with '{}': elsewhere their order is reversed", lock_name(first)));
    return std::move(said_);
  }

 private:
  std::string name(const Variable& v) const { return vm::name(machine_, v.object, v.origin, v.offset); }

  std::string fate(const Variable& v) const {
    if (v.owned) return owners(vm::name(machine_, vm::static_key(vm::Region::function, v.owned - 1), 0, 0));
    if (!v.written) return "only read while threads run";
    if (one_thread(v.locks)) return "used by one thread only";
    if (!v.locks.empty()) return "protected by " + names(v.locks);
    if (const auto locks = names(v.writers); !locks.empty())
      return fmt::format("written under {0}, read without: each access but reading under {0} is a step of its own",
                         locks);
    if (one_thread(v.writers))
      return "written by one thread only, read by others: each access but its own reading is a step of its own";
    return "not protected: each access is a step of its own";
  }

  static bool one_thread(const std::vector<vm::Address>& locks) {
    return std::ranges::any_of(locks, [](vm::Address lock) { return lock <= vm::max_threads; });
  }
  std::string names(const std::vector<vm::Address>& locks) const {
    std::vector<std::string> all;
    for (vm::Address lock : locks)
      if (lock > vm::max_threads) all.push_back(fmt::format("'{}'", lock_name(lock)));
    return fmt::format("{}", fmt::join(all, " and "));
  }

  /// Two predicates are those of runtime/c/ownership.c.
  std::string owners(const std::string& predicate) const {
    if (predicate == "fermata_always") return "owned by one thread, always";
    if (predicate == "fermata_equal") return fmt::format("owned by the one whom {} names", fmt::join(guards_, " or "));
    return fmt::format("owned while {}", predicate);
  }

  std::string lock_name(vm::Address lock) const {
    const auto [object, origin] = movers_.object_of(lock);
    return vm::name(machine_, object, origin, vm::offset_in(object, lock));
  }

  bool is_said(const std::string& variable) const {
    return std::ranges::find(said_, variable, &verdict::Protection::variable) != said_.end();
  }

  void say(std::string variable, std::string how) {
    if (variable.starts_with("__fermata")) return;
    verdict::Protection p{std::move(variable), std::move(how)};
    if (std::ranges::find(said_, p) == said_.end()) said_.push_back(std::move(p));
  }

  const reduce::Movers& movers_;
  const vm::Machine& machine_;
  std::vector<std::string> guards_;  ///< what owners depend on
  std::vector<verdict::Protection> said_;
};

}  // namespace

std::vector<verdict::Protection> protections(const reduce::Movers& movers, const reduce::LockOrder& order,
                                             const vm::Machine& machine) {
  return Explainer(movers, machine).protections(order);
}

}  // namespace fermata::engine::explore
