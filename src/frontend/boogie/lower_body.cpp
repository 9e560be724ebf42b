// SPDX-License-Identifier: Apache-2.0
// Statements. Each is one step of its thread: if it looks at shared memory more than once, it is an atomic block. A
// choice (havoc, a jump to several places) and the assumptions that follow it are one step, too: what is chosen is what
// makes them true.
#include "frontend/boogie/lower_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "frontend/boogie/resolve.h"
#include "frontend/boogie/tokens.h"

namespace fermata::frontend::boogie {

using ir::Op;
using ir::Operand;
using Of = Statement::Kind;
using Kind = Expression::Kind;

namespace {

constexpr ir::Type i1 = ir::integer(1), i32 = ir::integer(32), i64 = ir::integer(64);
constexpr int assertion = 0, input = 0;  // FERMATA_ASSERTION, FERMATA_INPUT
constexpr std::uint64_t deepest_call = 1'000;

bool any_part(const Expression& e, const std::function<bool(const Expression&)>& wanted) {
  return wanted(e) || std::ranges::any_of(e.parts, [&](const Expression& part) { return any_part(part, wanted); });
}

bool same(const Expression& a, const Expression& b) {
  return a.kind == b.kind && a.text == b.text && a.number == b.number && a.high == b.high && a.low == b.low &&
         a.variable == b.variable && a.bound.empty() && b.bound.empty() && std::ranges::equal(a.parts, b.parts, same);
}

/// Is one true where the other is not?
bool opposite(const Expression& a, const Expression& b) {
  if (a.kind == Kind::not_) return same(a.parts[0], b);
  if (b.kind == Kind::not_) return same(b.parts[0], a);
  constexpr std::pair<std::string_view, std::string_view> pairs[] = {{"==", "!="}, {"<", ">="}, {">", "<="}};
  if (a.kind != Kind::binary || b.kind != Kind::binary || !std::ranges::equal(a.parts, b.parts, same)) return false;
  return std::ranges::any_of(pairs, [&](const auto& p) {
    return (a.text == p.first && b.text == p.second) || (b.text == p.first && a.text == p.second);
  });
}

}  // namespace

Body::Body(Lowering& all, ir::FunctionId id, const Procedure* procedure, Where where)
    : all_(all), procedure_(procedure), where_(where), to_(all, id) {}

// --- the whole

void Body::lower() {
  auto blocks = flow_of(*procedure_, all_.file());
  if (!blocks) return all_.fail(blocks.error());
  blocks_ = std::move(*blocks);
  to_.go_to(to_.add_block("entry"));
  stand_at(procedure_->at);
  declare();
  find_states();
  if (all_.failed()) return;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    heads_.push_back(to_.add_block(fmt::format("block{}", b)));
    tails_.push_back(to_.add_block(fmt::format("rest{}", b)));
  }
  to_.jump(heads_[0]);
  for (std::size_t b = 0; b < blocks_.size() && !all_.failed(); ++b) block(b);
}

/// Registers for parameters, results and locals. Who may be read before it is assigned begins with any value.
void Body::declare() {
  ir::Function& f = to_.function();
  for (const Variable& v : procedure_->parameters) {
    if (v.type.is(Type::Kind::map))
      return all_.refuse(v.at, fmt::format("the map '{}' as a parameter is not modelled", v.name),
                         "make it a global variable");
    f.registers.push_back(ir_type(v.type));
    registers_[&v] = static_cast<ir::Register>(f.registers.size() - 1);
  }
  if (all_.counts_calls(*procedure_)) depth_ = to_.fresh(i64);
  f.parameters = static_cast<std::uint32_t>(f.registers.size());
  for (const auto* list : {&procedure_->results, &procedure_->locals})
    for (const Variable& v : *list) {
      if (v.type.is(Type::Kind::map))
        return all_.refuse(v.at, fmt::format("the map '{}' as a local variable is not modelled", v.name),
                           "make it a global variable");
      registers_[&v] = to_.fresh(ir_type(v.type));
    }
  for (const Variable& v : procedure_->results) f.results.push_back(ir_type(v.type));
  child_ = to_.fresh(i64);
  if (depth_)
    to_.unmodelled_if(to_.compare(Op::sgt, i64, Operand::of(*depth_), Operand::constant(deepest_call)),
                      fmt::format("a recursion deeper than {} calls", deepest_call));
  for (const Variable& v : procedure_->parameters)
    for (const Expression& where : v.where) {
      stand_at(v.at);
      const bool opened = open(accesses(where), {where_.alone, 0});
      assume_value(where);
      close(opened);
    }
  const auto open = read_before_assigned();
  for (const auto* list : {&procedure_->results, &procedure_->locals})
    for (const Variable& v : *list) {
      if (!open.contains(&v)) continue;
      stand_at(v.at);
      to_.copy(registers_[&v], any(v.type));
      for (const Expression& where : v.where) assume_value(where);
    }
}

/// Live at the beginning of the procedure.
std::set<const Variable*> Body::read_before_assigned() const {
  std::vector<std::set<const Variable*>> live(blocks_.size());
  const auto read = [&](const Expression& e, std::set<const Variable*>& set, const auto& self) -> void {
    if (e.variable && registers_.contains(e.variable)) set.insert(e.variable);
    for (const Expression& part : e.parts) self(part, set, self);
  };
  for (bool more = true; more;) {
    more = false;
    for (std::size_t b = blocks_.size(); b-- > 0;) {
      const Block& block = blocks_[b];
      std::set<const Variable*> now;
      for (std::size_t target : block.targets) now.insert(live[target].begin(), live[target].end());
      if (block.condition) read(*block.condition, now, read);
      if (block.end == Block::End::leave)
        for (const Variable& v : procedure_->results) now.insert(&v);
      for (auto s = block.steps.rbegin(); s != block.steps.rend(); ++s) {
        for (const Expression& target : (*s)->targets)
          if (target.kind == Kind::name) now.erase(target.variable);
        for (const Expression& target : (*s)->targets)
          if (target.kind == Kind::select) read(target, now, read);
        if ((*s)->kind == Of::havoc) {  // what where clauses say of others
          for (const Expression& target : (*s)->targets)
            for (const Expression& where : target.variable->where) read(where, now, read);
          for (const Expression& target : (*s)->targets) now.erase(target.variable);
        }
        for (const Expression& value : (*s)->values) read(value, now, read);
      }
      more |= now.size() != live[b].size();
      live[b] = std::move(now);
    }
  }
  return live.empty() ? std::set<const Variable*>() : live[0];
}

Body::Here Body::after(const Statement& s, Here here) {
  if (s.kind != Of::call) return here;
  switch (builtin_named(s.name)) {
    case Builtin::atomic_begin: ++here.atomic; break;
    case Builtin::atomic_end:
      if (here.atomic == 0)
        all_.refuse(s.at, "the atomic block that ends here was not begun in this procedure",
                    "begin and end it in one procedure");
      else
        --here.atomic;
      break;
    case Builtin::none:
      if (s.async || all_.may_start_threads(*s.callee)) here.alone = false;
      break;
    default: break;
  }
  constexpr std::uint32_t deepest = 100;
  if (here.atomic > deepest) all_.refuse(s.at, "atomic blocks are nested deeper than 100");
  return here;
}

void Body::find_states() {
  states_.assign(blocks_.size(), std::nullopt);
  states_[0] = Here{where_.alone, 0};
  for (std::deque<std::size_t> to_do{0}; !to_do.empty() && !all_.failed(); to_do.pop_front()) {
    const Block& block = blocks_[to_do.front()];
    Here here = *states_[to_do.front()];
    for (const Statement* s : block.steps) here = after(*s, here);
    if (block.end == Block::End::leave && here.atomic != 0)
      all_.refuse(block.at, "an atomic block is open where the procedure returns",
                  "end it in the procedure that begins it");
    for (std::size_t target : block.targets) {
      auto& there = states_[target];
      if (there && there->atomic != here.atomic)
        all_.refuse(block.at, "one way from here an atomic block is open, and another way it is not",
                    "begin and end it on all ways");
      const Here both{here.alone && (!there || there->alone), here.atomic};
      if (there == both) continue;
      there = both;
      to_do.push_back(target);
    }
  }
}

/// So many assumptions at the beginning of a block belong to the step that comes there: one that is waited for, and
/// those about local variables around it. In front of a second one that is waited for, others may have a turn.
std::size_t Body::leading_assumptions(std::size_t b) const {
  if (!states_[b]) return 0;
  const auto& steps = blocks_[b].steps;
  const bool others_come_between = !states_[b]->alone && states_[b]->atomic == 0 && !where_.atomic;
  std::size_t waited_for = 0;
  return static_cast<std::size_t>(std::ranges::find_if(steps,
                                                       [&](const Statement* s) {
                                                         return s->kind != Of::assume ||
                                                                (others_come_between &&
                                                                 waits(s->values[0], *states_[b]) && ++waited_for > 1);
                                                       }) -
                                  steps.begin());
}

void Body::block(std::size_t b) {
  const Block& block = blocks_[b];
  const std::size_t leading = leading_assumptions(b);
  to_.go_to(heads_[b]);
  stand_at(block.steps.empty() ? block.at : block.steps[0]->at);
  if (!states_[b]) {
    to_.emit(Op::unreachable, {}, {}, {});
  } else {
    Here here = *states_[b];
    for (std::size_t i = 0; i < leading; ++i) {
      stand_at(block.steps[i]->at);
      assume(block.steps[i]->values[0], here);
    }
    to_.jump(tails_[b]);
  }
  to_.go_to(tails_[b]);
  if (!states_[b]) {
    to_.emit(Op::unreachable, {}, {}, {});
    return;
  }
  Here here = *states_[b];
  steps(block.steps, leading, here);
  stand_at(block.at);
  end(block, here);
}

void Body::steps(const std::vector<const Statement*>& all, std::size_t from, Here& here) {
  for (std::size_t i = from; i < all.size() && !all_.failed();) {
    stand_at(all[i]->at);
    if (all[i]->kind == Of::havoc) {
      i = havoc(all, i, here);
    } else {
      statement(*all[i], here);
      here = after(*all[i], here);
      ++i;
    }
  }
}

void Body::statement(const Statement& s, Here& here) {
  switch (s.kind) {
    case Of::assign: return assign(s, here);
    case Of::assume: return assume(s.values[0], here);
    case Of::assert_: return assert_(s, here);
    case Of::call:
      if (builtin_named(s.name) != Builtin::none) return builtin(s, here);
      return s.async ? spawn(s, here) : call(s, here);
    default: return;  // yield: others may come between any two steps
  }
}

// --- one step each

bool Body::open(unsigned accesses, const Here& here) {
  if (accesses < 2 || here.alone || here.atomic > 0 || where_.atomic) return false;
  to_.intrinsic(ir::Intrinsic::atomic_begin);
  return true;
}

void Body::close(bool opened) {
  if (opened) to_.intrinsic(ir::Intrinsic::atomic_end);
}

void Body::assign(const Statement& s, const Here& here) {
  // m := m[i := e] is m[i] := e
  if (s.values.size() == 1 && s.values[0].kind == Kind::update && same(s.values[0].parts[0], s.targets[0])) {
    const Expression& update = s.values[0];
    Expression element{.kind = Kind::select, .at = s.targets[0].at};
    element.parts.assign(update.parts.begin(), update.parts.end() - 1);
    element.type = update.type.element[0];
    const bool opened = open(accesses(element) + accesses(update.parts.back()), here);
    const Operand v = value(update.parts.back());
    set(element, v);
    return close(opened);
  }
  unsigned n = 0;
  for (const Expression& e : s.values) n += accesses(e);
  for (const Expression& e : s.targets) n += accesses(e);
  const bool opened = open(n, here);
  // Indexes and values are all looked at before anything is assigned.
  const bool together = s.targets.size() > 1;
  std::vector<Operand> values;
  for (const Expression& e : s.values) {
    const Operand v = value(e);
    values.push_back(together ? to_.copied(v, ir_type(e.type)) : v);
  }
  std::vector<Expression> targets = s.targets;
  std::deque<Variable> held;
  if (together)
    for (Expression& target : targets)
      for (Expression* t = &target; t->kind == Kind::select; t = &t->parts[0])
        for (std::size_t i = 1; i < t->parts.size(); ++i) {
          const Operand v = to_.copied(value(t->parts[i]), ir_type(t->parts[i].type));
          held.push_back({.type = t->parts[i].type, .at = t->parts[i].at, .role = Variable::Role::bound});
          bind(held.back(), v);
          Expression name{.kind = Kind::name, .at = t->parts[i].at};
          name.type = t->parts[i].type;
          name.variable = &held.back();
          t->parts[i] = std::move(name);
        }
  for (std::size_t i = 0; i < targets.size(); ++i) set(targets[i], values[i]);
  for (const Variable& v : held) unbind(v);
  close(opened);
}

/// May what is assumed come true later, by what others do?
bool Body::waits(const Expression& condition, const Here& here) const {
  if (here.alone) return false;
  return here.atomic > 0 || where_.atomic || reads_shared(condition);
}

void Body::assume(const Expression& condition, const Here& here) {
  std::vector<const Expression*> parts;
  each_conjunct(condition, [&](const Expression& e) {
    if (!all_.initial().used_up(e)) parts.push_back(&e);
  });
  if (parts.empty()) return;
  if (!waits(condition, here)) {
    for (const Expression* e : parts) hold(value(*e), false);
    return;
  }
  const bool opened = open(2, here);  // whoever waits does so in an atomic block
  hold(value(condition), true);
  close(opened);
}

std::size_t Body::havoc(const std::vector<const Statement*>& all, std::size_t at, const Here& here) {
  const Statement& s = *all[at];
  const auto chosen = [&](const Expression& e) {
    return e.variable && std::ranges::any_of(s.targets, [&](const Expression& t) { return t.variable == e.variable; });
  };
  const auto another = [&](const Expression& e) {
    if (e.function) return all_.reads_memory(*e.function);
    if (!e.variable || chosen(e)) return false;
    return e.variable->role == Variable::Role::constant ? all_.storage(*e.variable) != nullptr
                                                        : e.variable->role != Variable::Role::bound;
  };
  std::vector<const Expression*> only_of_them, others;  // what is assumed
  const auto sort = [&](const Expression& e) { (any_part(e, another) ? others : only_of_them).push_back(&e); };
  unsigned stores = 0;
  for (const Expression& t : s.targets) {
    if (t.type.is(Type::Kind::map))
      return all_.refuse(t.at, "havoc of a whole map is not modelled", "havoc what is put into its elements"),
             all.size();
    if (!registers_.contains(t.variable)) stores += accesses(t);
    for (const Expression& where : t.variable->where) each_conjunct(where, sort);
  }
  std::size_t next = at + 1;
  for (; next < all.size() && all[next]->kind == Of::assume && any_part(all[next]->values[0], chosen); ++next)
    each_conjunct(all[next]->values[0], sort);

  // The variables are in registers until all is chosen.
  std::map<const Variable*, Operand> values;
  std::vector<ir::Register> fresh;
  for (const Expression& t : s.targets) {
    fresh.push_back(to_.fresh(ir_type(t.type)));
    values[t.variable] = Operand::of(fresh.back());
  }
  const auto outside = bound_;
  for (const auto& [v, operand] : values) bound_[v] = operand;
  bool waits = false;
  for (const Expression* e : others) waits |= this->waits(*e, here);
  unsigned looks = 0;
  for (const Expression* e : others) looks += accesses(*e);
  const bool opened = open(waits ? 2 : looks + stores, here);
  for (std::size_t i = 0; i < s.targets.size(); ++i) to_.copy(fresh[i], any(s.targets[i].type));
  for (const Expression* e : only_of_them) {
    narrow(*e);
    hold(value(*e), false);
  }
  for (const Expression* e : others) hold(value(*e), waits);
  bound_ = outside;
  for (std::size_t i = 0; i < s.targets.size(); ++i) set(s.targets[i], Operand::of(fresh[i]));
  close(opened);
  return next;
}

void Body::fail(std::string_view text) {
  to_.intrinsic(ir::Intrinsic::fail, {Operand::constant(assertion), all_.text(text)});
  to_.emit(Op::unreachable, {}, {}, {});
}

void Body::assert_(const Statement& s, const Here& here) {
  const Expression& condition = s.values[0];
  const bool opened = open(accesses(condition), here);
  const Operand holds = to_.copied(value(condition), i1);
  close(opened);
  const ir::BlockId bad = to_.add_block("fails"), good = to_.add_block("holds");
  stand_at(s.at);
  to_.branch(holds, good, bad);
  to_.go_to(bad);
  fail("the assertion does not hold");
  to_.go_to(good);
}

void Body::call(const Statement& s, Here& here) {
  const Procedure& p = *s.callee;
  if (!p.implemented) {
    to_.unmodelled(fmt::format("{} (a procedure without a body)", p.name));
    return;
  }
  unsigned n = 0;
  for (const Expression& e : s.values) n += accesses(e);
  const bool opened = open(n, here);
  std::vector<Operand> operands{Operand::address(all_.function(p, {here.alone, here.atomic > 0 || where_.atomic}))};
  for (const Expression& e : s.values) operands.push_back(to_.copied(value(e), ir_type(e.type)));
  close(opened);
  preconditions(s, {operands.begin() + 1, operands.end()}, here);
  stand_at(s.at);
  if (all_.counts_calls(p))
    operands.push_back(depth_ ? to_.compute(Op::add, i64, {Operand::of(*depth_), Operand::constant(1)})
                              : Operand::constant(0));
  std::vector<ir::Register> results;
  for (const Variable& v : p.results) results.push_back(to_.fresh(ir_type(v.type)));
  to_.emit(Op::call, {}, results, std::move(operands));
  const Here now = after(s, here);
  unsigned stores = 0;
  for (const Expression& t : s.targets) stores += accesses(t);
  const bool storing = open(stores, now);
  for (std::size_t i = 0; i < s.targets.size(); ++i) set(s.targets[i], Operand::of(results[i]));
  close(storing);
}

void Body::preconditions(const Statement& s, const std::vector<Operand>& arguments, const Here& here) {
  const Procedure& p = *s.callee;
  for (const Clause& c : p.requires_) {
    if (c.free) continue;
    const auto outside = bound_;
    for (std::size_t i = 0; i < p.parameters.size(); ++i) bind(p.parameters[i], arguments[i]);
    const bool opened = open(accesses(c.condition), here);
    const Operand holds = to_.copied(value(c.condition), i1);
    close(opened);
    bound_ = outside;
    const ir::BlockId bad = to_.add_block("fails"), good = to_.add_block("holds");
    stand_at(s.at);
    to_.branch(holds, good, bad);
    to_.go_to(bad);
    fail(fmt::format("the precondition of '{}' does not hold", p.name));
    to_.go_to(good);
  }
}

/// The arguments are copied to memory that the new thread takes over.
void Body::spawn(const Statement& s, const Here& here) {
  const Procedure& p = *s.callee;
  if (!p.implemented) {
    to_.unmodelled(fmt::format("{} (a procedure without a body)", p.name));
    return;
  }
  unsigned n = 2;  // to start it, and to say that nobody waits for its end
  for (const Expression& e : s.values) n += accesses(e);
  Operand record = Operand::constant(0);
  const bool opened = open(n, {.alone = false, .atomic = here.atomic});
  std::vector<Operand> arguments;
  for (const Expression& e : s.values) arguments.push_back(to_.copied(value(e), ir_type(e.type)));
  preconditions(s, arguments, {.alone = here.alone, .atomic = here.atomic + (opened ? 1 : 0)});
  if (!arguments.empty()) record = to_.intrinsic(ir::Intrinsic::alloc, {Operand::constant(8 * arguments.size())});
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const ir::Register place = to_.fresh(ir::pointer);
    to_.emit(Op::offset, {}, {place}, {record, Operand::constant(0), Operand::constant(0), Operand::constant(8 * i)})
        .from = i64;
    to_.emit(Op::store, i64, {},
             {to_.convert(Op::zext, arguments[i], ir_type(s.values[i].type).bits, 64), Operand::of(place)});
  }
  stand_at(s.at);
  const Operand thread = to_.intrinsic(ir::Intrinsic::spawn, {Operand::address(all_.thread(p)), record});
  if (!all_.asks_for_ids()) to_.intrinsic(ir::Intrinsic::detach, {thread});
  const Operand wide = to_.convert(Op::zext, thread, 32, 64);
  to_.intrinsic(ir::Intrinsic::event, {all_.text("start"), to_.compute(Op::copy, ir::pointer, {wide})});
  const Operand number = to_.compute(Op::add, i64, {wide, Operand::constant(1)});
  to_.copy(child_, number);
  for (const Expression& t : s.targets) set(t, number);
  close(opened);
}

void Body::builtin(const Statement& s, Here& here) {
  switch (builtin_named(s.name)) {
    case Builtin::atomic_begin: to_.intrinsic(ir::Intrinsic::atomic_begin); return;
    case Builtin::atomic_end:
      if (here.atomic > 0) to_.intrinsic(ir::Intrinsic::atomic_end);
      return;
    case Builtin::thread_id: {
      const Operand self = to_.convert(Op::zext, to_.intrinsic(ir::Intrinsic::self), 32, 64);
      return set(s.targets[0], to_.compute(Op::add, i64, {self, Operand::constant(1)}));
    }
    case Builtin::child_thread_id: return set(s.targets[0], Operand::of(child_));
    case Builtin::not_reachable: {
      fail("a place is reached that should not be");
      to_.go_to(to_.add_block("after"));
      return;
    }
    default: return;
  }
}

// --- the ends of blocks

void Body::end(const Block& b, const Here& here) {
  switch (b.end) {
    case Block::End::leave: return leave(b.at);
    case Block::End::branch: {
      const bool opened = open(accesses(*b.condition), here);
      const Operand condition = to_.copied(value(*b.condition), i1);
      close(opened);
      stand_at(b.at);
      return to_.branch(condition, heads_[b.targets[0]], heads_[b.targets[1]]);
    }
    case Block::End::jump:
      if (b.targets.size() == 1) return to_.jump(heads_[b.targets[0]]);
      return choose(b, here);
  }
}

/// Takes one of the ways whose first assumptions hold.
void Body::choose(const Block& b, const Here& here) {
  std::vector<std::size_t> targets;
  for (std::size_t t : b.targets)
    if (std::ranges::find(targets, t) == targets.end()) targets.push_back(t);
  if (targets.size() == 1) return to_.jump(heads_[targets[0]]);

  const auto first = [&](std::size_t t) -> const Expression& { return blocks_[t].steps[0]->values[0]; };
  if (targets.size() == 2 && leading_assumptions(targets[0]) == 1 && leading_assumptions(targets[1]) == 1 &&
      opposite(first(targets[0]), first(targets[1]))) {
    const Expression& condition = first(targets[0]);
    const bool opened = open(accesses(condition), here);
    const Operand holds = to_.copied(value(condition), i1);
    close(opened);
    return to_.branch(holds, tails_[targets[0]], tails_[targets[1]]);
  }

  bool waits = false;
  unsigned looks = 0;
  for (std::size_t t : targets)
    for (std::size_t i = 0; i < leading_assumptions(t); ++i) {
      const Expression& e = blocks_[t].steps[i]->values[0];
      waits |= this->waits(e, here);
      looks += accesses(e);
    }
  const bool opened = open(waits ? 2 : looks, here);
  std::vector<Operand> possible;
  Operand some = Operand::constant(0);
  for (std::size_t t : targets) {
    Operand all = Operand::constant(1);
    for (std::size_t i = 0; i < leading_assumptions(t); ++i) {
      const Operand holds = value(blocks_[t].steps[i]->values[0]);
      all =
          all.kind == Operand::Kind::constant ? (all.bits != 0 ? holds : all) : to_.compute(Op::and_, i1, {all, holds});
    }
    possible.push_back(to_.copied(all, i1));
    if (some.kind == Operand::Kind::constant)
      some = some.bits != 0 ? some : all;
    else
      some = to_.compute(Op::or_, i1, {some, all});
  }
  stand_at(b.at);
  hold(some, waits);
  std::vector<ir::BlockId> take;
  for (std::size_t i = 0; i < targets.size(); ++i) take.push_back(to_.add_block(fmt::format("take{}", i)));
  const auto is = [](const Operand& o, bool truth) {
    return o.kind == Operand::Kind::constant && (o.bits != 0) == truth;
  };
  if (std::ranges::all_of(possible, [&](const Operand& o) { return is(o, true); })) {
    const Operand which =
        to_.intrinsic(ir::Intrinsic::choose, {Operand::constant(targets.size()), Operand::constant(input)});
    ir::Instruction& i = to_.emit(Op::switch_, i32, {}, {which});
    i.targets = take;
    for (std::size_t k = 1; k < take.size(); ++k) i.cases.push_back(k);
  } else {
    // Each in turn: this one, unless it is not possible, or another one behind it is and is chosen.
    std::vector<Operand> later(targets.size(), Operand::constant(0));
    for (std::size_t i = targets.size() - 1; i-- > 0;) {
      const Operand &next = possible[i + 1], &rest = later[i + 1];
      later[i] = is(next, true) || is(rest, false)   ? next
                 : is(rest, true) || is(next, false) ? rest
                                                     : to_.compute(Op::or_, i1, {next, rest});
    }
    for (std::size_t i = 0; i + 1 < targets.size(); ++i) {
      const ir::BlockId may = to_.add_block("may"), either = to_.add_block("either"), next = to_.add_block("next");
      to_.branch(possible[i], may, next);
      to_.go_to(may);
      to_.branch(later[i], either, take[i]);
      to_.go_to(either);
      const Operand passed_over =
          to_.intrinsic(ir::Intrinsic::choose, {Operand::constant(2), Operand::constant(input)});
      to_.branch(to_.compare(Op::ne, i32, passed_over, Operand::constant(0)), next, take[i]);
      to_.go_to(next);
    }
    to_.jump(take.back());
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    to_.go_to(take[i]);
    close(opened);
    to_.jump(tails_[targets[i]]);
  }
}

void Body::leave(Place at) {
  stand_at(at);
  std::vector<Operand> results;
  for (const Variable& v : procedure_->results) results.push_back(Operand::of(registers_[&v]));
  to_.emit(Op::ret, {}, {}, std::move(results));
}

}  // namespace fermata::frontend::boogie
