// SPDX-License-Identifier: Apache-2.0
// The statements that every run begins with are followed, through calls, up to the first branch or new thread.
#include "frontend/boogie/initial.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "frontend/boogie/flow.h"
#include "frontend/boogie/resolve.h"
#include "frontend/boogie/tokens.h"

namespace fermata::frontend::boogie {

namespace {

using Kind = Expression::Kind;
constexpr std::uint64_t most_elements = 65'536;
constexpr std::int64_t default_last = 31;

bool calls(const std::vector<Statement>& all, const Procedure& p) {
  return std::ranges::any_of(
      all, [&](const Statement& s) { return s.callee == &p || calls(s.body, p) || calls(s.otherwise, p); });
}

}  // namespace

Result<Shape> shape_of(const Program& program, const Constants& constants, const Variable& variable,
                       std::string_view file) {
  Shape shape{.element = variable.type};
  const auto refuse = [&](std::string what, std::string hint) {
    return std::unexpected(Error{std::move(what), shown(file, variable.at), std::move(hint)});
  };
  std::vector<Dimension> named;
  if (const Attribute* index = attribute(variable.attributes, "index")) {
    for (std::size_t i = 0; i + 1 < index->values.size(); i += 2) {
      const auto first = constants.value(index->values[i]), last = constants.value(index->values[i + 1]);
      std::int64_t count = 0;
      if (!first || !last || *first > *last || __builtin_sub_overflow(*last, *first, &count))
        return refuse("the range of an index is two numbers, the first of which is not the greater one",
                      "{:index 0, 7}");
      named.push_back({*first, static_cast<std::uint64_t>(count) + 1});
      // A few more are no harm, and elements are called as they are numbered.
      if (*first > 0 && *first <= 64) named.back() = {0, static_cast<std::uint64_t>(*last) + 1};
    }
    if (named.empty() || index->values.size() % 2 != 0)
      return refuse("the range of an index is two numbers", "{:index 0, 7}, and a pair for each index of type int");
  }
  std::size_t next = 0;
  while (shape.element.is(Type::Kind::map)) {
    for (const Type& index : shape.element.index) {
      Dimension d;
      switch (index.kind) {
        case Type::Kind::boolean: d.count = 2; break;
        case Type::Kind::finite: d.count = program.types[index.number].values; break;
        case Type::Kind::bits:
          d.count = index.number <= 16 ? std::uint64_t{1} << index.number : most_elements + 1;
          break;
        case Type::Kind::integer: d = next < named.size() ? named[next++] : Dimension{0, default_last + 1}; break;
        default:
          return refuse(fmt::format("a map with an index of type {} is not modelled", shown(program, index)),
                        "index by int, bool, bv or a finite type");
      }
      if (d.count == 0)
        return refuse(fmt::format("nobody knows which values the type '{}' has", shown(program, index)),
                      "declare its values: const unique a, b: T;");
      if (d.count > most_elements || shape.count * d.count > most_elements)
        return refuse(fmt::format("the map '{}' has more than {} elements", variable.name, most_elements),
                      "say which indexes it has: var {:index 0, 7} m: [int]int;");
      shape.count *= d.count;
      shape.dimensions.push_back(d);
    }
    shape.element = Type(shape.element.element[0]);
  }
  if (next < named.size()) return refuse("there are more ranges than indexes of type int", "a pair for each");
  return shape;
}

Element element_of(const Expression& e) {
  if (e.kind == Kind::name) return {e.variable, {}};
  if (e.kind != Kind::select) return {};
  Element inner = element_of(e.parts[0]);
  for (std::size_t i = 1; i < e.parts.size(); ++i) inner.indexes.push_back(&e.parts[i]);
  return inner;
}

Initial::Initial(const Program& program, const Constants& constants, const std::map<const Variable*, Shape>& shapes)
    : program_(program), constants_(constants), shapes_(shapes) {
  const auto assume = [&](const Expression& e) {
    assumptions_.push_back(&e);
    learn(e, {});
  };
  const auto calls_entry = [&](const Procedure& p) { return calls(p.body, *program.entry); };
  const bool entered_once = std::ranges::none_of(program.procedures, calls_entry);
  once_ = true;
  for (const Expression& axiom : program.axioms) assume(axiom);
  for (const Variable& v : program.globals)
    for (const Expression& where : v.where) assume(where);
  for (const Clause& c : program.entry->requires_) assume(c.condition);
  once_ = entered_once;
  walk(*program.entry, 0);
}

void Initial::walk(const Procedure& procedure, unsigned depth) {
  constexpr unsigned deepest = 20;
  const auto blocks = flow_of(procedure, "");
  over_ |= !blocks || depth > deepest;
  if (over_) return;
  once_ &= depth == 0;
  for (const auto* list : {&procedure.parameters, &procedure.results, &procedure.locals})
    for (const Variable& v : *list)
      for (const Expression& where : v.where) read(where);
  constexpr std::uint64_t most = 20'000;
  for (const Statement* s : (*blocks)[0].steps) {
    over_ |= ++walked_ > most;
    if (over_) return;
    using Of = Statement::Kind;
    const bool assumes = s->kind == Of::assume;
    if (!assumes && only_assumptions_) {
      only_assumptions_ = false;
      for (const Expression* e : assumptions_) each_conjunct(*e, [&](const Expression& part) { rely(part); });
    }
    for (const Expression& value : s->values) {
      if (assumes) learn(value, {});
      if (only_assumptions_) assumptions_.push_back(&value);
      if (!used_up(value)) read(value);
    }
    for (const Expression& target : s->targets) {
      if (target.kind == Kind::select)
        for (const Expression* index : element_of(target).indexes) read(*index);
      if (s->kind == Of::havoc)
        for (const Expression& where : target.variable->where) read(where);
    }
    if (s->kind == Of::call && builtin_named(s->name) == Builtin::none) {
      for (const Clause& c : s->callee->requires_) read(c.condition);
      over_ |= s->async || !s->callee->implemented;
      if (!over_) walk(*s->callee, depth + 1);
    }
    if (over_) return;
    if (s->kind == Of::assign || s->kind == Of::havoc || s->kind == Of::call)
      for (const Expression& target : s->targets) write(target);
  }
  const Block& first = (*blocks)[0];
  over_ |= first.end != Block::End::leave;
}

std::optional<Initial::Cell> Initial::cell(const Expression& e, const Values& bound) const {
  const Element element = element_of(e);
  const auto found = shapes_.find(element.variable);
  if (found == shapes_.end() || found->second.dimensions.size() != element.indexes.size()) return {};
  std::uint64_t flat = 0;
  for (std::size_t i = 0; i < element.indexes.size(); ++i) {
    const Dimension& d = found->second.dimensions[i];
    const auto index = constants_.value(*element.indexes[i], bound);
    std::int64_t from_first = 0;
    if (!index || *index < d.first || __builtin_sub_overflow(*index, d.first, &from_first)) return {};
    if (static_cast<std::uint64_t>(from_first) >= d.count) return {};
    flat = flat * d.count + static_cast<std::uint64_t>(from_first);
  }
  return Cell{element.variable, flat};
}

void Initial::equation(const Expression& e, std::int64_t value, const Values& bound) {
  const auto at = cell(e, bound);
  if (at && !assigned_.contains(*at) && !looked_at_.contains(at->first)) known_.emplace(*at, value);
}

void Initial::learn(const Expression& e, const Values& bound) {
  constexpr std::uint64_t most = 200'000;
  if (++learned_ > most) return;  // what is not learned here is an input
  if (e.kind == Kind::binary && e.text == "&&") {
    learn(e.parts[0], bound);
    learn(e.parts[1], bound);
  } else if (e.kind == Kind::binary && (e.text == "==" || e.text == "<==>")) {
    for (std::size_t side : {0, 1})
      if (const auto value = constants_.value(e.parts[1 - side], bound)) equation(e.parts[side], *value, bound);
  } else if (e.kind == Kind::binary && e.text == "==>") {
    if (const auto holds = constants_.value(e.parts[0], bound); holds && *holds) learn(e.parts[1], bound);
  } else if (e.kind == Kind::name || e.kind == Kind::select) {
    equation(e, 1, bound);
  } else if (e.kind == Kind::not_) {
    equation(e.parts[0], 0, bound);
  } else if (e.kind == Kind::forall) {
    Values all = bound;
    // forall i: int :: m[i] == 0 speaks of all elements there are; what is quantified over has no bounds, and needs
    // none.
    const Expression& body = e.parts[0];
    const Expression* wanted = nullptr;
    std::optional<std::int64_t> value;
    if (body.kind == Kind::binary && (body.text == "==" || body.text == "<==>")) {
      wanted = &body.parts[0];
      value = constants_.value(body.parts[1], bound);
    } else if (body.kind == Kind::not_) {
      wanted = &body.parts[0], value = 0;
    } else if (body.kind == Kind::select) {
      wanted = &body, value = 1;
    }
    const Element element = wanted ? element_of(*wanted) : Element{};
    const auto shape = shapes_.find(element.variable);
    std::set<const Variable*> indexes;
    for (const Expression* index : element.indexes)
      if (std::ranges::any_of(e.bound, [&](const Variable& v) { return &v == index->variable; }))
        indexes.insert(index->variable);
    if (value && shape != shapes_.end() && !element.indexes.empty() && indexes.size() == element.indexes.size() &&
        indexes.size() == shape->second.dimensions.size() && indexes.size() == e.bound.size()) {
      const bool untouched =
          std::ranges::none_of(assigned_, [&](const Cell& c) { return c.first == element.variable; });
      if (!untouched || looked_at_.contains(element.variable)) return;
      bool consistent = true;
      for (std::uint64_t i = 0; i < shape->second.count; ++i)
        consistent &= known_.emplace(Cell{element.variable, i}, *value).first->second == *value;
      if (consistent && once_) used_up_.insert(&e);
      return;
    }
    if (e.bound.size() != 1) return;
    const auto range = range_of(program_, constants_, e, e.bound[0], bound);
    if (!range) return;
    for (std::int64_t i = range->first; i <= range->last; ++i) {
      all[&e.bound[0]] = i;
      learn(e.parts[0], all);
    }
  }
}

void Initial::read(const Expression& e) {
  if (e.kind == Kind::name && e.variable && shapes_.contains(e.variable)) {
    looked_at_.insert(e.variable);
    return;
  }
  if (e.kind == Kind::select) {
    const auto at = cell(e, {});
    for (const Expression* index : element_of(e).indexes) read(*index);
    if (at && (assigned_.contains(*at) || known_.contains(*at))) return;
  }
  for (const Expression& part : e.parts) read(part);
  over_ |= e.function && !e.function->body.empty();  // what it reads is not followed
}

/// What is assumed in the beginning is looked at before anything is assigned. But if it says no more than that one
/// variable is not something else than 0, that one may as well be 0 until it is assigned.
void Initial::rely(const Expression& e) {
  if (used_up(e)) return;
  const Variable* only = nullptr;
  const std::function<bool(const Expression&)> speaks_of_one = [&](const Expression& part) {
    if (part.variable && shapes_.contains(part.variable)) {
      if (only && only != part.variable) return false;
      only = part.variable;
    }
    return std::ranges::all_of(part.parts, speaks_of_one);
  };
  if (speaks_of_one(e) && only && constants_.value(e, {{only, 0}}).value_or(0) != 0) return;
  read(e);
}

void Initial::write(const Expression& target) {
  if (const auto at = cell(target, {}); at && !looked_at_.contains(at->first)) assigned_.insert(*at);
}

std::optional<std::int64_t> Initial::value(const Variable& variable, std::uint64_t element) const {
  const auto found = known_.find({&variable, element});
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

bool Initial::assigned_first(const Variable& variable, std::uint64_t element) const {
  return assigned_.contains({&variable, element});
}

}  // namespace fermata::frontend::boogie
