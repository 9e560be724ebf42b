// SPDX-License-Identifier: Apache-2.0
// By recursive descent, after the grammar of This is Boogie 2 (K. R. M. Leino, 2008) and what Corral adds to it: `async
// call` and `yield`.
#include "frontend/boogie/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "frontend/boogie/tokens.h"

namespace fermata::frontend::boogie {

namespace {

/// Trees are walked by recursion, here and later.
constexpr std::uint32_t deepest = 500, deepest_statement = 100;

constexpr std::string_view reserved[] = {
    "const",  "unique",  "type",   "function", "axiom",    "var",     "procedure", "implementation",
    "where",  "returns", "free",   "modifies", "requires", "ensures", "invariant", "assert",
    "assume", "havoc",   "call",   "async",    "if",       "then",    "else",      "while",
    "break",  "goto",    "return", "forall",   "exists",   "lambda",  "old",       "true",
    "false",  "div",     "mod",    "int",      "bool",     "real",    "yield",     "par"};

/// Attributes that are obeyed, and those that are for other tools alone, for provers, messages and traces: as `boogie
/// -attrHelp` describes them, as Corral reads them, and as SMACK writes them. Any other one may say what the program
/// means.
constexpr std::string_view harmless[] = {"ForceInline",
                                         "add_to_pool",
                                         "allocator",
                                         "allow_path_isolation",
                                         "allow_split",
                                         "branchcond",
                                         "builtin",
                                         "bvbuiltin",
                                         "captureState",
                                         "cexpr",
                                         "checksum",
                                         "count",
                                         "define",
                                         "entrypoint",
                                         "expand",
                                         "focus",
                                         "id",
                                         "identity",
                                         "include_dep",
                                         "index",
                                         "inline",
                                         "isolate",
                                         "msg",
                                         "never_pattern",
                                         "nopats",
                                         "origName",
                                         "partition",
                                         "pool",
                                         "print",
                                         "priority",
                                         "qid",
                                         "random_seed",
                                         "rlimit",
                                         "si_old_unique_call",
                                         "si_unique_call",
                                         "skolemid",
                                         "smt_option",
                                         "sourceFile",
                                         "sourceLine",
                                         "sourcefile",
                                         "sourceline",
                                         "sourceloc",
                                         "split_here",
                                         "subsumption",
                                         "thread_local",
                                         "timeLimit",
                                         "trigger",
                                         "vcs_max_cost",
                                         "vcs_max_keep_going_splits",
                                         "vcs_max_splits",
                                         "vcs_split_on_every_assert",
                                         "verboseName",
                                         "verifier.code",
                                         "verify",
                                         "weight"};
static_assert(std::ranges::is_sorted(harmless));

class Parser {
 public:
  Parser(std::vector<Token> tokens, std::string_view file) : tokens_(std::move(tokens)), file_(file) {}

  Result<Program> run() {
    while (!at_end()) declaration();
    if (error_) return std::unexpected(*error_);
    return std::move(program_);
  }

 private:
  // --- tokens. The first error is kept; from then on we stand at the end, so that every loop ends.

  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool at_end() const { return peek().kind == Token::Kind::end; }
  Token take() {
    const Token token = peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  bool accept(std::string_view text) {
    if (!peek().is(text)) return false;
    take();
    return true;
  }
  void fail(Place at, std::string what, std::string hint = "") {
    if (!error_) error_ = Error{std::move(what), shown(file_, at), std::move(hint)};
    at_ = tokens_.size() - 1;
  }
  void refuse(Place at, std::string_view what, std::string hint = "") {
    fail(at, fmt::format("{} not modelled", what), std::move(hint));
  }
  static std::string spelt(const Token& t) {
    return t.kind == Token::Kind::end ? std::string("the end of the file") : fmt::format("'{}'", t.text);
  }
  void expected(std::string_view what, std::string hint = "") {
    fail(peek().at, fmt::format("expected {}, but found {}", what, spelt(peek())), std::move(hint));
  }
  void expect(std::string_view text) {
    if (!accept(text)) expected(fmt::format("'{}'", text));
  }
  static bool is_name(const Token& t) {
    return t.kind == Token::Kind::word && std::ranges::find(reserved, t.text) == std::end(reserved);
  }
  std::string name(std::string_view what) {
    if (!is_name(peek())) return expected(what), std::string();
    std::string_view text = take().text;
    if (text.starts_with('\\')) text.remove_prefix(1);
    return std::string(text);
  }
  std::int64_t number_of(const Token& token, std::string_view digits) {
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (problem != std::errc() || end != digits.data() + digits.size())
      fail(token.at, fmt::format("the number {} does not fit into 64 bits", digits),
           "int is followed as far as 64 bits go, from -9223372036854775808 to 9223372036854775807");
    return value;
  }
  std::uint32_t width_of(const Token& token, std::string_view digits) {
    const std::int64_t width = number_of(token, digits);
    if (!error_ && (width < 1 || width > 64))
      refuse(token.at, fmt::format("a bit vector of {} bits is", digits), "1 to 64 are");
    return static_cast<std::uint32_t>(width);
  }

  // --- declarations

  void declaration() {
    const Token& t = peek();
    if (t.is("const")) return constants();
    if (t.is("type")) return type_declaration();
    if (t.is("var")) return globals();
    if (t.is("function")) return function();
    if (t.is("axiom")) return axiom();
    if (t.is("procedure") || t.is("implementation")) return procedure();
    if (t.is("datatype")) return refuse(t.at, "'datatype' is", "use maps over int or a finite type");
    if (t.is("yield") || t.is("invariant") || t.is("action") || t.is("atomic") || t.is("left") || t.is("right") ||
        t.is("both") || t.is("async") || t.is("pure") || t.is("revealed"))
      return refuse(t.at, fmt::format("'{}' here, from the proof language CIVL, is", t.text),
                    "write procedures and async call");
    expected("a declaration", "var, const, type, function, axiom, procedure and implementation begin one");
  }

  std::vector<Attribute> attributes() {
    std::vector<Attribute> all;
    while (peek().is("{") && peek(1).is(":")) {
      Attribute a{.at = take().at};
      take();
      if (peek().kind != Token::Kind::word) return expected("the name of an attribute"), all;
      a.name = take().text;
      if (!std::ranges::binary_search(harmless, a.name))
        return refuse(a.at, fmt::format("the attribute {{:{}}} is", a.name),
                      "leave it out if the program means the same without it"),
               all;
      while (!peek().is("}") && !at_end()) {
        if (peek().kind == Token::Kind::text) {
          const Token text = take();
          a.values.push_back({.kind = Expression::Kind::name, .at = text.at, .text = std::string(text.text)});
        } else {
          a.values.push_back(expression());
        }
        if (!accept(",")) break;
      }
      expect("}");
      all.push_back(std::move(a));
    }
    return all;
  }

  /// a, b: T where e, c: U
  void variables(std::deque<Variable>& all, const Variable& like, bool may_have_where = true) {
    do {
      const auto marks = attributes();
      const std::size_t first = all.size();
      do {
        Variable v = like;
        v.at = peek().at;
        v.name = name("the name of a variable");
        v.attributes.insert(v.attributes.end(), marks.begin(), marks.end());
        all.push_back(std::move(v));
      } while (accept(","));
      expect(":");
      const Type t = type();
      for (std::size_t i = first; i < all.size(); ++i) all[i].type = t;
      if (peek().is("where")) {
        if (!may_have_where) return expected("',' or the end of the list");
        take();
        const std::size_t place = at_;
        for (std::size_t i = first; i < all.size(); ++i) {  // each has its own tree
          if (error_) return;
          at_ = place;
          all[i].where.push_back(expression());
        }
      }
    } while (accept(","));
  }

  static bool has(const std::vector<Attribute>& attributes, std::string_view name) {
    return std::ranges::any_of(attributes, [&](const Attribute& a) { return a.name == name; });
  }

  void globals() {
    take();
    Variable like{.role = Variable::Role::global, .attributes = attributes()};
    like.thread_local_ = has(like.attributes, "thread_local");
    variables(program_.globals, like);
    expect(";");
  }

  void constants() {
    take();
    Variable like{.role = Variable::Role::constant, .attributes = attributes()};
    like.unique = accept("unique");
    variables(program_.globals, like, false);
    if (peek().is("extends") || peek().is("complete")) return refuse(peek().at, "a partial order of constants is");
    expect(";");
  }

  void type_declaration() {
    take();
    NamedType t{.attributes = attributes()};
    accept("finite");
    do {
      t.at = peek().at;
      if (has(t.attributes, "builtin")) return refuse(t.at, "a type that the prover knows is");
      t.name = name("the name of a type");
      if (is_name(peek())) return refuse(peek().at, "a type with parameters is");
      t.synonym.clear();
      if (accept("=")) t.synonym.push_back(type());
      program_.types.push_back(t);
    } while (accept(","));
    expect(";");
  }

  void function() {
    take();
    Function f{.attributes = attributes()};
    f.at = peek().at;
    f.name = name("the name of a function");
    if (peek().is("<")) return refuse(peek().at, "a function with type parameters is");
    expect("(");
    while (!peek().is(")") && !at_end()) {
      attributes();
      // x, y: T   or only   T
      std::size_t colon = 1;
      while (peek(colon).is(",") && is_name(peek(colon + 1))) colon += 2;
      if (is_name(peek()) && peek(colon).is(":")) {
        const std::size_t first = f.parameters.size();
        do {
          Variable v{.at = peek().at, .role = Variable::Role::bound};
          v.name = name("the name of a parameter");
          f.parameters.push_back(std::move(v));
        } while (accept(","));
        expect(":");
        const Type t = type();
        for (std::size_t i = first; i < f.parameters.size(); ++i) f.parameters[i].type = t;
      } else {
        const Place at = peek().at;
        f.parameters.push_back({.type = type(), .at = at, .role = Variable::Role::bound});
      }
      if (!accept(",")) break;
    }
    expect(")");
    if (accept("returns")) {
      expect("(");
      if (is_name(peek()) && peek(1).is(":")) take(), take();
      f.result = type();
      expect(")");
    } else {
      expect(":");
      f.result = type();
    }
    if (accept("{")) {
      f.body.push_back(expression());
      expect("}");
    } else {
      expect(";");
    }
    program_.functions.push_back(std::move(f));
  }

  void axiom() {
    take();
    attributes();
    program_.axioms.push_back(expression());
    expect(";");
  }

  void parameters(std::deque<Variable>& all, Variable::Role role) {
    expect("(");
    if (!peek().is(")")) variables(all, {.role = role});
    expect(")");
  }

  void procedure() {
    const bool implementation = take().is("implementation");
    Procedure p{.attributes = attributes()};
    p.at = peek().at;
    p.name = name("the name of a procedure");
    if (peek().is("<")) return refuse(peek().at, "a procedure with type parameters is");
    parameters(p.parameters, Variable::Role::parameter);
    if (accept("returns")) parameters(p.results, Variable::Role::result);
    const bool ends = accept(";");
    if (!implementation) specification(p);
    if (peek().is("{") && !(ends && implementation)) {
      body(p);
    } else if (!ends || implementation) {
      expected("'{'");
    }
    (implementation ? program_.implementations : program_.procedures).push_back(std::move(p));
  }

  void specification(Procedure& p) {
    for (;;) {
      const Place at = peek().at;
      const bool free =
          peek().is("free") && (peek(1).is("requires") || peek(1).is("ensures") || peek(1).is("modifies"));
      if (free) take();
      if (accept("modifies")) {
        if (!peek().is(";")) do {
            p.modifies.push_back(variable_name());
          } while (accept(","));
      } else if (peek().is("requires") || peek().is("ensures")) {
        auto& clauses = take().is("requires") ? p.requires_ : p.ensures;
        attributes();
        Clause c{.free = free, .at = at};
        for_proofs_ = &clauses == &p.ensures;
        c.condition = expression();
        for_proofs_ = false;
        clauses.push_back(std::move(c));
      } else {
        if (peek().is("preserves") || peek().is("refines"))
          refuse(at, fmt::format("'{}', from the proof language CIVL, is", peek().text));
        return;
      }
      expect(";");
    }
  }

  void body(Procedure& p) {
    p.implemented = true;
    expect("{");
    while (accept("var")) {
      const Variable like{.role = Variable::Role::local, .attributes = attributes()};
      variables(p.locals, like);
      expect(";");
    }
    p.body = statements(0);
    p.end = peek().at;
    expect("}");
  }

  // --- types

  Type type(std::uint32_t depth = 0) {
    const Token t = peek();
    Type result{.at = t.at};
    if (depth > 20) return fail(t.at, "types are nested deeper than 20"), result;
    if (accept("(")) {
      result = type(depth + 1);
      expect(")");
      return result;
    }
    if (accept("[")) {
      result.kind = Type::Kind::map;
      do result.index.push_back(type(depth + 1));
      while (accept(","));
      expect("]");
      result.element.push_back(type(depth + 1));
      return result;
    }
    if (t.is("<")) return refuse(t.at, "a map with type parameters is"), result;
    if (t.is("real") || t.text == "rmode" || t.text == "string" || t.text == "regex")
      return refuse(t.at, fmt::format("the type '{}' is", t.text)), result;
    if (accept("int")) {
      result.kind = Type::Kind::integer;
    } else if (accept("bool")) {
      result.kind = Type::Kind::boolean;
    } else if (t.kind == Token::Kind::word && t.text.size() > 2 && t.text.starts_with("bv") &&
               t.text.find_first_not_of("0123456789", 2) == t.text.npos) {
      take();
      result.kind = Type::Kind::bits;
      result.number = width_of(t, t.text.substr(2));
    } else {
      result.kind = Type::Kind::named;
      result.name = name("a type");
      if (is_name(peek())) refuse(peek().at, "a type with parameters is");
    }
    return result;
  }

  // --- statements

  Expression variable_name() {
    Expression e{.kind = Expression::Kind::name, .at = peek().at};
    e.text = name("the name of a variable");
    return e;
  }

  std::vector<Statement> statements(std::uint32_t depth) {
    std::vector<Statement> all;
    if (depth > deepest_statement) {
      fail(peek().at, fmt::format("statements are nested deeper than {}", deepest_statement));
      return all;
    }
    while (!peek().is("}") && !at_end()) all.push_back(statement(depth));
    return all;
  }

  Statement statement(std::uint32_t depth) {
    Statement s{.at = peek().at};
    const Token t = peek();
    if (is_name(t) && peek(1).is(":")) {
      s.kind = Statement::Kind::label;
      s.name = name("a label");
      take();
      return s;
    }
    if (t.is("if")) return if_statement(depth);
    if (t.is("while")) return while_statement(depth);
    using Kind = Statement::Kind;
    if (accept("assume") || t.is("assert")) {
      s.kind = t.is("assume") ? Kind::assume : Kind::assert_;
      if (t.is("assert")) take();
      attributes();
      s.values.push_back(expression());
    } else if (accept("havoc")) {
      s.kind = Kind::havoc;
      do s.targets.push_back(variable_name());
      while (accept(","));
    } else if (accept("goto")) {
      s.kind = Kind::goto_;
      do {
        s.label_places.push_back(peek().at);
        s.labels.push_back(name("a label"));
      } while (accept(","));
    } else if (accept("return")) {
      s.kind = Kind::return_;
    } else if (accept("break")) {
      s.kind = Kind::break_;
      if (!peek().is(";")) s.name = name("a label");
    } else if (accept("yield")) {
      s.kind = Kind::yield;
    } else if (t.is("call") || t.is("async") || (t.is("free") && peek(1).is("call"))) {
      call(s);
    } else if (t.is("par")) {
      refuse(t.at, "a parallel call is", "start threads with async call");
    } else if (is_name(t)) {
      s.kind = Kind::assign;
      do s.targets.push_back(target());
      while (accept(","));
      expect(":=");
      do s.values.push_back(expression());
      while (accept(","));
      if (!error_ && s.values.size() != s.targets.size())
        fail(s.at, fmt::format("{} variables are assigned {} values", s.targets.size(), s.values.size()));
    } else {
      expected("a statement");
    }
    expect(";");
    return s;
  }

  Expression target() {
    Expression e = variable_name();
    while (peek().is("[") && !error_) {
      Expression outer{.kind = Expression::Kind::select, .at = peek().at};
      take();
      outer.parts.push_back(std::move(e));
      do outer.parts.push_back(expression());
      while (accept(","));
      if (peek().is(":") || peek().is(":=")) expected("']'");
      expect("]");
      e = sized(std::move(outer));
    }
    return e;
  }

  void call(Statement& s) {
    s.kind = Statement::Kind::call;
    s.async = accept("async");
    accept("free");
    expect("call");
    attributes();
    if (peek().is("forall")) return refuse(peek().at, "'call forall' is");
    std::size_t ahead = 1;
    while (peek(ahead).is(",") && is_name(peek(ahead + 1))) ahead += 2;
    if (peek(ahead).is(":=")) {
      do s.targets.push_back(variable_name());
      while (accept(","));
      expect(":=");
    }
    s.at = peek().at;
    s.name = name("the name of a procedure");
    expect("(");
    if (!peek().is(")")) do
        s.values.push_back(expression());
      while (accept(","));
    expect(")");
    if (peek().is("|")) refuse(peek().at, "a parallel call is", "start threads with async call");
  }

  /// ( e ) or ( * )
  void condition(Statement& s) {
    expect("(");
    if (!accept("*")) s.values.push_back(expression());
    expect(")");
  }

  std::vector<Statement> block(std::uint32_t depth) {
    expect("{");
    auto inside = statements(depth + 1);
    expect("}");
    return inside;
  }

  Statement if_statement(std::uint32_t depth) {
    Statement s{.kind = Statement::Kind::if_, .at = take().at};
    condition(s);
    s.body = block(depth);
    if (accept("else")) {
      if (depth > deepest_statement) {
        fail(peek().at, fmt::format("statements are nested deeper than {}", deepest_statement));
      } else if (peek().is("if")) {
        s.otherwise.push_back(if_statement(depth + 1));
      } else {
        s.otherwise = block(depth);
      }
    }
    return s;
  }

  Statement while_statement(std::uint32_t depth) {
    Statement s{.kind = Statement::Kind::while_, .at = take().at};
    condition(s);
    // Invariants are for proofs; whether they hold is not asked here.
    while (peek().is("invariant") || peek().is("free")) {
      accept("free");
      expect("invariant");
      attributes();
      for_proofs_ = true;
      expression();
      for_proofs_ = false;
      expect(";");
    }
    s.body = block(depth);
    return s;
  }

  // --- expressions, from what binds least

  Expression sized(Expression e) {
    for (const Expression& part : e.parts) e.depth = std::max(e.depth, part.depth + 1);
    if (e.depth > deepest) fail(e.at, fmt::format("an expression is nested deeper than {}", deepest));
    return e;
  }
  Expression binary(Token op, Expression a, Expression b) {
    Expression e{.kind = Expression::Kind::binary, .at = op.at, .text = std::string(op.text)};
    e.parts.push_back(std::move(a));
    e.parts.push_back(std::move(b));
    return sized(std::move(e));
  }
  Expression unary(Expression::Kind kind, Place at, Expression a) {
    Expression e{.kind = kind, .at = at};
    e.parts.push_back(std::move(a));
    return sized(std::move(e));
  }

  void go_deeper() {
    if (++open_ > deepest) fail(peek().at, fmt::format("an expression is nested deeper than {}", deepest));
  }

  Expression expression() {
    go_deeper();
    Expression e = implication();
    while (peek().is("<==>")) {
      const Token op = take();
      e = binary(op, std::move(e), implication());
    }
    --open_;
    return e;
  }

  Expression implication() {
    Expression e = logical();
    if (peek().is("==>")) {
      const Token op = take();
      go_deeper();
      e = binary(op, std::move(e), implication());
      --open_;
    }
    while (peek().is("<==")) {  // b <== a is a ==> b
      Token op = take();
      op.text = "==>";
      Expression from = logical();
      e = binary(op, std::move(from), std::move(e));
    }
    return e;
  }

  Expression logical() {
    Expression e = comparison();
    const std::string_view which = peek().text;
    while (peek().is("&&") || peek().is("||")) {
      if (peek().text != which) {
        fail(peek().at, "'&&' and '||' stand beside each other", "put parentheses around one of them");
        break;
      }
      const Token op = take();
      e = binary(op, std::move(e), comparison());
    }
    return e;
  }

  Expression comparison() {
    Expression e = joined();
    for (std::string_view sign : {"==", "!=", "<=", ">=", "<", ">"})
      if (peek().is(sign)) {
        const Token op = take();
        return binary(op, std::move(e), joined());
      }
    if (peek().is("<:")) refuse(peek().at, "a partial order is");
    return e;
  }

  Expression joined() {
    Expression e = sum();
    while (peek().is("++")) {
      const Token op = take();
      e = binary(op, std::move(e), sum());
    }
    return e;
  }

  Expression sum() {
    Expression e = product();
    while (peek().is("+") || peek().is("-")) {
      const Token op = take();
      e = binary(op, std::move(e), product());
    }
    return e;
  }

  Expression product() {
    Expression e = prefixed();
    while (peek().is("*") || peek().is("div") || peek().is("mod")) {
      const Token op = take();
      e = binary(op, std::move(e), prefixed());
    }
    if (peek().is("/") || peek().is("**"))
      refuse(peek().at, fmt::format("'{}', which gives a real number, is", peek().text));
    return e;
  }

  Expression prefixed() {
    const Token t = peek();
    const bool least = t.is("-") && peek(1).text == "9223372036854775808";  // its opposite would not fit
    if (!least && !t.is("-") && !t.is("!")) return indexed();
    take();
    Expression e;
    if (least) {
      e = {.kind = Expression::Kind::number, .at = t.at, .number = std::numeric_limits<std::int64_t>::min()};
      take();
      return e;
    }
    go_deeper();
    e = unary(t.is("!") ? Expression::Kind::not_ : Expression::Kind::minus, t.at, prefixed());
    --open_;
    return e;
  }

  Expression indexed() {
    Expression e = atom();
    while (peek().is("[") && !error_) {
      const Token open = take();
      Expression outer{.kind = Expression::Kind::select, .at = open.at};
      outer.parts.push_back(std::move(e));
      if (peek().kind == Token::Kind::number && peek(1).is(":")) {
        const Token high = take();
        take();
        const Token low = take();
        outer.kind = Expression::Kind::extract;
        if (low.kind != Token::Kind::number) return fail(low.at, "expected the number of a bit"), outer;
        const auto h = number_of(high, high.text), l = number_of(low, low.text);
        if (!error_ && (h > 64 || l >= h)) fail(high.at, fmt::format("there are no bits {}:{}", h, l));
        outer.high = static_cast<std::uint32_t>(h), outer.low = static_cast<std::uint32_t>(l);
      } else {
        do outer.parts.push_back(expression());
        while (accept(","));
        if (accept(":=")) {
          outer.kind = Expression::Kind::update;
          outer.parts.push_back(expression());
        }
      }
      expect("]");
      e = sized(std::move(outer));
    }
    return e;
  }

  Expression atom() {
    const Token t = peek();
    using Kind = Expression::Kind;
    Expression e{.at = t.at};
    if (t.is("true") || t.is("false")) {
      take();
      e.number = t.is("true");
      return e;
    }
    if (t.kind == Token::Kind::number) {
      take();
      e.kind = Kind::number;
      e.number = number_of(t, t.text);
      return e;
    }
    if (t.kind == Token::Kind::bits) return bit_vector();
    if (t.is("forall") || t.is("exists")) return quantified();
    if (t.is("old") && for_proofs_) {  // nobody asks what it was
      take();
      expect("(");
      e = expression();
      expect(")");
      return e;
    }
    if (t.is("old")) return refuse(t.at, "'old' is", "keep the value in a local variable"), e;
    if (t.is("lambda")) return refuse(t.at, "'lambda' is"), e;
    if (t.is("int") || t.is("real")) return refuse(t.at, "a conversion between int and real is"), e;
    if (accept("if")) {
      e.kind = Kind::conditional;
      e.parts.push_back(expression());
      expect("then");
      e.parts.push_back(expression());
      expect("else");
      e.parts.push_back(expression());
      return sized(std::move(e));
    }
    if (accept("(")) {
      e = expression();
      expect(")");
      return e;
    }
    e.text = name("an expression");
    e.kind = Kind::name;
    if (accept("(")) {
      e.kind = Kind::apply;
      if (!peek().is(")")) do
          e.parts.push_back(expression());
        while (accept(","));
      expect(")");
      e = sized(std::move(e));
    }
    return e;
  }

  Expression bit_vector() {
    const Token t = take();
    Expression e{.kind = Expression::Kind::bits, .at = t.at};
    e.low = width_of(t, t.width);
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(t.text.data(), t.text.data() + t.text.size(), value);
    if (error_) return e;
    if (problem != std::errc() || (e.low < 64 && value >> e.low != 0))
      fail(t.at, fmt::format("the number {} does not fit into {} bits", t.text, e.low));
    e.number = static_cast<std::int64_t>(value);
    return e;
  }

  Expression quantified() {
    const Token t = take();
    Expression e{.kind = t.is("forall") ? Expression::Kind::forall : Expression::Kind::exists, .at = t.at};
    if (peek().is("<")) return refuse(peek().at, "a quantifier over types is"), e;
    do {
      attributes();
      const std::size_t first = e.bound.size();
      do {
        Variable v{.at = peek().at, .role = Variable::Role::bound};
        v.name = name("the name of a variable");
        e.bound.push_back(std::move(v));
      } while (accept(","));
      expect(":");
      const Type of = type();
      for (std::size_t i = first; i < e.bound.size(); ++i) e.bound[i].type = of;
    } while (accept(","));
    expect("::");
    while (peek().is("{") && !error_) {  // attributes and triggers are for provers
      if (peek(1).is(":")) {
        attributes();
        continue;
      }
      take();
      if (!peek().is("}")) do
          expression();
        while (accept(","));
      expect("}");
    }
    e.parts.push_back(expression());
    return sized(std::move(e));
  }

  std::vector<Token> tokens_;
  std::string_view file_;
  std::size_t at_ = 0;
  bool for_proofs_ = false;  ///< in what is read, and says nothing of runs
  std::uint32_t open_ = 0;   ///< how deep we are in expressions
  std::optional<Error> error_;
  Program program_;
};

}  // namespace

Result<Program> parse(std::string_view text, std::string_view file) {
  auto tokens = scan(text, file);
  if (!tokens) return std::unexpected(tokens.error());
  return Parser(std::move(*tokens), file).run();
}

}  // namespace fermata::frontend::boogie
