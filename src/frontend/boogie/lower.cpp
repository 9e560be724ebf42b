// SPDX-License-Identifier: Apache-2.0
#include "frontend/boogie/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "frontend/boogie/lower_body.h"
#include "frontend/boogie/lower_program.h"
#include "frontend/boogie/resolve.h"
#include "frontend/boogie/tokens.h"
#include "ir/input_values.h"

namespace fermata::frontend::boogie {

using ir::Op;
using ir::Operand;

ir::Type ir_type(const Type& type) {
  switch (type.kind) {
    case Type::Kind::boolean: return ir::integer(1);
    case Type::Kind::bits: return ir::integer(static_cast<std::uint16_t>(type.number));
    case Type::Kind::finite: return ir::integer(32);
    default: return ir::integer(64);
  }
}

std::uint32_t bytes_of(const Type& type) {
  const std::uint32_t bits = ir_type(type).bits;
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

Lowering::Lowering(const Program& source, std::string_view file) : source_(source), file_(file), constants_(source) {}

void Lowering::fail(Error error) {
  if (!error_) error_ = std::move(error);
}

void Lowering::refuse(Place at, std::string what, std::string hint) {
  fail({std::move(what), boogie::shown(file_, at), std::move(hint)});
}

void Lowering::count(Place at) {
  constexpr std::uint64_t most = 200'000;
  if (++expressions_ == most)
    refuse(at, "with its functions and quantifiers written out, the program becomes too large",
           "use procedures, and quantify over less");
}

void Lowering::has_no_other_values(const Type& type) {
  std::string text = fmt::format("the type '{}' has no values but its unique constants", shown(source_, type));
  if (std::ranges::find(assumptions_, text) == assumptions_.end()) assumptions_.push_back(std::move(text));
}

Result<Lowered> Lowering::run() {
  std::map<std::pair<std::string, std::int64_t>, const Variable*> unique;
  for (const Variable& v : source_.globals) {
    const bool constant = v.role == Variable::Role::constant;
    Expression name{.kind = Expression::Kind::name, .at = v.at};
    name.variable = &v;
    if (const auto value = constant ? constants_.value(name) : std::nullopt) {
      if (!v.unique) continue;
      const auto [other, is_first] = unique.try_emplace({shown(source_, v.type), *value}, &v);
      if (!is_first)
        refuse(v.at,
               fmt::format("the unique constants '{}' and '{}' are equal, by axioms", other->second->name, v.name),
               "no run can be like that; leave out 'unique', or an axiom");
      continue;
    }
    if (v.type.is(Type::Kind::finite) && source_.types[v.type.number].values == 0) {
      refuse(v.at, fmt::format("nobody knows which values the type '{}' has", shown(source_, v.type)),
             "declare its values: const unique a, b: T;");
    } else if (constant && v.unique) {
      refuse(v.at, fmt::format("the value of the unique constant '{}' is not known", v.name),
             "say what it is: axiom c == 1;");
    }
    auto shape = shape_of(source_, constants_, v, file_);
    if (!shape)
      fail(shape.error());
    else
      shapes_.emplace(&v, std::move(*shape));
  }
  if (!error_) {
    look_through();
    initial_.emplace(source_, constants_, shapes_);
    place_globals();
    write_start();
  }
  for (; !to_do_.empty() && !error_; to_do_.pop_front()) {
    const auto [procedure, where] = to_do_.front();
    Body(*this, functions_.at({procedure, where}), procedure, where).lower();
  }
  if (error_) return std::unexpected(*error_);
  look_at_inputs();
  return Lowered{std::move(out_), std::move(assumptions_)};
}

/// What all statements of the program together do.
void Lowering::look_through() {
  const std::function<void(const Expression&)> read = [&](const Expression& e) {
    if (e.variable) read_.insert(e.variable);
    for (const Expression& part : e.parts) read(part);
  };
  std::map<const Procedure*, std::set<const Procedure*>> calls;
  const std::function<void(const Procedure&, const std::vector<Statement>&)> look =
      [&](const Procedure& p, const std::vector<Statement>& all) {
        for (const Statement& s : all) {
          for (const Expression& value : s.values) read(value);
          for (const Expression& target : s.targets)
            for (const Expression* index : element_of(target).indexes) read(*index);
          if (s.callee && !s.async) calls[&p].insert(s.callee);
          if (s.async) starters_.insert(&p);
          const Builtin builtin = builtin_named(s.name);
          asks_for_ids_ |=
              s.kind == Statement::Kind::call &&
              (builtin == Builtin::thread_id || builtin == Builtin::child_thread_id || (s.async && !s.targets.empty()));
          look(p, s.body);
          look(p, s.otherwise);
        }
      };
  for (const Procedure& p : source_.procedures) {
    look(p, p.body);
    for (const Clause& c : p.requires_) read(c.condition);
    for (const auto* list : {&p.parameters, &p.results, &p.locals})
      for (const Variable& v : *list)
        for (const Expression& where : v.where) read(where);
  }
  for (const Variable& v : source_.globals)
    for (const Expression& where : v.where) read(where);
  for (const Expression& axiom : source_.axioms) read(axiom);
  std::map<const Procedure*, std::size_t> callees_left;
  std::map<const Procedure*, std::vector<const Procedure*>> callers;
  for (const auto& [p, callees] : calls) {
    callees_left[p] = callees.size();
    for (const Procedure* callee : callees) callers[callee].push_back(p);
  }
  std::vector<const Procedure*> start(starters_.begin(), starters_.end());
  while (!start.empty()) {
    const Procedure* p = start.back();
    start.pop_back();
    for (const Procedure* caller : callers[p])
      if (starters_.insert(caller).second) start.push_back(caller);
  }
  // Who is left when those whose callees are all gone are taken away, again and again, comes to a recursion.
  std::vector<const Procedure*> gone;
  for (const Procedure& p : source_.procedures) {
    recursive_.insert(&p);
    if (callees_left[&p] == 0) gone.push_back(&p);
  }
  while (!gone.empty()) {
    const Procedure* p = gone.back();
    gone.pop_back();
    recursive_.erase(p);
    for (const Procedure* caller : callers[p])
      if (--callees_left[caller] == 0) gone.push_back(caller);
  }
  for (const Function& f : source_.functions)
    for (const Expression& body : f.body) read(body);
  readers_ = functions_that_read([](const Variable& v) { return v.role != Variable::Role::bound; });
  shared_readers_ = functions_that_read(is_shared);
}

std::set<const Function*> Lowering::functions_that_read(const std::function<bool(const Variable&)>& wanted) const {
  std::set<const Function*> found;
  const std::function<bool(const Expression&)> looks = [&](const Expression& e) {
    return (e.variable && wanted(*e.variable)) || (e.function && found.contains(e.function)) ||
           std::ranges::any_of(e.parts, looks);
  };
  for (bool more = true; more;) {
    more = false;
    for (const Function& f : source_.functions)
      if (std::ranges::any_of(f.body, looks)) more |= found.insert(&f).second;
  }
  return found;
}

/// An int that can be anything is one of 64 bits here. Where that is a restriction, the answer has to say so.
void Lowering::look_at_inputs() {
  for (const ir::Function& f : out_.functions)
    for (const ir::Block& b : f.blocks)
      for (const ir::Instruction& i : b.instructions) {
        if (i.op != Op::intrinsic || i.which != ir::Intrinsic::input || i.operands[0].bits != 64 ||
            i.operands[1].bits == 0)
          continue;
        const ir::InputValues values = ir::input_values(f, i);
        const auto first = static_cast<std::int64_t>(values.first), last = static_cast<std::int64_t>(values.last);
        if (values.none ||
            (first != std::numeric_limits<std::int64_t>::min() && last != std::numeric_limits<std::int64_t>::max()))
          continue;
        const ir::SourcePosition& at = out_[i.at];
        std::string text = fmt::format("the int that can be anything at {}:{} is one of 64 bits", at.file, at.line);
        if (std::ranges::find(assumptions_, text) == assumptions_.end()) assumptions_.push_back(std::move(text));
      }
}

// --- memory

ir::LayoutId Lowering::layout(const Shape& shape, std::uint32_t bytes) {
  const auto add = [&](ir::Layout layout) {
    const auto found = std::ranges::find(out_.layouts, layout);
    const auto at = static_cast<std::uint32_t>(found - out_.layouts.begin());
    if (found == out_.layouts.end()) out_.layouts.push_back(std::move(layout));
    return ir::LayoutId(at);
  };
  using K = ir::Layout::Kind;
  const Type::Kind kind = shape.element.kind;
  ir::Layout layout{.kind = kind == Type::Kind::boolean   ? K::boolean
                            : kind == Type::Kind::integer ? K::signed_
                                                          : K::unsigned_,
                    .size = bytes,
                    .name = shown(source_, shape.element)};
  ir::LayoutId id = add(layout);
  for (auto d = shape.dimensions.rbegin(); d != shape.dimensions.rend(); ++d) {
    layout = {.kind = K::array,
              .size = layout.size * d->count,
              .name = fmt::format("[{}]{}", d->count, layout.name),
              .element = id};
    id = add(layout);
  }
  return id;
}

void Lowering::place_globals() {
  for (const Variable& v : source_.globals) {
    const auto shape = shapes_.find(&v);
    if (shape == shapes_.end()) continue;
    Storage s{.shape = shape->second, .bytes = bytes_of(shape->second.element)};
    ir::Global memory{
        .name = v.name, .shown = v.name, .size = s.shape.count * s.bytes, .thread_local_ = v.thread_local_};
    memory.layout = layout(s.shape, s.bytes);
    memory.at = position(v.at, nullptr);
    ir::Global assigned{.name = fmt::format("{} is assigned", v.name),
                        .shown = fmt::format("{} is assigned", v.name),
                        .size = s.shape.count,
                        .thread_local_ = v.thread_local_};
    memory.bytes.resize(memory.size);
    assigned.bytes.resize(assigned.size);
    bool open = false;
    for (std::uint64_t i = 0; i < s.shape.count; ++i) {
      const auto known = v.thread_local_ ? std::nullopt : initial_->value(v, i);
      if (known)
        for (std::uint32_t b = 0; b < s.bytes; ++b)
          memory.bytes[i * s.bytes + b] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(*known) >> 8 * b);
      assigned.bytes[i] = known.has_value();
      open |= v.thread_local_ || (!known && !initial_->assigned_first(v, i));
    }
    open &= read_.contains(&v);
    s.memory = ir::GlobalId(static_cast<std::uint32_t>(out_.globals.size()));
    out_.globals.push_back(std::move(memory));
    if (open && (v.thread_local_ || !s.shape.dimensions.empty())) {
      s.assigned = ir::GlobalId(static_cast<std::uint32_t>(out_.globals.size()));
      out_.globals.push_back(std::move(assigned));
    } else if (open) {
      begin_with_any_.push_back(&v);
    }
    storage_.emplace(&v, std::move(s));
  }
}

const Storage* Lowering::storage(const Variable& variable) const {
  const auto found = storage_.find(&variable);
  return found == storage_.end() ? nullptr : &found->second;
}

// --- functions

ir::FunctionId Lowering::add_function(std::string name, std::string shown) {
  out_.functions.push_back({.name = std::move(name), .shown = std::move(shown)});
  return ir::FunctionId(static_cast<std::uint32_t>(out_.functions.size() - 1));
}

ir::FunctionId Lowering::function(const Procedure& p, Where where) {
  const auto found = functions_.find({&p, where});
  if (found != functions_.end()) return found->second;
  const ir::FunctionId id = add_function(
      fmt::format("{}{}{}", p.name, where.alone ? " alone" : "", where.atomic ? " in an atomic block" : ""), p.name);
  // Who calls it must know what it takes and gives, also if that is itself.
  functions_.emplace(std::pair(&p, where), id);
  to_do_.emplace_back(&p, where);
  return id;
}

ir::FunctionId Lowering::thread(const Procedure& p) {
  const auto found = threads_.find(&p);
  if (found != threads_.end()) return found->second;
  const ir::FunctionId id = add_function(fmt::format("thread of {}", p.name), p.name);
  threads_.emplace(&p, id);
  Emitter to(*this, id);
  const ir::Register record = to.fresh(ir::pointer);
  to.function().parameters = 1;
  to.go_to(to.add_block("entry"));
  std::vector<Operand> operands{Operand::address(function(p, {}))};
  for (std::size_t i = 0; i < p.parameters.size(); ++i) {
    const ir::Register place = to.fresh(ir::pointer), value = to.fresh(ir::integer(64));
    to.emit(Op::offset, {}, {place},
            {Operand::of(record), Operand::constant(0), Operand::constant(0), Operand::constant(8 * i)})
        .from = ir::integer(64);
    to.emit(Op::load, ir::integer(64), {value}, {Operand::of(place)});
    operands.push_back(to.convert(Op::trunc, Operand::of(value), 64, ir_type(p.parameters[i].type).bits));
  }
  if (!p.parameters.empty()) to.intrinsic(ir::Intrinsic::free, {Operand::of(record)});
  if (counts_calls(p)) operands.push_back(Operand::constant(0));
  to.emit(Op::call, {}, {}, std::move(operands));
  to.intrinsic(ir::Intrinsic::thread_exit, {Operand::constant(0)});
  to.emit(Op::unreachable, {}, {}, {});
  return id;
}

/// Where the program begins. The first thread ends with its procedure; others go on.
void Lowering::write_start() {
  if (error_) return;
  const Procedure& entry = *source_.entry;
  const ir::FunctionId id = add_function("start of the program", "");
  out_.entry = id;
  Body body(*this, id, nullptr, {.alone = true});
  Emitter& to = body.emitter();
  to.go_to(to.add_block("entry"));
  std::vector<const Variable*> any = begin_with_any_;
  for (const Variable& v : entry.parameters) {
    if (v.type.is(Type::Kind::map))
      return refuse(v.at, fmt::format("the map '{}' as a parameter is not modelled", v.name),
                    "make it a global variable");
    any.push_back(&v);
  }
  // Ints come last: between such an input and what is assumed about it, nothing else may stand.
  std::ranges::stable_partition(any, [](const Variable* v) { return !v->type.is(Type::Kind::integer); });
  std::map<const Variable*, Operand> values;
  for (const Variable* v : any) {
    to.stand_at(position(v->at, nullptr));
    if (v->type.is(Type::Kind::finite) && source_.types[v->type.number].values == 0)
      return refuse(v->at, fmt::format("nobody knows which values the type '{}' has", shown(source_, v->type)),
                    "declare its values: const unique a, b: T;");
    body.bind(*v, values[v] = body.any(v->type));
  }
  const std::function<bool(const Expression&)> speaks_of_locals = [&](const Expression& e) {
    const bool local =
        e.variable &&
        (e.variable->role == Variable::Role::local || e.variable->role == Variable::Role::result ||
         (e.variable->role == Variable::Role::parameter && std::ranges::find(any, e.variable) == any.end()));
    const bool own = e.variable && e.variable->thread_local_;
    return local || own || std::ranges::any_of(e.parts, speaks_of_locals);
  };
  for (const Variable& v : entry.parameters)
    for (const Expression& where : v.where) body.assume_value(where);
  for (const Expression* e : initial_->assumptions()) {
    to.stand_at(position(e->at, nullptr));
    if (!speaks_of_locals(*e)) body.assume_value(*e);
  }
  std::vector<Operand> operands{Operand::address(function(entry, {.alone = true}))};
  for (const Variable* v : begin_with_any_) {
    body.unbind(*v);
    body.store(*v, values.at(v));
  }
  for (const Variable& v : entry.parameters) {
    body.unbind(v);
    operands.push_back(values.at(&v));
  }
  if (counts_calls(entry)) operands.push_back(Operand::constant(0));
  to.stand_at({});
  to.emit(Op::call, {}, {}, std::move(operands));
  to.intrinsic(ir::Intrinsic::thread_exit, {Operand::constant(0)});
  to.emit(Op::unreachable, {}, {}, {});
}

ir::PositionId Lowering::position(Place at, const Procedure* p) {
  const auto [found, is_new] = positions_.try_emplace(
      {p, at.line, at.column}, ir::PositionId(static_cast<std::uint32_t>(out_.positions.size())));
  if (is_new)
    out_.positions.push_back(
        {.file = std::string(file_), .line = at.line, .column = at.column, .function = p ? p->name : std::string()});
  return found->second;
}

Operand Lowering::text(std::string_view text) {
  const auto found = texts_.find(text);
  if (found != texts_.end()) return found->second;
  ir::Global global{.name = fmt::format("text {}", texts_.size()), .size = text.size() + 1, .constant = true};
  global.bytes.assign(text.begin(), text.end());
  out_.globals.push_back(std::move(global));
  const Operand address = Operand::address(ir::GlobalId(static_cast<std::uint32_t>(out_.globals.size() - 1)));
  return texts_.emplace(std::string(text), address).first->second;
}

Result<Lowered> lower(const Program& program, std::string_view file) { return Lowering(program, file).run(); }

}  // namespace fermata::frontend::boogie
