// SPDX-License-Identifier: Apache-2.0
// Numbers that are not known yet, as expressions over variables.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace fermata::model {

enum class TermId : std::uint32_t {};
enum class VariableId : std::uint32_t {};

constexpr std::uint32_t index(TermId term) { return static_cast<std::uint32_t>(term); }
constexpr std::uint32_t index(VariableId variable) { return static_cast<std::uint32_t>(variable); }

/// A bit vector of 1 to 64 bits. Operations are those of ir, with their meaning there; what would fail (a division by
/// zero) has the value 0, and whoever builds such a term has guarded against it.
struct Term {
  enum class Kind : std::uint8_t { constant, variable, operation };
  Kind kind = Kind::constant;
  ir::Op op = ir::Op::copy;
  std::uint8_t width = 64;
  std::uint8_t arity = 0;
  std::array<TermId, 3> operands{};
  std::uint64_t value = 0;  ///< constant: its value; variable: its number

  bool operator==(const Term&) const = default;
};

/// The value of `op` on numbers of `width` bits; a comparison gives 0 or 1.
std::uint64_t fold(ir::Op op, unsigned width, std::uint64_t a, std::uint64_t b);
/// Its lowest `width` bits.
constexpr std::uint64_t low_bits(std::uint64_t value, unsigned width) {
  return width >= 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}
constexpr std::int64_t sign_extended(std::uint64_t value, unsigned width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

/// All terms of a lift, each stored once: equal terms have equal numbers. Every function simplifies as far as
/// it can be done locally.
class Terms {
 public:
  Terms();

  TermId constant(unsigned width, std::uint64_t value);
  TermId variable(VariableId variable, unsigned width);
  /// add .. smax and eq .. sge; a and b are of the same width.
  TermId binary(ir::Op op, TermId a, TermId b);
  /// ctpop .. abs.
  TermId unary(ir::Op op, TermId a);
  /// zext, sext, trunc, copy.
  TermId convert(ir::Op op, unsigned width, TermId a);
  TermId select(TermId condition, TermId yes, TermId no);
  /// Of a truth value.
  TermId negation(TermId condition);
  /// `width` bits, beginning with bit `from`.
  TermId extract(TermId a, unsigned from, unsigned width);

  const Term& operator[](TermId id) const { return terms_[index(id)]; }
  unsigned width(TermId id) const { return terms_[index(id)].width; }
  std::optional<std::uint64_t> known(TermId id) const {
    const Term& term = terms_[index(id)];
    if (term.kind != Term::Kind::constant) return std::nullopt;
    return term.value;
  }
  /// Ascending.
  const std::vector<VariableId>& variables(TermId id) const { return variables_[index(id)]; }
  /// How often operations stand in it, written out; grows no further than `most_operations`.
  std::uint32_t size(TermId id) const { return sizes_[index(id)]; }
  static constexpr std::uint32_t most_operations = 3000;

  /// Its value, where `value_of(VariableId)` is that of a variable.
  template <class ValueOf>
  std::uint64_t evaluate(TermId id, const ValueOf& value_of) const {
    const Term& term = terms_[index(id)];
    switch (term.kind) {
      case Term::Kind::constant: return term.value;
      case Term::Kind::variable:
        return low_bits(value_of(VariableId{static_cast<std::uint32_t>(term.value)}), term.width);
      case Term::Kind::operation: break;
    }
    if (term.op == ir::Op::select)
      return evaluate(evaluate(term.operands[0], value_of) != 0 ? term.operands[1] : term.operands[2], value_of);
    const std::uint64_t a = evaluate(term.operands[0], value_of);
    return apply(term, a, term.arity > 1 ? evaluate(term.operands[1], value_of) : 0);
  }

 private:
  struct Hash {
    std::size_t operator()(const Term& term) const;
  };

  TermId intern(const Term& term);
  TermId comparison(ir::Op op, TermId a, TermId b);
  TermId equality(ir::Op op, TermId a, std::uint64_t b);
  std::uint64_t apply(const Term& term, std::uint64_t a, std::uint64_t b) const;

  std::vector<Term> terms_;
  std::vector<std::vector<VariableId>> variables_;
  std::vector<std::uint32_t> sizes_;
  std::unordered_map<Term, TermId, Hash> numbers_;
};

}  // namespace fermata::model
