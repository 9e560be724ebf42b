// SPDX-License-Identifier: Apache-2.0
// A Boogie program as it was written. What resolve.h finds out is filled in: types, and what names stand for.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace fermata::frontend::boogie {

struct Place {
  std::uint32_t line = 0, column = 0;
};

struct Type {
  enum class Kind : std::uint8_t { unknown, named, boolean, integer, bits, finite, map };
  Kind kind = Kind::unknown;
  std::uint32_t number = 0;   ///< bits: how many; finite: which of Program::types
  std::string name;           ///< named, as the parser leaves it
  std::vector<Type> index;    ///< of a map
  std::vector<Type> element;  ///< of a map: one
  Place at{};

  bool is(Kind k) const { return kind == k; }
  bool operator==(const Type& other) const {
    return kind == other.kind && number == other.number && index == other.index && element == other.element;
  }
};

struct Variable;
struct Function;
struct Procedure;
struct Expression;

struct Attribute {
  std::string name;
  std::vector<Expression> values;
  Place at;
};

struct Expression {
  enum class Kind : std::uint8_t {
    boolean,  ///< number: 0 or 1
    number,   ///< of int
    bits,     ///< number, of so many bits: low
    name,
    apply,  ///< text(parts...)
    not_,
    minus,
    binary,       ///< parts[0] text parts[1]
    select,       ///< parts[0][parts[1], ...]
    update,       ///< parts[0][parts[1], ... := the last]
    extract,      ///< parts[0][high:low]
    conditional,  ///< if parts[0] then parts[1] else parts[2]
    forall,       ///< over bound: parts[0]
    exists,
  };
  Kind kind = Kind::boolean;
  Place at{};
  std::string text;  ///< a name, a function, an operator
  std::int64_t number = 0;
  std::uint32_t high = 0, low = 0;
  std::uint32_t depth = 1;  ///< of the tree; bounded, since it is walked by recursion
  std::vector<Expression> parts;
  std::vector<Variable> bound;

  Type type;                           ///< filled in, as are the next
  const Variable* variable = nullptr;  ///< of a name
  const Function* function = nullptr;  ///< of apply
};

struct Variable {
  enum class Role : std::uint8_t { global, constant, parameter, result, local, bound };
  std::string name;
  Type type;
  Place at{};
  Role role = Role::global;
  bool unique = false;  ///< a constant that differs from all others of its type
  bool thread_local_ = false;
  std::vector<Attribute> attributes;
  std::vector<Expression> where;  ///< none or one
};

struct Function {
  std::string name;
  Place at{};
  std::vector<Attribute> attributes;
  std::deque<Variable> parameters;
  Type result;
  std::vector<Expression> body;  ///< none or one
};

struct Statement {
  enum class Kind : std::uint8_t {
    label,
    assign,
    havoc,
    assume,
    assert_,
    call,
    goto_,
    return_,
    break_,
    if_,
    while_,
    yield
  };
  Kind kind = Kind::yield;
  Place at{};
  std::vector<Expression> targets;  ///< what is assigned, havocked, or given by a call
  std::vector<Expression> values;   ///< what is assigned, claimed or passed; the condition, or none for *
  std::string name;                 ///< a label, the callee, what is left
  std::vector<std::string> labels;  ///< of goto
  std::vector<Place> label_places;
  std::vector<Statement> body, otherwise;
  bool async = false;
  const Procedure* callee = nullptr;  ///< filled in
};

struct Clause {  ///< requires, ensures
  bool free = false;
  Expression condition;
  Place at{};
};

struct Procedure {
  std::string name;
  Place at{};
  std::vector<Attribute> attributes;
  std::deque<Variable> parameters, results, locals;  ///< as the implementation calls them, if there is one
  std::vector<Clause> requires_, ensures;
  std::vector<Expression> modifies;
  bool implemented = false;
  std::vector<Statement> body;
  Place end{};
};

struct NamedType {
  std::string name;
  Place at{};
  std::vector<Attribute> attributes;
  std::vector<Type> synonym;  ///< none or one
  std::uint32_t values = 0;   ///< filled in: unique constants of it
};

struct Program {
  std::vector<NamedType> types;
  std::deque<Variable> globals;  ///< constants, too
  std::deque<Function> functions;
  std::deque<Procedure> procedures;
  std::deque<Procedure> implementations;  ///< until resolve has put them where they belong
  std::vector<Expression> axioms;
  const Procedure* entry = nullptr;  ///< filled in
};

}  // namespace fermata::frontend::boogie
