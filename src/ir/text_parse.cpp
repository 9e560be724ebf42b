// SPDX-License-Identifier: Apache-2.0
// The text form, read by recursive descent.
//
// Two passes over the tokens: the first reads what stands outside of bodies and initial values, so
// that the second knows every name and every signature.
//
// A long file, since it is one parser: the rules of the grammar call each other, and share the names that were read.
#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "ir/intrinsics.h"
#include "ir/ops.h"
#include "ir/text.h"
#include "ir/text_cursor.h"
#include "ir/text_tokens.h"

namespace fermata::ir {
namespace {

using text::spelt;
using text::Token;

/// Initial values longer than this are refused: one mistyped digit must not take all memory.
constexpr std::uint64_t longest_initial_value = std::uint64_t{64} << 20;

/// An operand as written; a constant gets its bits once the type of its place is known.
struct Written {
  Operand operand;
  const Token* literal = nullptr;
  bool negative = false;
  Type type{};  ///< of a constant with a suffix
};

std::string plural(std::size_t n, std::string_view thing) {
  return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

/// Under which a name is found. A quoted name may contain anything, so the index stands in front.
std::string key(const Token& token) {
  return token.index ? fmt::format("{}#{}", *token.index, token.text) : "#" + token.text;
}

class Parser : text::Cursor {
 public:
  Parser(std::vector<Token> tokens, std::string_view file_name, TextPlaces* places)
      : Cursor(std::move(tokens), file_name), places_(places) {}

  Result<Program> run() {
    read_outline();
    for (const auto& [global, begin] : initial_values_) {
      if (!failed()) read_initial_value(program_.globals[global], begin);
    }
    for (Body& body : bodies_) {
      if (!failed()) read_body(body);
    }
    if (failed()) return std::unexpected(error());
    return std::move(program_);
  }

 private:
  // --- outside of functions -----------------------------------------------------------------------

  void read_outline() {
    std::optional<FunctionId> marked;
    for (skip_newlines(); !failed() && peek().kind != Token::Kind::end; skip_newlines()) {
      if (accept_word("func")) {
        read_header(marked);
      } else if (accept_word("global")) {
        read_global();
      } else if (accept_word("layout")) {
        read_layout();
      } else if (accept_word("position")) {
        read_position();
      } else {
        expected("'func', 'global', 'layout' or 'position'");
      }
    }
    if (failed()) return;
    if (marked) {
      program_.entry = *marked;
    } else if (const auto main = symbols_.find("main"); main != symbols_.end()) {
      if (main->second.kind == Operand::Kind::function) program_.entry = FunctionId{main->second.index};
    }
  }

  void define(const Token& token, Operand what) {
    if (!symbols_.emplace(token.text, what).second) {
      fail(token, fmt::format("'@{}' is defined twice", token.text), "globals and functions share their names");
    }
  }

  void read_header(std::optional<FunctionId>& marked) {
    if (peek().kind != Token::Kind::symbol) return expected("a name like '@f'");
    const auto index = static_cast<std::uint32_t>(program_.functions.size());
    define(peek(), Operand::address(FunctionId{index}));
    Function function;
    function.name = take().text;
    registers_.clear();
    if (!expect('(')) return;
    while (!failed() && !accept(')')) {
      if (function.parameters > 0 && !expect(',')) return;
      if (accept_word("...")) {
        function.variadic = true;
        declare(function, read_register(), ':');
        expect(')');
        break;
      }
      declare(function, read_register(), ':');
      ++function.parameters;
    }
    if (accept('-')) {
      if (!accept('>')) return expected("'->' and the types of the results");
      do function.results.push_back(read_type());
      while (accept(','));
    }
    while (!failed()) {
      if (peek().is_word("entry")) {
        if (marked) return fail(peek(), "a program has one entry; this is the second function that is marked so");
        take();
        marked = FunctionId{index};
      } else if (accept_word("shown")) {
        function.shown = read_string("the name shown to the user, in quotes");
      } else {
        break;
      }
    }
    if (accept('{')) {
      bodies_.push_back({index, here(), std::move(registers_)});
      while (!peek().is('}') && peek().kind != Token::Kind::end) take();
      if (peek().kind == Token::Kind::end) return expected("'}' at the end of the function");
      take();
    } else {
      name_registers(function);
    }
    registers_.clear();
    expect_end_of_line();
    program_.functions.push_back(std::move(function));
  }

  void read_global() {
    if (peek().kind != Token::Kind::symbol) return expected("a name like '@x'");
    const auto index = static_cast<std::uint32_t>(program_.globals.size());
    define(peek(), Operand::address(GlobalId{index}));
    Global global;
    global.name = take().text;
    if (!expect(':')) return;
    global.size = read_number("the size in bytes");
    for (;;) {
      if (accept_word("const")) {
        global.constant = true;
      } else if (accept_word("thread_local")) {
        global.thread_local_ = true;
      } else if (accept_word("missing")) {
        global.missing = true;
      } else if (accept_word("shown")) {
        global.shown = read_string("the name shown to the user, in quotes");
      } else if (accept_word("layout")) {
        global.layout = LayoutId{read_index("the number of a layout")};
      } else if (accept_word("at")) {
        global.at = PositionId{read_index("the number of a position")};
      } else {
        break;
      }
    }
    if (accept('=')) {
      initial_values_.emplace_back(index, here());
      while (peek().kind != Token::Kind::newline && peek().kind != Token::Kind::end) take();
    }
    expect_end_of_line();
    program_.globals.push_back(std::move(global));
  }

  void read_initial_value(Global& global, std::size_t begin) {
    go_to(begin);
    do {
      const Token& token = peek();
      const std::uint64_t offset = global.bytes.size();
      if (token.kind == Token::Kind::string) {
        const std::string& bytes = take().text;
        if (!room_for(global, token, bytes.size())) return;
        global.bytes.insert(global.bytes.end(), bytes.begin(), bytes.end());
      } else if (accept_word("zero")) {
        const std::uint64_t count = read_number("a number of bytes");
        if (!room_for(global, token, count)) return;
        global.bytes.resize(offset + count);
      } else if (token.kind == Token::Kind::symbol) {
        const Operand target = read_address();
        if (!accept_word("at"))
          return expected("'at' and an offset", "an address that also takes up 8 bytes is written: ptr @x");
        global.relocations.push_back({read_number("an offset"), target});
      } else if (const auto type = accept_type()) {
        if (peek().kind == Token::Kind::symbol) {
          if (*type != pointer) return fail(token, "an address is of type ptr");
          global.relocations.push_back({offset, read_address()});
          if (!room_for(global, token, 8)) return;
          global.bytes.resize(offset + 8);
        } else {
          const std::uint64_t count = (type->bits + 7U) / 8U;
          Bits bits = read_constant(*type);
          if (!room_for(global, token, count)) return;
          for (std::uint64_t i = 0; i < count; ++i, bits >>= 8) global.bytes.push_back(static_cast<std::uint8_t>(bits));
        }
      } else {
        return expected("a part of the initial value", "for example: i32 -1, ptr @x, \"text\\00\", zero 8, @x at 0");
      }
    } while (!failed() && accept(','));
    if (!failed()) expect_end_of_line();
  }

  bool room_for(const Global& global, const Token& token, std::uint64_t count) {
    if (failed()) return false;
    const std::uint64_t used = global.bytes.size();
    if (used + count < used || used + count > global.size) {
      fail(token, fmt::format("the initial value of '@{}' is longer than its size, {}", global.name,
                              plural(global.size, "byte")));
      return false;
    }
    if (used + count > longest_initial_value) {
      fail(token, "this initial value is too long", "zeros at its end may be left out");
      return false;
    }
    return true;
  }

  void read_layout() {
    if (!read_own_number("layout", program_.layouts.size())) return;
    if (!expect(':')) return;
    Layout layout;
    bool known = false;
    for (std::size_t i = 0; i < std::size(text::layout_kinds) && !known; ++i) {
      known = accept_word(text::layout_kinds[i]);
      if (known) layout.kind = static_cast<Layout::Kind>(i);
    }
    if (!known) return expected(fmt::format("one of {}", fmt::join(text::layout_kinds, ", ")));
    layout.size = read_number("the size in bytes");
    if (peek().kind == Token::Kind::string) layout.name = take().text;
    layout.library = accept_word("library");
    if (accept_word("of")) layout.element = LayoutId{read_index("the number of a layout")};
    if (accept('(')) {
      do {
        if (peek().kind != Token::Kind::word && peek().kind != Token::Kind::string)
          return expected("the name of a field");
        Layout::Field field;
        field.name = take().text;
        if (!accept_word("at")) return expected("'at' and an offset");
        field.offset = read_number("an offset");
        if (!expect(':')) return;
        field.layout = LayoutId{read_index("the number of a layout")};
        layout.fields.push_back(std::move(field));
      } while (!failed() && accept(','));
      if (!expect(')')) return;
    }
    expect_end_of_line();
    program_.layouts.push_back(std::move(layout));
  }

  void read_position() {
    if (!read_own_number("position", program_.positions.size())) return;
    if (!expect(':')) return;
    SourcePosition position;
    position.file = read_string("a file, in quotes");
    position.line = read_index("a line");
    position.column = read_index("a column");
    if (accept_word("in")) position.function = read_string("a function, in quotes");
    if (accept_word("inside")) position.outermost = read_string("a function, in quotes");
    if (accept_word("allocates")) position.allocates = LayoutId{read_index("the number of a layout")};
    position.library = accept_word("library");
    expect_end_of_line();
    program_.positions.push_back(std::move(position));
  }

  bool read_own_number(std::string_view thing, std::size_t right) {
    const Token& token = peek();
    if (read_number(fmt::format("the number of the {}", thing)) == right) return !failed();
    fail(token, fmt::format("this is {} {}", thing, right), "layouts and positions are numbered from 1 without gaps");
    return false;
  }

  // --- registers, operands ------------------------------------------------------------------------

  struct Names {
    std::unordered_map<std::string, Register> by_key;
    std::vector<std::string> names;
    bool only_numbers = true;  ///< every register is called by its number
    void clear() { *this = {}; }
  };

  struct Body {
    std::uint32_t function = 0;
    std::size_t begin = 0;  ///< the first token after '{'
    Names parameters;
  };

  const Token* read_register() {
    if (peek().kind != Token::Kind::reg) {
      expected("a register like '%v'");
      return nullptr;
    }
    return &take();
  }

  /// `%v: type`, or just `%v` if it is known; `must` is ':' where a type has to follow.
  Register declare(Function& function, const Token* token, char must = '\0') {
    if (token == nullptr) return 0;
    const auto known = registers_.by_key.find(key(*token));
    if (must != '\0' && known != registers_.by_key.end()) {
      fail(*token, fmt::format("'%{}' is declared twice", spelt(*token)));
      return 0;
    }
    if (known != registers_.by_key.end()) {
      if (accept(':')) {
        const Type type = read_type();
        if (!failed() && type != function.registers[known->second]) {
          fail(*token, fmt::format("'%{}' is declared twice, first as {}", spelt(*token),
                                   text::spelling(function.registers[known->second])));
        }
      }
      return known->second;
    }
    if (!accept(':')) {
      fail(*token, fmt::format("'%{}' has no type yet", spelt(*token)),
           fmt::format("declare it where it is first assigned: %{}: i32 = ...", spelt(*token)));
      return 0;
    }
    const Type type = read_type();
    const auto index = static_cast<Register>(function.registers.size());
    if (token->index && *token->index != index) {
      fail(*token, fmt::format("'%{}' is register {}", spelt(*token), index),
           "the number behind '#' is that of the register");
      return 0;
    }
    registers_.by_key.emplace(key(*token), index);
    registers_.names.push_back(token->text);
    registers_.only_numbers = registers_.only_numbers && !token->index && token->text == std::to_string(index);
    function.registers.push_back(type);
    return index;
  }

  void name_registers(Function& function) {
    if (!registers_.only_numbers) function.register_names = std::move(registers_.names);
  }

  Operand read_address() {
    const Token& token = take();
    const auto found = symbols_.find(token.text);
    if (found == symbols_.end()) {
      fail(token, fmt::format("there is no '@{}'", token.text),
           "globals and functions are defined outside of functions");
      return {};
    }
    Operand operand = found->second;
    if (peek().is('+') || peek().is('-')) {
      if (operand.kind == Operand::Kind::function) {
        fail(peek(), "there is nothing at an offset from a function");
        return {};
      }
      const bool negative = take().is('-');
      const std::uint64_t offset = read_number("an offset in bytes");
      operand.bits = negative ? std::uint64_t{0} - offset : offset;
    }
    return operand;
  }

  bool begins_operand() const {
    const Token& token = peek();
    return token.kind == Token::Kind::reg || token.kind == Token::Kind::symbol || token.kind == Token::Kind::number ||
           token.is('-');
  }

  Written read_operand() {
    const Token& token = peek();
    switch (token.kind) {
      case Token::Kind::reg: {
        const auto found = registers_.by_key.find(key(token));
        if (found == registers_.by_key.end()) {
          fail(token, fmt::format("there is no register '%{}' yet", spelt(token)),
               fmt::format("if it is assigned further down, begin the function with: var %{}: i32", spelt(token)));
          return {};
        }
        take();
        return {.operand = Operand::of(found->second)};
      }
      case Token::Kind::symbol: return {.operand = read_address()};
      default: break;
    }
    Written written;
    written.negative = accept('-');
    if (peek().kind != Token::Kind::number) {
      expected(written.negative ? "a number" : "an operand", "an operand is a %register, an @address or a constant");
      return {};
    }
    written.literal = &take();
    if (accept(':')) written.type = read_type();
    return written;
  }

  // --- bodies -------------------------------------------------------------------------------------

  bool at_label() const {
    const Token& token = peek();
    return (token.kind == Token::Kind::word || token.kind == Token::Kind::string) && peek(1).is(':');
  }

  void read_body(Body& body) {
    Function& function = program_.functions[body.function];
    registers_ = std::move(body.parameters);
    go_to(body.begin);
    find_labels(function);
    if (failed()) return;
    go_to(body.begin);
    for (skip_newlines(); at_declaration(); skip_newlines()) read_declaration(function);
    std::size_t block = 0;
    if (at_label()) take_label();
    for (skip_newlines(); !failed() && !peek().is('}'); skip_newlines()) {
      if (at_label()) {
        finish(function.blocks[block]);
        ++block;
        take_label();
      } else if (at_declaration()) {
        read_declaration(function);
      } else {
        const auto [line, column] = std::pair(peek().line, peek().column);
        Instruction instruction = read_instruction(function);
        if (failed()) return;
        auto& instructions = function.blocks[block].instructions;
        if (places_)
          places_->entries.push_back({body.function, static_cast<std::uint32_t>(block),
                                      static_cast<std::uint32_t>(instructions.size()), line, column});
        instructions.push_back(std::move(instruction));
        expect_end_of_line();
      }
    }
    if (failed()) return;
    finish(function.blocks[block]);
    name_registers(function);
  }

  bool at_declaration() const { return peek().is_word("var") && !at_label(); }

  void read_declaration(Function& function) {
    take();
    do declare(function, read_register(), ':');
    while (!failed() && accept(','));
    expect_end_of_line();
  }

  void take_label() {
    take();
    take();
  }

  /// Blocks may be jumped to before they appear.
  void find_labels(Function& function) {
    blocks_.clear();
    for (skip_newlines(); at_declaration(); skip_newlines()) {
      while (peek().kind != Token::Kind::newline && !peek().is('}')) take();
    }
    if (!at_label()) add_block(function, "#entry", "entry");
    bool line_begins = true;
    while (!failed() && !peek().is('}')) {
      if (line_begins && at_label()) {
        const Token& token = peek();
        const auto index = static_cast<std::uint32_t>(function.blocks.size());
        if (token.index && *token.index != index) {
          return fail(token, fmt::format("this is block {}", index), "the number behind '#' is that of the block");
        }
        if (!add_block(function, key(token), token.text)) {
          return fail(token, fmt::format("there are two blocks called '{}'", spelt(token)),
                      "without a label, the first block of a function is called 'entry'");
        }
        take_label();
        continue;
      }
      line_begins = take().kind == Token::Kind::newline;
    }
  }

  bool add_block(Function& function, std::string block_key, std::string name) {
    const BlockId id{static_cast<std::uint32_t>(function.blocks.size())};
    function.blocks.push_back({.name = std::move(name), .instructions = {}});
    return blocks_.emplace(std::move(block_key), id).second;
  }

  static void finish(Block& block) {
    if (block.instructions.empty()) return;
    const Instruction& last = block.instructions.back();
    if (last.op != Op::intrinsic || !form(last.which).no_return) return;
    Instruction end;
    end.op = Op::unreachable;
    end.at = last.at;
    block.instructions.push_back(std::move(end));
  }

  BlockId read_target() {
    const Token& token = peek();
    if (token.kind != Token::Kind::word && token.kind != Token::Kind::string) {
      expected("the name of a block");
      return {};
    }
    const auto found = blocks_.find(key(token));
    if (found == blocks_.end()) {
      fail(token, fmt::format("there is no block '{}' in this function", spelt(token)),
           "a block begins with a label: name:");
      return {};
    }
    take();
    return found->second;
  }

  Instruction read_instruction(Function& function) {
    Instruction instruction;
    const Token& begin = peek();
    if (peek().kind == Token::Kind::reg) {
      do instruction.results.push_back(declare(function, read_register()));
      while (!failed() && accept(','));
      if (!failed()) expect('=');
    }
    if (failed()) return {};
    const Token& word = peek();
    if (!read_op(instruction)) return {};

    if (is_memory_access(instruction.op) || can_wrap(instruction.op)) read_modifiers(instruction);
    if (instruction.op == Op::read_modify_write && !failed()) {
      const auto modify = peek().kind == Token::Kind::word ? modify_named(peek().text) : std::nullopt;
      if (modify) {
        instruction.modify = *modify;
        take();
        read_modifiers(instruction);
      } else {
        expected("how to modify", "for example: rmw add @x, 1");
      }
    }
    const OpForm& shape = form(instruction.op);
    // A block may be called like a type, so `jump` has none.
    if (const auto type = instruction.op == Op::jump ? std::nullopt : accept_type()) {
      (shape.from == '-' ? instruction.type : instruction.from) = *type;
    }
    if (instruction.type.kind == Type::Kind::none && shape.results.starts_with('t') && !instruction.results.empty()) {
      instruction.type = function.registers[instruction.results[0]];
    }
    if (failed()) return {};

    switch (instruction.op) {
      case Op::call: read_call(function, instruction); break;
      case Op::landing: read_clauses(instruction); break;
      case Op::jump: instruction.targets = {read_target()}; break;
      case Op::branch: read_branch(function, instruction); break;
      case Op::switch_: read_switch(function, instruction); break;
      default: {
        std::vector<Written> written;
        if (begins_operand()) {
          do written.push_back(read_operand());
          while (!failed() && accept(','));
        }
        if (instruction.op == Op::offset) complete_offset(function, instruction, written);
        check_count(word, instruction, written.size());
        set_operands(function, instruction, written, word);
      }
    }
    if (!failed()) check_results(begin, word, instruction);

    if (instruction.op == Op::alloca_) {
      if (peek().kind == Token::Kind::string) instruction.text = take().text;
      if (accept_word("layout")) instruction.layout = LayoutId{read_index("the number of a layout")};
    }
    if (instruction.op == Op::call && accept_word("unwind")) instruction.unwind = read_target();
    if (accept_word("at")) instruction.at = PositionId{read_index("the number of a position")};
    return instruction;
  }

  bool read_op(Instruction& instruction) {
    const Token& token = peek();
    if (token.kind == Token::Kind::word && !token.index) {
      if (const auto op = op_named(token.text); op && *op != Op::intrinsic) {
        instruction.op = *op;
        take();
        return true;
      }
      if (const auto which = intrinsic_of_text(token.text)) {
        instruction.op = Op::intrinsic;
        instruction.which = *which;
        take();
        return true;
      }
      fail(token, fmt::format("there is no instruction '{}'", token.text),
           "registers begin with '%', addresses with '@'");
      return false;
    }
    expected("an instruction");
    return false;
  }

  void read_modifiers(Instruction& instruction) {
    for (;;) {
      if (accept_word("atomic")) {
        instruction.access = Access::atomic;
      } else if (accept_word("volatile")) {
        instruction.access = Access::volatile_;
      } else if (accept_word("local")) {
        instruction.local = true;
      } else if (instruction.op == Op::compare_exchange && accept_word("weak")) {
        instruction.weak = true;
      } else if (can_wrap(instruction.op) && accept_word("nsw")) {
        instruction.no_wrap = static_cast<NoWrap>(static_cast<unsigned>(instruction.no_wrap) | 1);
      } else if (can_wrap(instruction.op) && accept_word("nuw")) {
        instruction.no_wrap = static_cast<NoWrap>(static_cast<unsigned>(instruction.no_wrap) | 2);
      } else {
        return;
      }
    }
  }

  /// `offset @x, %i` is `offset @x, %i, 1, 0`; the type of the index is that of its register.
  static void complete_offset(const Function& function, Instruction& instruction, std::vector<Written>& written) {
    if (written.size() >= 2 && instruction.from.kind == Type::Kind::none) {
      instruction.from = type_of(function, written[1].operand);
      if (written[1].literal != nullptr)
        instruction.from = written[1].type.kind == Type::Kind::none ? integer(64) : written[1].type;
    }
    if (written.size() == 2) written.push_back({.operand = Operand::constant(1)});
    if (written.size() == 3) written.push_back({.operand = Operand::constant(0)});
  }

  void set_operands(const Function& function, Instruction& instruction, const std::vector<Written>& written,
                    const Token& word) {
    if (failed()) return;
    for (const Written& w : written) instruction.operands.push_back(w.operand);
    const OpForm& shape = form(instruction.op);
    if (instruction.type.kind == Type::Kind::none && shape.operands.contains('t')) {
      if (!infer_type(function, instruction, written)) {
        return fail(word, fmt::format("nothing says which type '{}' has", word.text),
                    fmt::format("write {} i32 ...", word.text));
      }
    }
    if (shape.operands == "f" && instruction.from.kind == Type::Kind::none && !written.empty()) {
      instruction.from = written[0].type;
    }
    for (std::size_t i = 0; i < written.size() && !failed(); ++i) {
      if (written[i].literal == nullptr) continue;
      Type type = written[i].type;
      if (type.kind == Type::Kind::none) type = wanted_type(program_, function, instruction, i);
      if (type.kind == Type::Kind::none && shape.from != '-') {
        return fail(*written[i].literal, "nothing says which type this constant has",
                    fmt::format("write {} i32 ...", word.text));
      }
      instruction.operands[i].bits = constant(*written[i].literal, written[i].negative, type);
    }
  }

  /// For compare, store, switch: the type of the first operand that has one.
  static bool infer_type(const Function& function, Instruction& instruction, const std::vector<Written>& written) {
    const auto letters = form(instruction.op).operands;
    for (std::size_t i = 0; i < written.size() && i < letters.size(); ++i) {
      if (letters[i] != 't') continue;
      const Type type = written[i].literal != nullptr ? written[i].type : type_of(function, written[i].operand);
      if (type.kind != Type::Kind::none) {
        instruction.type = type;
        return true;
      }
    }
    return false;
  }

  void check_count(const Token& word, const Instruction& instruction, std::size_t count) {
    if (failed() || instruction.op == Op::ret) return;
    const std::size_t wanted = instruction.op == Op::intrinsic ? form(instruction.which).operands.size()
                                                               : form(instruction.op).operands.size();
    if (count == wanted) return;
    if (peek().kind != Token::Kind::newline && count < wanted && count == 0) {
      return expected("an operand", "an operand is a %register, an @address or a constant");
    }
    fail(word, fmt::format("'{}' takes {}, here are {}", word.text, plural(wanted, "operand"), count));
  }

  void check_results(const Token& begin, const Token& word, const Instruction& instruction) {
    if (instruction.op == Op::call) return;
    const std::size_t count = instruction.results.size();
    std::size_t wanted = form(instruction.op).results.size();
    if (instruction.op == Op::intrinsic) {
      wanted = form(instruction.which).result.kind == Type::Kind::none ? 0 : 1;
      if (count == 0) return;  // dropped
    }
    if (count != wanted)
      fail(begin, fmt::format("'{}' gives {}, here are {}", word.text, plural(wanted, "result"), count));
  }

  void read_call(const Function& function, Instruction& instruction) {
    const Token& word = peek();
    std::vector<Written> written{read_operand()};
    if (failed() || !expect('(')) return;
    while (!failed() && !accept(')')) {
      if (written.size() > 1 && !expect(',')) return;
      written.push_back(read_operand());
    }
    if (failed()) return;
    // The callee first: it says of which types the arguments are.
    instruction.operands = {written[0].operand};
    std::vector<Type> types;
    for (std::size_t i = 0; i < written.size(); ++i) types.push_back(wanted_type(program_, function, instruction, i));
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (written[i].type.kind == Type::Kind::none) written[i].type = types[i];
    }
    instruction.operands.clear();
    set_operands(function, instruction, written, word);
  }

  void read_branch(const Function& function, Instruction& instruction) {
    const Token& word = peek();
    const std::vector<Written> written{read_operand()};
    set_operands(function, instruction, written, word);
    for (int i = 0; i < 2 && !failed(); ++i) {
      if (expect(',')) instruction.targets.push_back(read_target());
    }
  }

  void read_switch(const Function& function, Instruction& instruction) {
    const Token& word = peek();
    const std::vector<Written> written{read_operand()};
    set_operands(function, instruction, written, word);
    if (failed() || !expect(',')) return;
    instruction.targets.push_back(read_target());
    while (!failed() && accept(',')) {
      instruction.cases.push_back(read_constant(instruction.type));
      if (!failed() && expect(':')) instruction.targets.push_back(read_target());
    }
  }

  void read_clauses(Instruction& instruction) {
    if (peek().kind != Token::Kind::word || peek().is_word("at")) return;
    do {
      Clause clause;
      if (accept_word("catch")) {
        clause.kind = Clause::Kind::catch_type;
        clause.types.push_back(read_typeinfo());
      } else if (accept_word("catch_all")) {
        clause.kind = Clause::Kind::catch_all;
      } else if (accept_word("cleanup")) {
        clause.kind = Clause::Kind::cleanup;
      } else if (accept_word("filter")) {
        clause.kind = Clause::Kind::filter;
        if (!expect('(')) return;
        while (!failed() && !accept(')')) {
          if (!clause.types.empty() && !expect(',')) return;
          clause.types.push_back(read_typeinfo());
        }
      } else {
        return expected("'catch @type', 'catch_all', 'cleanup' or 'filter (...)'");
      }
      instruction.clauses.push_back(std::move(clause));
    } while (!failed() && accept(','));
  }

  Operand read_typeinfo() {
    const Written written = read_operand();
    if (failed() || written.literal == nullptr) return written.operand;
    return Operand::constant(constant(*written.literal, written.negative, pointer));
  }

  TextPlaces* places_;  ///< may be null
  Program program_;
  std::unordered_map<std::string, Operand> symbols_;
  std::vector<std::pair<std::uint32_t, std::size_t>> initial_values_;  ///< global, first token
  std::vector<Body> bodies_;

  // Of the function being read.
  Names registers_;
  std::unordered_map<std::string, BlockId> blocks_;
};

}  // namespace

Result<Program> parse(std::string_view text, std::string_view file_name, TextPlaces* places) {
  if (places) *places = {.file = std::string(file_name), .entries = {}};
  auto tokens = text::tokens_of(text, file_name);
  if (!tokens) return std::unexpected(std::move(tokens.error()));
  return Parser(std::move(*tokens), file_name, places).run();
}

}  // namespace fermata::ir
