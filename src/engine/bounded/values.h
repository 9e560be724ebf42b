// SPDX-License-Identifier: Apache-2.0
// The variables of automata as literals, and terms over them.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "model/thread_system.h"
#include "smt/bits.h"
#include "smt/circuit.h"

namespace fermata::engine::bounded {

/// What every variable holds at one moment of a run. A new value is a new version; the others keep their literals.
class Values {
 public:
  Values(const model::ThreadSystem& system, smt::Circuit& circuit, std::span<const std::uint64_t> first);

  const smt::Bits& operator[](model::VariableId variable) const { return now_[index(variable)].bits; }
  /// Now.
  const smt::Bits& value(model::TermId term) const;
  smt::Literal holds(model::TermId condition) const { return value(condition)[0]; }
  smt::Literal is(model::VariableId variable, std::uint64_t value) const;

  /// The variable gets the value whose condition is true, of which there is at most one; else it keeps what it has.
  /// The values are of this moment: all of a step are computed before the first is given.
  void assign(model::VariableId variable, std::span<const std::pair<smt::Literal, smt::Bits>> values);
  /// Any of the values that they can have.
  void guess_shared();
  void guess_all();

 private:
  struct Version {
    std::uint64_t number = 0;  ///< larger than that of anything before it
    smt::Bits bits;
  };
  /// A bit of a variable that holds few values is constant, or the same as an earlier bit, or its negation.
  struct Column {
    enum class Kind : std::uint8_t { own, constant, same, opposite };
    Kind kind = Kind::own;
    bool value = false;
    unsigned as = 0;
  };
  struct Cached {
    std::uint64_t stamp = 0;
    smt::Bits bits;
  };

  void guess(model::VariableId variable);
  void exclude_others(model::VariableId variable) const;
  smt::Bits whole(model::VariableId variable, smt::Bits bits) const;
  smt::Bits compute(model::TermId id) const;
  smt::Bits operation(const model::Term& term) const;
  std::optional<smt::Bits> by_table(model::TermId id) const;

  const model::ThreadSystem& system_;
  smt::Circuit& circuit_;
  mutable smt::Arithmetic arithmetic_;
  std::vector<std::vector<Column>> columns_;
  std::vector<std::vector<std::vector<bool>>>
      impossible_;  // by variable: of the bits that are its own, if these are few
  std::vector<Version> now_;
  mutable std::vector<Cached> cache_;  // by term; stamp 0: never computed
  std::uint64_t versions_ = 1;
};

}  // namespace fermata::engine::bounded
