// SPDX-License-Identifier: Apache-2.0
// Lowers one procedure, for one place where it may be called.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "frontend/boogie/emitter.h"
#include "frontend/boogie/flow.h"
#include "frontend/boogie/lower_program.h"

namespace fermata::frontend::boogie {

class Body {
 public:
  Body(Lowering& all, ir::FunctionId id, const Procedure* procedure, Where where);
  void lower();

  Emitter& emitter() { return to_; }

  // --- values (lower_values.cpp)

  ir::Operand value(const Expression& e);
  /// Any value of a type: an input.
  ir::Operand any(const Type& type);
  void set(const Expression& target, ir::Operand value);
  void store(const Variable& variable, ir::Operand value);
  /// From now on the variable has this value, whatever is in memory.
  void bind(const Variable& variable, ir::Operand value) { bound_[&variable] = value; }
  void unbind(const Variable& variable) { bound_.erase(&variable); }
  void assume_value(const Expression& condition);
  void narrow(const Expression& condition);

 private:
  struct Here {  ///< at a place of the body
    bool alone = false;
    std::uint32_t atomic = 0;  ///< blocks that are open
    bool operator==(const Here&) const = default;
  };
  struct Address {
    const Storage* storage = nullptr;
    ir::Operand flat;  ///< the number of the element
  };

  // --- lower_values.cpp
  ir::Operand variable(const Expression& e);
  ir::Operand element(const Expression& e);
  std::optional<Address> address(const Expression& e);
  ir::Operand address_in(ir::GlobalId memory, ir::Operand flat, std::uint32_t bytes);
  ir::Operand binary(const Expression& e);
  ir::Operand arithmetic(const Expression& e);
  ir::Operand checked(ir::Op op, ir::Operand a, ir::Operand b);
  ir::Operand euclidean(bool quotient, ir::Operand a, ir::Operand b);
  ir::Operand logic(const Expression& e);
  ir::Operand lazily(ir::Operand condition, bool when, const Expression& then, ir::Operand otherwise);
  ir::Operand conditional(const Expression& e);
  ir::Operand apply(const Expression& e);
  ir::Operand of_bits(const Expression& e, std::string_view name);
  ir::Operand quantified(const Expression& e);
  void expand(const Expression& e, std::size_t which, const Values& values, const std::vector<Range>& ranges,
              ir::Register result, ir::BlockId decided);
  ir::Operand not_(ir::Operand a);
  /// Accesses to memory that others may see; two and more all count as two.
  unsigned accesses(const Expression& e) const;
  bool reads_shared(const Expression& e) const;  ///< what other threads can change
  bool may_be_unmodelled(const Expression& e) const;

  // --- lower_body.cpp
  void find_states();
  void declare();
  std::set<const Variable*> read_before_assigned() const;
  void block(std::size_t b);
  void steps(const std::vector<const Statement*>& all, std::size_t from, Here& here);
  void statement(const Statement& s, Here& here);
  void assign(const Statement& s, const Here& here);
  std::size_t havoc(const std::vector<const Statement*>& all, std::size_t at, const Here& here);
  void assume(const Expression& condition, const Here& here);
  void assert_(const Statement& s, const Here& here);
  void call(const Statement& s, Here& here);
  void preconditions(const Statement& s, const std::vector<ir::Operand>& arguments, const Here& here);
  void spawn(const Statement& s, const Here& here);
  void builtin(const Statement& s, Here& here);
  void fail(std::string_view text);
  void end(const Block& b, const Here& here);
  void choose(const Block& b, const Here& here);
  void leave(Place at);
  Here after(const Statement& s, Here here);
  bool open(unsigned accesses, const Here& here);  ///< begins an atomic block if a statement is more than one access
  void close(bool opened);
  void stand_at(Place at) { to_.stand_at(all_.position(at, procedure_)); }
  std::size_t leading_assumptions(std::size_t b) const;
  bool waits(const Expression& condition, const Here& here) const;
  void hold(ir::Operand condition, bool waits);

  Lowering& all_;
  const Procedure* procedure_;
  Where where_;
  Emitter to_;
  std::vector<Block> blocks_;
  std::vector<std::optional<Here>> states_;  ///< at the beginning of each block that can be reached
  std::vector<ir::BlockId> heads_, tails_;   ///< tails: behind the assumptions that it begins with
  std::map<const Variable*, ir::Register> registers_;
  std::optional<ir::Register> depth_;  ///< of calls, where there may be a recursion
  std::map<const Variable*, ir::Operand> bound_;
  Values bound_values_;
  ir::Register child_ = 0;  ///< the thread started last
  unsigned functions_open_ = 0;
};

}  // namespace fermata::frontend::boogie
