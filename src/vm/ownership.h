// SPDX-License-Identifier: Apache-2.0
// Declared ownership: what the threads of the program have declared, and which of it holds at one moment.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "vm/address.h"
#include "vm/code.h"
#include "vm/footprint.h"

namespace fermata::vm {

/// "I own these bytes while mine(me, value) is true." The order of members is that of the table in memory.
struct Declaration {
  Address object = 0;
  std::uint64_t size = 0;
  Address mine = 0;
  std::uint64_t me = 0, value = 0;
  std::uint64_t thread = 0;  ///< that has declared it
  auto operator<=>(const Declaration&) const = default;

  bool covers(Address at) const { return at >= object && at - object < size; }
  bool overlaps(Address at, std::uint64_t bytes) const { return at < object + size && object < at + bytes; }
};

/// What the machine checks. All rules are needed for the reduction to be sound; tests switch one off to show that.
struct OwnershipRules {
  bool only_owners_access = true;
  bool one_owner = true;         ///< at any time, not only when somebody accesses
  bool only_owners_give = true;  ///< a step of another thread never ends an ownership
};

/// The kind of a failure that breaks these rules, or that comes from a predicate.
constexpr const char* ownership_violation = "ownership";

/// All declarations of one moment, and which of them hold then.
struct Ownership {
  bool known = false;  ///< else `holds` and `guards` mean nothing
  std::vector<Declaration> declarations;
  std::vector<bool> holds;
  std::vector<Access> guards;  ///< the bytes that the predicates have read

  bool declared(ObjectKey key, std::uint32_t offset, std::uint64_t size) const;
  bool guarded(ObjectKey key, std::uint32_t offset, std::uint64_t size) const;
  /// The declaration by which `thread` owns the byte now; or null.
  const Declaration* owned_by(std::uint32_t thread, Address byte) const;
  /// The same for any other thread.
  const Declaration* owned_by_other(std::uint32_t thread, Address byte) const;
};

/// The global variable that keeps the declarations; 0 if the program makes none.
ObjectKey table_of(const Code& code);

}  // namespace fermata::vm
