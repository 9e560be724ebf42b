// SPDX-License-Identifier: Apache-2.0
#include "frontend/boogie/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "frontend/boogie/tokens.h"

namespace fermata::frontend::boogie {

namespace {

using Kind = Expression::Kind;
using Scope = std::map<std::string_view, const Variable*>;

constexpr std::pair<std::string_view, Builtin> builtins[] = {{"corral_atomic_begin", Builtin::atomic_begin},
                                                             {"corral_atomic_end", Builtin::atomic_end},
                                                             {"corral_getThreadID", Builtin::thread_id},
                                                             {"corral_getChildThreadID", Builtin::child_thread_id},
                                                             {"corral_yield", Builtin::yield},
                                                             {"corral_assert_not_reachable", Builtin::not_reachable}};

const Type boolean{.kind = Type::Kind::boolean}, integer{.kind = Type::Kind::integer};

class Resolver {
 public:
  Resolver(Program& program, std::string_view file) : program_(program), file_(file) {}

  Result<void> run() {
    types();
    globals();
    functions();
    procedures();
    for (Expression& axiom : program_.axioms) expect(axiom, boolean, "an axiom");
    for (Variable& v : program_.globals)
      for (Expression& where : v.where) expect(where, boolean, "a where clause");
    for (Procedure& p : program_.procedures) procedure(p);
    entry();
    if (error_) return std::unexpected(*error_);
    return {};
  }

 private:
  void fail(Place at, std::string what, std::string hint = "") {
    if (!error_) error_ = Error{std::move(what), shown(file_, at), std::move(hint)};
  }
  std::string text(const Type& type) const { return boogie::shown(program_, type); }

  // --- types

  void types() {
    for (std::size_t i = 0; i < program_.types.size(); ++i)
      if (!named_.emplace(program_.types[i].name, i).second)
        fail(program_.types[i].at, fmt::format("the type '{}' is declared twice", program_.types[i].name));
  }

  void settle(Type& type, std::uint32_t depth = 0) {
    if (error_) return;
    constexpr std::uint32_t deepest = 50, most = 100'000;
    if (depth > deepest || ++settled_ > most) return fail(type.at, "a type is defined by itself, or too large");
    for (Type& part : type.index) settle(part, depth + 1);
    for (Type& part : type.element) settle(part, depth + 1);
    if (!type.is(Type::Kind::named)) return;
    const auto found = named_.find(type.name);
    if (found == named_.end()) return fail(type.at, fmt::format("there is no type '{}'", type.name));
    const NamedType& named = program_.types[found->second];
    if (named.synonym.empty()) {
      type.kind = Type::Kind::finite;
      type.number = static_cast<std::uint32_t>(found->second);
    } else {
      const Place at = type.at;
      type = Type(named.synonym[0]);
      type.at = at;
      settle(type, depth + 1);
    }
  }

  // --- declarations

  void declare(Scope& scope, const Variable& v) {
    if (!scope.emplace(v.name, &v).second) fail(v.at, fmt::format("'{}' is declared twice", v.name));
  }

  void globals() {
    for (Variable& v : program_.globals) {
      settle(v.type);
      declare(globals_, v);
      if (v.unique && v.type.is(Type::Kind::finite)) ++program_.types[v.type.number].values;
    }
  }

  void functions() {
    for (Function& f : program_.functions) {
      if (!functions_.emplace(f.name, &f).second)
        fail(f.at, fmt::format("the function '{}' is declared twice", f.name));
      for (Variable& v : f.parameters) settle(v.type);
      settle(f.result);
    }
    for (Function& f : program_.functions) {
      Scope scope;
      for (const Variable& v : f.parameters)
        if (!v.name.empty()) declare(scope, v);
      scopes_ = {&globals_, &scope};
      for (Expression& body : f.body) expect(body, f.result, fmt::format("the body of '{}'", f.name));
      scopes_ = {&globals_};
    }
  }

  void procedures() {
    for (Procedure& p : program_.procedures)
      if (!procedures_.emplace(p.name, &p).second)
        fail(p.at, fmt::format("the procedure '{}' is declared twice", p.name));
    for (Procedure& i : program_.implementations) {
      const auto found = procedures_.find(i.name);
      if (found == procedures_.end())
        return fail(i.at, fmt::format("there is no procedure '{}' that this could implement", i.name));
      Procedure& p = *found->second;
      if (p.implemented) return fail(i.at, fmt::format("the procedure '{}' has two bodies", i.name));
      const auto same = [](const Variable& a, const Variable& b) { return a.name == b.name; };
      if (!std::ranges::equal(p.parameters, i.parameters, same) || !std::ranges::equal(p.results, i.results, same))
        return fail(i.at, fmt::format("the parameters of '{}' have other names here than in its procedure", i.name),
                    "give them the same names");
      p.implemented = true;
      p.locals = std::move(i.locals);
      p.body = std::move(i.body);
      p.end = i.end;
      p.attributes.insert(p.attributes.end(), i.attributes.begin(), i.attributes.end());
    }
    for (Procedure& p : program_.procedures)
      for (auto* list : {&p.parameters, &p.results, &p.locals})
        for (Variable& v : *list) settle(v.type);
  }

  void procedure(Procedure& p) {
    for (Expression& m : p.modifies) {
      expression(m);
      if (m.variable && m.variable->role != Variable::Role::global)
        fail(m.at, fmt::format("'{}' is no global variable", m.text));
    }
    // What a procedure promises knows nothing of the variables that its body declares.
    Scope outside;
    for (const Variable& v : p.parameters) declare(outside, v);
    scopes_ = {&globals_, &outside};
    for (Clause& c : p.requires_) expect(c.condition, boolean, "a precondition");
    for (const Variable& v : p.results) declare(outside, v);
    for (Clause& c : p.ensures) expect(c.condition, boolean, "a postcondition");
    Scope scope = outside;
    for (const Variable& v : p.locals) declare(scope, v);
    scopes_ = {&globals_, &scope};
    for (auto* list : {&p.parameters, &p.results, &p.locals})
      for (Variable& v : *list)
        for (Expression& where : v.where) expect(where, boolean, "a where clause");
    labels_.clear();
    label_all(p.body);
    statements(p.body);
    scopes_ = {&globals_};
  }

  void entry() {
    std::vector<const Procedure*> marked;
    for (const Procedure& p : program_.procedures)
      if (attribute(p.attributes, "entrypoint")) marked.push_back(&p);
    if (marked.size() > 1)
      return fail(marked[1]->at, "a second procedure is marked {:entrypoint}", "a program begins with one");
    if (!marked.empty()) {
      program_.entry = marked[0];
    } else {
      for (std::string_view name : {"main", "Main"})
        if (const auto found = procedures_.find(name); found != procedures_.end() && !program_.entry)
          program_.entry = found->second;
    }
    const std::string hint = "mark the procedure that the program begins with: procedure {:entrypoint} Main() { ... }";
    if (!program_.entry) return fail({1, 1}, "no procedure is marked {:entrypoint}, and none is called 'main'", hint);
    if (!program_.entry->implemented)
      fail(program_.entry->at, fmt::format("the program begins with '{}', which has no body", program_.entry->name));
  }

  // --- statements

  void label_all(const std::vector<Statement>& all) {
    for (const Statement& s : all) {
      if (s.kind == Statement::Kind::label && !labels_.insert(s.name).second)
        fail(s.at, fmt::format("the label '{}' stands twice in this procedure", s.name));
      label_all(s.body);
      label_all(s.otherwise);
    }
  }

  void statements(std::vector<Statement>& all) {
    for (Statement& s : all) statement(s);
  }

  void statement(Statement& s) {
    using Of = Statement::Kind;
    switch (s.kind) {
      case Of::assign:
        for (std::size_t i = 0; i < s.targets.size(); ++i) {
          target(s.targets[i]);
          expect(s.values[i], s.targets[i].type, "what is assigned");
        }
        for (std::size_t i = 0; i < s.targets.size(); ++i)
          for (std::size_t k = 0; k < i; ++k)
            if (base(s.targets[i]).text == base(s.targets[k]).text)
              fail(s.targets[i].at, fmt::format("'{}' is assigned twice at once", base(s.targets[i]).text));
        break;
      case Of::havoc:
        for (Expression& t : s.targets) target(t);
        break;
      case Of::assume: expect(s.values[0], boolean, "what is assumed"); break;
      case Of::assert_: expect(s.values[0], boolean, "what is asserted"); break;
      case Of::if_:
      case Of::while_:
        for (Expression& condition : s.values) expect(condition, boolean, "a condition");
        break;
      case Of::goto_:
        for (std::size_t i = 0; i < s.labels.size(); ++i)
          if (!labels_.contains(s.labels[i]))
            fail(s.label_places[i], fmt::format("there is no label '{}'", s.labels[i]));
        break;
      case Of::call: call(s); break;
      case Of::label:
      case Of::return_:
      case Of::break_:
      case Of::yield: break;
    }
    statements(s.body);
    statements(s.otherwise);
  }

  static const Expression& base(const Expression& target) {
    return target.kind == Kind::select ? base(target.parts[0]) : target;
  }

  void target(Expression& e) {
    expression(e);
    const Variable* v = base(e).variable;
    if (!v) return;
    const bool fixed =
        v->role == Variable::Role::constant || v->role == Variable::Role::parameter || v->role == Variable::Role::bound;
    if (fixed)
      fail(e.at, fmt::format("'{}' is {}, and cannot be assigned", v->name,
                             v->role == Variable::Role::constant ? "a constant" : "a parameter"));
  }

  void call(Statement& s) {
    for (Expression& t : s.targets) target(t);
    const Builtin builtin = builtin_named(s.name);
    if (builtin != Builtin::none) {
      for (Expression& value : s.values) expression(value);
      const bool gives = builtin == Builtin::thread_id || builtin == Builtin::child_thread_id;
      if (s.async || !s.values.empty() || s.targets.size() != (gives ? 1 : 0))
        return fail(s.at, fmt::format("'{}' takes nothing, and gives {}", s.name, gives ? "one number" : "nothing"));
      if (gives && !s.targets[0].type.is(Type::Kind::integer))
        fail(s.targets[0].at, fmt::format("'{}' is of type {}, and the number of a thread is an int", s.targets[0].text,
                                          text(s.targets[0].type)));
      return;
    }
    const auto found = procedures_.find(s.name);
    if (found == procedures_.end())
      return fail(s.at, fmt::format("there is no procedure '{}'", s.name), "declare it, with a body");
    const Procedure& p = *found->second;
    s.callee = &p;
    if (s.values.size() != p.parameters.size())
      return fail(
          s.at, fmt::format("'{}' takes {} arguments, and is given {}", s.name, p.parameters.size(), s.values.size()));
    for (std::size_t i = 0; i < s.values.size(); ++i)
      expect(s.values[i], p.parameters[i].type, fmt::format("the argument '{}'", p.parameters[i].name));
    for (std::size_t i = 0; i < s.targets.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (s.targets[i].text == s.targets[k].text)
          fail(s.targets[i].at, fmt::format("'{}' is assigned twice at once", s.targets[i].text));
    if (s.async) {
      if (s.targets.size() > 1 || (s.targets.size() == 1 && !s.targets[0].type.is(Type::Kind::integer)))
        fail(s.at, "'async call' gives one int at most, the number of the new thread");
      return;
    }
    if (s.targets.size() != p.results.size())
      return fail(s.at,
                  fmt::format("'{}' gives {} results, and {} are taken", s.name, p.results.size(), s.targets.size()));
    for (std::size_t i = 0; i < s.targets.size(); ++i)
      if (!error_ && !(s.targets[i].type == p.results[i].type))
        fail(s.targets[i].at, fmt::format("'{}' is of type {}, and the result '{}' of type {}", s.targets[i].text,
                                          text(s.targets[i].type), p.results[i].name, text(p.results[i].type)));
  }

  // --- expressions

  void expect(Expression& e, const Type& type, std::string_view what) {
    expression(e);
    if (!error_ && !(e.type == type))
      fail(e.at, fmt::format("{} is of type {}, but should be of type {}", what, text(e.type), text(type)));
  }

  const Variable* find(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (const auto found = (*scope)->find(name); found != (*scope)->end()) return found->second;
    return nullptr;
  }

  void expression(Expression& e) {
    if (error_) return;
    switch (e.kind) {
      case Kind::boolean: e.type = boolean; return;
      case Kind::number: e.type = integer; return;
      case Kind::bits: e.type = {.kind = Type::Kind::bits, .number = e.low}; return;
      case Kind::name:
        e.variable = find(e.text);
        if (!e.variable) return fail(e.at, fmt::format("there is no variable '{}'", e.text));
        e.type = e.variable->type;
        return;
      case Kind::apply: return apply(e);
      case Kind::not_:
        expect(e.parts[0], boolean, "what stands after '!'");
        e.type = boolean;
        return;
      case Kind::minus:
        expect(e.parts[0], integer, "what stands after '-'");
        e.type = integer;
        return;
      case Kind::binary: return binary(e);
      case Kind::select: return select(e, e.parts.size() - 1);
      case Kind::update: {
        select(e, e.parts.size() - 2);
        if (!error_) expect(e.parts.back(), e.type, "what is put into a map");
        e.type = e.parts[0].type;
        return;
      }
      case Kind::extract:
        expression(e.parts[0]);
        if (error_) return;
        if (!e.parts[0].type.is(Type::Kind::bits) || e.high > e.parts[0].type.number)
          return fail(e.at, fmt::format("a value of type {} has no bits {}:{}", text(e.parts[0].type), e.high, e.low));
        e.type = {.kind = Type::Kind::bits, .number = e.high - e.low};
        return;
      case Kind::conditional:
        expect(e.parts[0], boolean, "a condition");
        expression(e.parts[1]);
        expect(e.parts[2], e.parts[1].type, "what stands after 'else'");
        e.type = e.parts[1].type;
        return;
      case Kind::forall:
      case Kind::exists: {
        Scope scope;
        for (Variable& v : e.bound) {
          settle(v.type);
          declare(scope, v);
        }
        scopes_.push_back(&scope);
        expect(e.parts[0], boolean, "what is quantified over");
        scopes_.pop_back();
        e.type = boolean;
        return;
      }
    }
  }

  void apply(Expression& e) {
    const auto found = functions_.find(e.text);
    if (found == functions_.end()) return fail(e.at, fmt::format("there is no function '{}'", e.text));
    e.function = found->second;
    const auto& parameters = e.function->parameters;
    if (parameters.size() != e.parts.size())
      return fail(e.at,
                  fmt::format("'{}' takes {} arguments, and is given {}", e.text, parameters.size(), e.parts.size()));
    for (std::size_t i = 0; i < e.parts.size(); ++i)
      expect(e.parts[i], parameters[i].type, fmt::format("argument {} of '{}'", i + 1, e.text));
    e.type = e.function->result;
  }

  void select(Expression& e, std::size_t indexes) {
    expression(e.parts[0]);
    if (error_) return;
    const Type& map = e.parts[0].type;
    if (!map.is(Type::Kind::map)) return fail(e.at, fmt::format("a value of type {} is no map", text(map)));
    if (map.index.size() != indexes)
      return fail(e.at, fmt::format("this map has {} indexes, and is given {}", map.index.size(), indexes));
    for (std::size_t i = 0; i < indexes; ++i) expect(e.parts[i + 1], map.index[i], "an index");
    e.type = map.element[0];
  }

  void binary(Expression& e) {
    Expression &a = e.parts[0], &b = e.parts[1];
    const std::string what = fmt::format("what stands beside '{}'", e.text);
    expression(a);
    if (error_) return;
    if (e.text == "++") {
      expression(b);
      if (error_) return;
      if (!a.type.is(Type::Kind::bits) || !b.type.is(Type::Kind::bits) || a.type.number + b.type.number > 64)
        return fail(e.at,
                    fmt::format("'++' joins bit vectors up to 64 bits, not {} and {}", text(a.type), text(b.type)));
      e.type = {.kind = Type::Kind::bits, .number = a.type.number + b.type.number};
      return;
    }
    const bool logic = e.text == "&&" || e.text == "||" || e.text == "==>" || e.text == "<==>";
    const bool equality = e.text == "==" || e.text == "!=";
    const bool order = e.text == "<" || e.text == "<=" || e.text == ">" || e.text == ">=";
    if (logic || !equality) {
      const Type& wanted = logic ? boolean : integer;
      if (!(a.type == wanted))
        return fail(a.at, fmt::format("{} is of type {}, but should be of type {}", what, text(a.type), text(wanted)));
    }
    expect(b, a.type, what);
    if (equality && a.type.is(Type::Kind::map))
      return fail(e.at, "a comparison of whole maps is not modelled", "compare their elements");
    e.type = logic || equality || order ? boolean : integer;
  }

  Program& program_;
  std::string_view file_;
  std::optional<Error> error_;
  std::uint32_t settled_ = 0;  ///< parts of types, lest synonyms multiply without end
  std::map<std::string_view, std::size_t> named_;
  std::map<std::string_view, const Function*> functions_;
  std::map<std::string_view, Procedure*> procedures_;
  Scope globals_;
  std::vector<const Scope*> scopes_{&globals_};
  std::set<std::string_view> labels_;
};

}  // namespace

Builtin builtin_named(std::string_view procedure) {
  for (const auto& [name, builtin] : builtins)
    if (name == procedure) return builtin;
  return Builtin::none;
}

std::string shown(const Program& program, const Type& type) {
  switch (type.kind) {
    case Type::Kind::boolean: return "bool";
    case Type::Kind::integer: return "int";
    case Type::Kind::bits: return fmt::format("bv{}", type.number);
    case Type::Kind::finite: return program.types[type.number].name;
    case Type::Kind::map: {
      std::string text = "[";
      for (const Type& index : type.index) text += (text.size() > 1 ? ", " : "") + shown(program, index);
      return text + "]" + shown(program, type.element[0]);
    }
    default: return type.name.empty() ? "unknown" : type.name;
  }
}

const Attribute* attribute(const std::vector<Attribute>& attributes, std::string_view name) {
  const auto found = std::ranges::find(attributes, name, &Attribute::name);
  return found == attributes.end() ? nullptr : &*found;
}

Result<void> resolve(Program& program, std::string_view file) { return Resolver(program, file).run(); }

}  // namespace fermata::frontend::boogie
