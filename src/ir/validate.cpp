// SPDX-License-Identifier: Apache-2.0
// A list of rules: those of the program as a whole, of functions and blocks, of each op, of each intrinsic. A long
// file, since each op has a rule of its own, and they are read side by side with the table of ops.
#include "ir/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "ir/intrinsics.h"
#include "ir/ops.h"
#include "ir/text.h"
#include "ir/text_tokens.h"

namespace fermata::ir {
namespace {

using text::possible;
using text::spelling;
using Kind = Type::Kind;

std::string count_of(std::size_t n, std::string_view thing) {
  return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

bool fits(Bits bits, Type type) { return type.bits >= 128 || (bits >> type.bits) == 0; }

/// `letter` as in OpForm::type.
bool admits(char letter, Type type) {
  switch (letter) {
    case 'i': return type.kind == Kind::integer;
    case 'f': return type.kind == Kind::floating;
    case 'w': return type.kind == Kind::integer || type.kind == Kind::pointer;
    case 'a': return type.kind != Kind::none;
    default: return type.kind == Kind::none;
  }
}
std::string_view admitted(char letter) {
  switch (letter) {
    case 'i': return "an integer type";
    case 'f': return "a floating type";
    case 'w': return "an integer type or ptr";
    case 'a': return "a type";
    default: return "no type";
  }
}

bool begins_with_landing(const Block& block) {
  return !block.instructions.empty() && block.instructions[0].op == Op::landing;
}

/// The end of a circle of records and arrays that contain each other, or 0.
std::size_t self_containing(const std::vector<Layout>& layouts) {
  enum class Colour : std::uint8_t { white, grey, black };
  struct Open {
    std::size_t layout;
    std::size_t next = 0;
  };
  std::vector<Colour> colour(layouts.size(), Colour::white);
  std::vector<Open> open;
  for (std::size_t root = 0; root < layouts.size(); ++root) {
    if (colour[root] != Colour::white) continue;
    open.push_back({root});
    colour[root] = Colour::grey;
    while (!open.empty()) {
      Open& top = open.back();
      const Layout& layout = layouts[top.layout];
      const bool array = layout.kind == Layout::Kind::array;
      if (top.next >= layout.fields.size() + (array ? 1 : 0)) {
        colour[top.layout] = Colour::black;
        open.pop_back();
        continue;
      }
      const LayoutId inner = top.next < layout.fields.size() ? layout.fields[top.next].layout : layout.element;
      ++top.next;
      const auto index = static_cast<std::size_t>(inner);
      if (index >= layouts.size() || index == 0) continue;
      if (colour[index] == Colour::grey) return index;
      if (colour[index] == Colour::black) continue;
      colour[index] = Colour::grey;
      open.push_back({index});
    }
  }
  return 0;
}

// Half of the address space, as in C: the difference of two addresses in an object must fit in ptrdiff_t.
constexpr std::uint64_t largest_object = std::numeric_limits<std::int64_t>::max();

class Validator {
 public:
  Validator(const Program& program, const TextPlaces* text) : program_(program), text_(text) {}

  std::vector<Error> run() {
    check_tables();
    check_names();
    for (const Global& global : program_.globals) check_global(global);
    for (const Function& function : program_.functions) check_function(function);
    check_entry();
    return std::move(errors_);
  }

 private:
  // --- saying what is wrong -----------------------------------------------------------------------

  void complain(std::string what, std::string hint = "") {
    std::string where;
    if (instruction_ != nullptr) {
      where = text_ ? place_in_text() : place(instruction_->at);
      what = fmt::format("in @{}, block {}: `{}`: {}", function_->name, block_->name,
                         to_text(program_, *function_, *instruction_), what);
    } else if (block_ != nullptr) {
      what = fmt::format("in @{}, block {}: {}", function_->name, block_->name, what);
    } else if (function_ != nullptr) {
      what = fmt::format("in @{}: {}", function_->name, what);
    }
    if (text_ && where.empty()) where = text_->file;
    errors_.push_back({std::move(what), std::move(where), std::move(hint)});
  }

  std::string place_in_text() const {
    const auto function = static_cast<std::size_t>(function_ - program_.functions.data());
    const auto block = static_cast<std::size_t>(block_ - function_->blocks.data());
    const auto instruction = static_cast<std::size_t>(instruction_ - block_->instructions.data());
    const auto key = std::tuple(function, block, instruction);
    const auto key_of = [](const TextPlaces::Entry& e) {
      return std::tuple<std::size_t, std::size_t, std::size_t>(e.function, e.block, e.instruction);
    };
    const auto found = std::ranges::lower_bound(text_->entries, key, {}, key_of);
    if (found == text_->entries.end() || key_of(*found) != key) return {};
    return fmt::format("{}:{}:{}", text_->file, found->line, found->column);
  }

  std::string place(PositionId id) const {
    const auto index = static_cast<std::size_t>(id);
    if (index == 0 || index >= program_.positions.size()) return {};
    const SourcePosition& position = program_.positions[index];
    return fmt::format("{}:{}:{}", position.file, position.line, position.column);
  }

  // --- tables -------------------------------------------------------------------------------------

  bool exists(LayoutId id) const { return static_cast<std::size_t>(id) < program_.layouts.size(); }
  bool exists(PositionId id) const { return static_cast<std::size_t>(id) < program_.positions.size(); }

  void check_tables() {
    if (program_.layouts.empty() || program_.layouts[0] != Layout{}) complain("layout 0 should be the unknown layout");
    if (program_.positions.empty() || program_.positions[0] != SourcePosition{.library = true}) {
      complain("position 0 should be the unknown position");
    }
    for (std::size_t i = 0; i < program_.positions.size(); ++i) {
      const LayoutId what = program_.positions[i].allocates;
      if (!exists(what))
        complain(fmt::format("position {}: there is no layout {}", i, static_cast<std::uint32_t>(what)));
    }
    for (std::size_t i = 0; i < program_.layouts.size(); ++i) {
      const Layout& layout = program_.layouts[i];
      if (!exists(layout.element)) {
        complain(fmt::format("layout {}: there is no layout {}", i, static_cast<std::uint32_t>(layout.element)));
      }
      for (const Layout::Field& field : layout.fields) {
        if (!exists(field.layout)) {
          complain(fmt::format("layout {}: field '{}': there is no layout {}", i, field.name,
                               static_cast<std::uint32_t>(field.layout)));
        }
      }
    }
    if (const std::size_t layout = self_containing(program_.layouts); layout != 0) {
      complain(fmt::format("layout {} contains itself", layout));
    }
  }

  void check_names() {
    std::unordered_set<std::string_view> names;
    const auto check = [&](const std::string& name, std::string_view what) {
      if (name.empty()) {
        complain(fmt::format("a {} has no name", what));
      } else if (!names.insert(name).second) {
        complain(fmt::format("@{} is defined twice", name), "globals and functions share their names");
      }
    };
    for (const Global& global : program_.globals) check(global.name, "global");
    for (const Function& function : program_.functions) check(function.name, "function");
  }

  void check_global(const Global& global) {
    const auto say = [&](std::string_view what) { complain(fmt::format("global @{}: {}", global.name, what)); };
    if (!exists(global.layout)) say(fmt::format("there is no layout {}", static_cast<std::uint32_t>(global.layout)));
    if (!exists(global.at)) say(fmt::format("there is no position {}", static_cast<std::uint32_t>(global.at)));
    if (global.size > largest_object) say("it is larger than any object can be");
    if (global.bytes.size() > global.size) {
      say(fmt::format("its initial value has {}, but its size is {}", count_of(global.bytes.size(), "byte"),
                      global.size));
    }
    std::vector<std::uint64_t> offsets;
    for (const Relocation& relocation : global.relocations) {
      const Operand::Kind kind = relocation.target.kind;
      if (kind != Operand::Kind::global && kind != Operand::Kind::function) {
        say(fmt::format("what it holds at {} is not an address", relocation.offset));
      } else {
        if (auto wrong = wrong_operand(relocation.target)) say(fmt::format("at {}: {}", relocation.offset, *wrong));
      }
      if (relocation.offset > global.size || global.size - relocation.offset < 8) {
        say(fmt::format("an address at {} is outside of its {}", relocation.offset, count_of(global.size, "byte")));
      } else {
        offsets.push_back(relocation.offset);
      }
    }
    std::ranges::sort(offsets);
    for (std::size_t i = 1; i < offsets.size(); ++i) {
      if (offsets[i] - offsets[i - 1] < 8)
        say(fmt::format("the addresses at {} and {} overlap", offsets[i - 1], offsets[i]));
    }
  }

  void check_entry() {
    const auto index = static_cast<std::size_t>(program_.entry);
    if (index >= program_.functions.size()) return complain("the program has no entry");
    const Function& entry = program_.functions[index];
    if (entry.parameters != 0 || entry.variadic) {
      complain(fmt::format("the entry @{} takes parameters", entry.name),
               "in the text form, mark another function: func @main() entry {");
    }
    if (entry.blocks.empty()) complain(fmt::format("the entry @{} has no body", entry.name));
  }

  // --- functions ----------------------------------------------------------------------------------

  void check_function(const Function& function) {
    function_ = &function;
    const std::size_t given = function.parameters + (function.variadic ? std::size_t{1} : 0);
    for (std::size_t i = 0; i < function.registers.size(); ++i) {
      const Type type = function.registers[i];
      if (type.kind == Kind::none || !possible(type))
        complain(fmt::format("register {} is of the impossible type {}", i, spelling(type)));
    }
    for (const Type type : function.results) {
      if (type.kind == Kind::none || !possible(type))
        complain(fmt::format("a result is of the impossible type {}", spelling(type)));
    }
    if (given > function.registers.size()) {
      complain(fmt::format("it has {}, but {}", count_of(given, "parameter"),
                           count_of(function.registers.size(), "register")));
    } else if (function.variadic && function.registers[function.parameters] != pointer) {
      complain("the extra arguments of a variadic function come as a ptr");
    }
    if (!function.register_names.empty() && function.register_names.size() != function.registers.size()) {
      complain(fmt::format("it has {}, but {}", count_of(function.register_names.size(), "register name"),
                           count_of(function.registers.size(), "register")));
    }
    if (function.blocks.empty() && function.registers.size() > given)
      complain("it has no body, but more registers than parameters");

    for (const Block& block : function.blocks) check_block(block);
    if (!function.blocks.empty() && begins_with_landing(function.blocks[0])) {
      block_ = &function.blocks[0];
      complain("the first block of a function cannot begin with landing");
    }
    block_ = nullptr;
    function_ = nullptr;
  }

  void check_block(const Block& block) {
    block_ = &block;
    if (block.instructions.empty())
      complain("it is empty", "a block ends in jump, branch, switch, ret, resume or unreachable");
    for (std::size_t i = 0; i < block.instructions.size(); ++i) {
      instruction_ = &block.instructions[i];
      const bool last = i + 1 == block.instructions.size();
      if (last && !is_terminator(instruction_->op)) {
        complain("a block ends here, without a terminator",
                 "a block ends in jump, branch, switch, ret, resume or unreachable");
      }
      if (!last && is_terminator(instruction_->op))
        complain("a terminator stands in the middle of a block", "begin a new block after it");
      if (i > 0 && instruction_->op == Op::landing) complain("landing stands first in its block, or not at all");
      check_instruction();
    }
    instruction_ = nullptr;
    block_ = nullptr;
  }

  // --- instructions -------------------------------------------------------------------------------

  void check_instruction() {
    const Instruction& ins = *instruction_;
    if (!check_type("type", ins.type, form(ins.op).type)) return;
    if (!check_from()) return;
    const bool sound = check_registers();
    check_targets();
    check_unused_fields();
    if (!exists(ins.at)) complain(fmt::format("there is no position {}", static_cast<std::uint32_t>(ins.at)));
    if (!exists(ins.layout)) complain(fmt::format("there is no layout {}", static_cast<std::uint32_t>(ins.layout)));
    if (!sound) return;  // counts and types of what does not exist would only repeat it
    switch (ins.op) {
      case Op::call: check_call(); break;
      case Op::intrinsic: check_intrinsic(); break;
      case Op::ret: check_ret(); break;
      default: check_form(); break;
    }
    check_clauses();
  }

  bool check_type(std::string_view what, Type type, char letter) {
    if (!possible(type)) {
      complain(fmt::format("its {} is the impossible {}{}", what, spelling(type),
                           type.kind == Kind::none ? " with bits" : ""));
      return false;
    }
    if (!admits(letter, type)) {
      complain(fmt::format("its {} should be {}, not {}", what, admitted(letter), spelling(type)));
      return false;
    }
    return true;
  }

  bool check_from() {
    const Instruction& ins = *instruction_;
    const char letter = form(ins.op).from;
    if (is_conversion(ins.op) && ins.from.kind == Kind::none) {
      if (ins.operands.size() == 1 && ins.operands[0].kind == Operand::Kind::constant) {
        complain("nothing says of which type the constant is", "set `from`");
        return false;
      }
      return check_type("from", ins.from, '-');
    }
    return check_type("from", ins.from, letter);
  }

  /// The reason why an operand makes no sense by itself, if there is one.
  std::optional<std::string> wrong_operand(const Operand& operand) const {
    switch (operand.kind) {
      case Operand::Kind::reg:
        if (function_ == nullptr || operand.index >= function_->registers.size()) {
          return fmt::format("there is no register {}", operand.index);
        }
        break;
      case Operand::Kind::global:
        if (operand.index >= program_.globals.size()) return fmt::format("there is no global {}", operand.index);
        if ((operand.bits >> 64) != 0) return "an offset has more than 64 bits";
        return std::nullopt;
      case Operand::Kind::function:
        if (operand.index >= program_.functions.size()) return fmt::format("there is no function {}", operand.index);
        break;
      case Operand::Kind::constant:
        if (operand.index != 0) return "a constant has an index";
        return std::nullopt;
    }
    if (operand.bits != 0) return "an operand that is not a constant has bits";
    return std::nullopt;
  }

  bool check_registers() {
    bool sound = true;
    const auto say = [&](std::string what) {
      complain(std::move(what));
      sound = false;
    };
    for (const Register r : instruction_->results) {
      if (r >= function_->registers.size()) say(fmt::format("there is no register {}", r));
    }
    for (const Operand& operand : instruction_->operands) {
      if (auto wrong = wrong_operand(operand)) say(std::move(*wrong));
    }
    for (const Clause& clause : instruction_->clauses) {
      for (const Operand& operand : clause.types) {
        if (auto wrong = wrong_operand(operand)) say(std::move(*wrong));
      }
    }
    return sound;
  }

  bool exists(BlockId id) const { return static_cast<std::size_t>(id) < function_->blocks.size(); }
  const Block& block(BlockId id) const { return function_->blocks[static_cast<std::size_t>(id)]; }

  void check_targets() {
    const Instruction& ins = *instruction_;
    std::size_t wanted = 0;
    if (ins.op == Op::jump) wanted = 1;
    if (ins.op == Op::branch) wanted = 2;
    if (ins.op == Op::switch_) wanted = ins.cases.size() + 1;
    if (ins.targets.size() != wanted)
      complain(fmt::format("it should have {}, not {}", count_of(wanted, "target"), ins.targets.size()));
    for (const BlockId target : ins.targets) {
      if (!exists(target)) {
        complain(fmt::format("there is no block {}", static_cast<std::uint32_t>(target)));
      } else if (begins_with_landing(block(target))) {
        complain(fmt::format("only unwinding leads to block {}, which begins with landing", block(target).name));
      }
    }
    if (ins.unwind) {
      if (!exists(*ins.unwind)) {
        complain(fmt::format("there is no block {}", static_cast<std::uint32_t>(*ins.unwind)));
      } else if (!begins_with_landing(block(*ins.unwind))) {
        complain(fmt::format("block {}, where it unwinds to, does not begin with landing", block(*ins.unwind).name));
      }
    }
    if (ins.op == Op::switch_) {
      std::set<Bits> seen;
      for (const Bits value : ins.cases) {
        if (!fits(value, ins.type)) complain(fmt::format("case {} does not fit in {}", value, spelling(ins.type)));
        if (!seen.insert(value).second) complain(fmt::format("case {} appears twice", value));
      }
    }
  }

  void check_unused_fields() {
    const Instruction& ins = *instruction_;
    const auto unused = [&](bool set, std::string_view field) {
      if (set)
        complain(fmt::format("it has no use for `{}`", field), "fields that an op does not use stay at their defaults");
    };
    unused(ins.op != Op::switch_ && !ins.cases.empty(), "cases");
    unused(ins.op != Op::call && ins.unwind.has_value(), "unwind");
    unused(ins.op != Op::landing && !ins.clauses.empty(), "clauses");
    unused(!is_memory_access(ins.op) && ins.access != Access::plain, "access");
    unused(!is_memory_access(ins.op) && ins.local, "local");
    unused(ins.op != Op::compare_exchange && ins.weak, "weak");
    unused(!can_wrap(ins.op) && ins.no_wrap != NoWrap::none, "no_wrap");
    unused(ins.op != Op::read_modify_write && ins.modify != Modify::exchange, "modify");
    unused(ins.op != Op::intrinsic && ins.which != Intrinsic::atomic_begin, "which");
    unused(ins.op != Op::alloca_ && !ins.text.empty(), "text");
    unused(ins.op != Op::alloca_ && ins.layout != LayoutId{}, "layout");
  }

  bool check_count(std::string_view thing, std::size_t found, std::size_t wanted) {
    if (found == wanted) return true;
    complain(fmt::format("it should have {}, not {}", count_of(wanted, thing), found));
    return false;
  }

  /// Operand `i` is of type `wanted`; none: of any.
  void check_operand(std::size_t i, Type wanted) {
    const Operand& operand = instruction_->operands[i];
    if (wanted.kind == Kind::none) return;
    if (operand.kind == Operand::Kind::constant) {
      if (!fits(operand.bits, wanted))
        complain(fmt::format("operand {}, {}, does not fit in {}", i + 1, operand.bits, spelling(wanted)));
      return;
    }
    const Type type = type_of(*function_, operand);
    if (type != wanted)
      complain(fmt::format("operand {} should be of type {}, not {}", i + 1, spelling(wanted), spelling(type)));
  }

  void check_result(std::size_t i, Type wanted) {
    const Type type = function_->registers[instruction_->results[i]];
    if (type != wanted)
      complain(fmt::format("result {} should be of type {}, not {}", i + 1, spelling(wanted), spelling(type)));
  }

  void check_distinct_results() {
    const auto& results = instruction_->results;
    for (std::size_t i = 1; i < results.size(); ++i) {
      if (std::find(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(i), results[i]) !=
          results.begin() + static_cast<std::ptrdiff_t>(i)) {
        complain("two results go to the same register");
      }
    }
  }

  /// What the table in ops.cpp says, and what it cannot say.
  void check_form() {
    const Instruction& ins = *instruction_;
    const OpForm& shape = form(ins.op);
    const bool operands = check_count("operand", ins.operands.size(), shape.operands.size());
    const bool results = check_count("result", ins.results.size(), shape.results.size());
    if (!operands || !results) return;
    for (std::size_t i = 0; i < ins.operands.size(); ++i) {
      check_operand(i, wanted_type(program_, *function_, ins, i));
      const Operand& operand = ins.operands[i];
      if (shape.operands[i] == 'k' && operand.kind != Operand::Kind::constant) {
        complain(fmt::format("operand {} should be a constant", i + 1));
      }
      if (shape.operands[i] == 'n' && operand.kind == Operand::Kind::reg) {
        const Type type = type_of(*function_, operand);
        if (type.kind != Kind::integer || type.bits > 64) {
          complain(fmt::format("operand {} should be an integer of at most 64 bits, not {}", i + 1, spelling(type)));
        }
      }
    }
    for (std::size_t i = 0; i < ins.results.size(); ++i) {
      switch (shape.results[i]) {
        case 't': check_result(i, ins.type); break;
        case '1': check_result(i, integer(1)); break;
        case 'w': check_result(i, integer(32)); break;
        default: check_result(i, pointer); break;
      }
    }
    check_distinct_results();
    if (is_conversion(ins.op)) check_conversion();
    if (ins.op == Op::bswap && ins.type.bits % 8 != 0) complain("only whole bytes can be swapped");
    if (ins.op == Op::read_modify_write) check_modify();
  }

  void check_conversion() {
    const Instruction& ins = *instruction_;
    const Type from = ins.from.kind == Kind::none ? type_of(*function_, ins.operands[0]) : ins.from;
    if (!admits(form(ins.op).from, from)) {
      return complain(fmt::format("its source should be of {}, not {}", admitted(form(ins.op).from), spelling(from)));
    }
    const bool wider = ins.type.bits > from.bits;
    const bool narrower = ins.type.bits < from.bits;
    const std::string both = fmt::format("{} to {}", spelling(from), spelling(ins.type));
    if ((ins.op == Op::zext || ins.op == Op::sext || ins.op == Op::fpext) && !wider)
      complain(fmt::format("it should make wider: {}", both));
    if ((ins.op == Op::trunc || ins.op == Op::fptrunc) && !narrower)
      complain(fmt::format("it should make narrower: {}", both));
    if (ins.op == Op::copy && (wider || narrower)) complain(fmt::format("it should keep the width: {}", both));
  }

  void check_modify() {
    const Instruction& ins = *instruction_;
    if (ins.modify == Modify::exchange) return;
    const bool floating = ins.modify == Modify::fadd || ins.modify == Modify::fsub;
    if (ins.type.kind != (floating ? Kind::floating : Kind::integer)) {
      complain(
          fmt::format("{} is for {}, not {}", name(ins.modify), floating ? "floats" : "integers", spelling(ins.type)));
    }
  }

  void check_call() {
    const Instruction& ins = *instruction_;
    if (ins.operands.empty()) return complain("it calls nothing");
    check_operand(0, pointer);
    check_distinct_results();
    const Function* callee = known_callee(program_, ins);
    if (callee == nullptr) return;
    const std::size_t given = ins.operands.size() - 1;
    if (callee->variadic ? given < callee->parameters : given != callee->parameters) {
      complain(fmt::format("@{} takes {}{}, not {}", callee->name, callee->variadic ? "at least " : "",
                           count_of(callee->parameters, "argument"), given));
    } else {
      for (std::size_t i = 1; i < ins.operands.size(); ++i) check_operand(i, wanted_type(program_, *function_, ins, i));
    }
    if (ins.results.empty()) return;
    if (ins.results.size() != callee->results.size()) {
      return complain(fmt::format("@{} gives {}, not {}", callee->name, count_of(callee->results.size(), "result"),
                                  ins.results.size()));
    }
    for (std::size_t i = 0; i < ins.results.size(); ++i) check_result(i, callee->results[i]);
  }

  void check_intrinsic() {
    const Instruction& ins = *instruction_;
    const IntrinsicForm& shape = form(ins.which);
    if (check_count("operand", ins.operands.size(), shape.operands.size())) {
      for (std::size_t i = 0; i < ins.operands.size(); ++i) check_operand(i, shape.operands[i]);
      if (ins.which == Intrinsic::spawn) check_spawned();
      if (ins.which == Intrinsic::owns) check_table();
      if (ins.which == Intrinsic::input) check_input();
    }
    if (ins.results.empty()) return;
    if (check_count("result", ins.results.size(), shape.result.kind == Kind::none ? 0 : 1))
      check_result(0, shape.result);
  }

  void check_table() {
    const Operand& table = instruction_->operands[1];
    if (table.kind != Operand::Kind::global || table.bits != 0)
      return complain("declarations are kept in a global variable");
    if (declarations_.value_or(table.index) != table.index)
      complain("all declarations are kept in one global variable");
    declarations_ = table.index;
  }

  void check_input() {
    for (const Operand& operand : instruction_->operands)
      if (operand.kind != Operand::Kind::constant) return complain("the type of an input is constant");
    if (instruction_->operands[0].bits < 1 || instruction_->operands[0].bits > 64)
      complain("an input has 1 to 64 bits");
  }

  void check_spawned() {
    const Function* spawned = known_callee(program_, *instruction_);
    if (spawned == nullptr) return;
    const bool takes_pointer = spawned->parameters == 1 && !spawned->variadic && !spawned->registers.empty() &&
                               spawned->registers[0] == pointer;
    if (!takes_pointer) complain(fmt::format("@{} cannot run as a thread: it should take one ptr", spawned->name));
  }

  void check_ret() {
    const Instruction& ins = *instruction_;
    if (!check_count("operand", ins.operands.size(), function_->results.size())) return;
    check_count("result", ins.results.size(), 0);
    for (std::size_t i = 0; i < ins.operands.size(); ++i) check_operand(i, function_->results[i]);
  }

  void check_clauses() {
    for (const Clause& clause : instruction_->clauses) {
      const bool plain = clause.kind == Clause::Kind::catch_all || clause.kind == Clause::Kind::cleanup;
      if (plain && !clause.types.empty()) complain("catch_all and cleanup name no type");
      if (clause.kind == Clause::Kind::catch_type && clause.types.size() != 1) complain("catch names one type");
      for (const Operand& type : clause.types) {
        if (type.kind == Operand::Kind::reg)
          complain("the types of a landing are known beforehand; they are no registers");
        if (type.kind == Operand::Kind::constant && !fits(type.bits, pointer))
          complain("a constant does not fit in ptr");
      }
    }
  }

  const Program& program_;
  const TextPlaces* text_;  ///< may be null
  std::vector<Error> errors_;
  std::optional<std::uint32_t> declarations_;  ///< the global that `owns` keeps them in
  // What is being looked at; null: nothing of that kind.
  const Function* function_ = nullptr;
  const Block* block_ = nullptr;
  const Instruction* instruction_ = nullptr;
};

}  // namespace

std::vector<Error> validate(const Program& program, const TextPlaces* text) { return Validator(program, text).run(); }

}  // namespace fermata::ir
