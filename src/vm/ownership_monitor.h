// SPDX-License-Identifier: Apache-2.0
// Checks while a step is taken that only owners use what has an owner.
#pragma once

#include <cstdint>
#include <string>

#include "base/thread_id.h"
#include "vm/footprint_recorder.h"
#include "vm/memory.h"
#include "vm/ownership.h"
#include "vm/thread_table.h"

namespace fermata::vm {

/// Keeps the table of declarations, which is a variable of the program, and knows which of them hold at the moment.
/// Where a function gives a bool, false means: the step has halted. None but is_on() may be called in a program that
/// declares nothing.
class OwnershipMonitor {
 public:
  /// What it needs of whoever executes the program.
  class Host {
   public:
    /// Calls the declaration's predicate, which must only read; what it reads is told to predicate_reads().
    virtual bool ask(const Declaration& declaration, bool& holds) = 0;
    virtual bool fail_ownership(Address about, std::string text, ThreadId other) = 0;
    virtual bool too_many_declarations(std::size_t most) = 0;
    /// For the trace: `owner` owns the byte from here on.
    virtual void tell_owner(Address byte, ThreadId owner) = 0;

   protected:
    ~Host() = default;
  };

  OwnershipMonitor(const Code& code, const OwnershipRules& rules, Memory& memory, ThreadTable& threads,
                   FootprintRecorder& footprint, Host& host);

  /// The program declares something, somewhere.
  bool is_on() const { return table_ != 0; }
  void begin_step() { read_ = now_.known = guard_vanishes_ = false; }

  /// The running thread declares ownership of bytes of `object`, or takes that back.
  bool declare(const Declaration& declaration, const Object& object, std::uint32_t offset);
  bool withdraw(const Declaration& declaration);

  /// The running thread is about to access these bytes of an object that others can see.
  enum class Verb : std::uint8_t { reads, writes, frees, ends_life };
  bool may_access(const Object& object, std::uint32_t offset, std::uint64_t size, Verb verb);
  /// It has written them.
  bool written(const Object& object, std::uint32_t offset, std::uint64_t size) {
    return threads_.others() == 0 || !object.shared || !now_.known || !now_.guarded(object.key, offset, size) ||
           review(Ownership(now_));
  }
  /// The object is about to vanish, or all local variables of the running thread above `height` that others can see.
  /// Thereafter: vanished().
  bool vanishes(const Object& object, Verb verb);
  bool locals_vanish(std::uint32_t height);
  bool vanished();
  /// The running thread ends, and owns nothing.
  bool thread_ends();

  void predicate_reads(const Object& object, std::uint32_t offset, std::uint32_t size);
  /// Writes an access down, cut where declarations begin and end. `halted`: it was not allowed, or a predicate failed.
  void record(Operation& operation, const Access& whole, bool halted) const;

 private:
  void read_table();
  bool write_table();
  bool consult();
  bool review(const Ownership& before);
  bool nobody_lost(const Ownership& before);
  bool nobody_shares();
  void tell_owners(const Ownership& before);
  void record_guards(Operation& operation) const;
  bool fail(Address byte, std::string text, const Declaration* other);

  const Code& code_;
  const OwnershipRules rules_;
  Memory& memory_;
  ThreadTable& threads_;
  FootprintRecorder& footprint_;
  Host& host_;
  const ObjectKey table_;  ///< 0: nothing is ever declared
  bool read_ = false;      ///< now_.declarations are those of the table
  Ownership now_;
  bool guard_vanishes_ = false;  ///< between vanishes() and vanished(): before_ is what held until then
  Ownership before_;
};

}  // namespace fermata::vm
