// SPDX-License-Identifier: Apache-2.0
// The text form, written. What may be left out is left out, as long as the parser finds it again.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>
#include <unordered_map>

#include "ir/intrinsics.h"
#include "ir/ops.h"
#include "ir/text.h"
#include "ir/text_tokens.h"

namespace fermata::ir {
namespace {

using text::spelling;

template <class... Args>
void append(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

std::string symbol(std::string_view name) { return "@" + text::name_after_sigil(name); }

std::string address(const Program& program, const Operand& operand) {
  if (operand.kind == Operand::Kind::function) {
    if (operand.index >= program.functions.size()) return fmt::format("@function#{}", operand.index);
    return symbol(program.functions[operand.index].name);
  }
  std::string out = operand.index < program.globals.size() ? symbol(program.globals[operand.index].name)
                                                           : fmt::format("@global#{}", operand.index);
  const auto offset = static_cast<std::uint64_t>(operand.bits);
  if (static_cast<std::int64_t>(offset) < 0) {
    append(out, "-{}", std::uint64_t{0} - offset);
  } else if (offset != 0) {
    append(out, "+{}", offset);
  }
  return out;
}

template <class Float, class Word>
std::string float_constant(Bits bits) {
  const auto word = static_cast<Word>(bits);
  Float value = 0;
  std::memcpy(&value, &word, sizeof value);
  // Infinities and the many kinds of "not a number" keep their bits this way.
  if (!(value - value == 0)) return fmt::format("0x{:x}", bits);
  std::string out = fmt::format("{}", value);
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

/// In a place of type `type`; none: nothing is known about the place.
std::string constant(Bits bits, Type type) {
  if (type.kind == Type::Kind::floating && type.bits == 32 && (bits >> 32) == 0)
    return float_constant<float, std::uint32_t>(bits);
  if (type.kind == Type::Kind::floating && type.bits == 64 && (bits >> 64) == 0)
    return float_constant<double, std::uint64_t>(bits);
  if (type.kind == Type::Kind::integer && type.bits >= 8 && type.bits <= 128) {
    // Small negative numbers are nearly always meant as such.
    const Bits largest = type.bits == 128 ? ~Bits{0} : (Bits{1} << type.bits) - 1;
    const Bits magnitude = (Bits{0} - bits) & largest;
    if (bits <= largest && magnitude != 0 && magnitude <= largest / 2 && magnitude <= 0xffff)
      return fmt::format("-{}", magnitude);
  }
  return fmt::format("{}", bits);
}

/// How the registers and blocks of a function are written.
class Names {
 public:
  explicit Names(const Function& function) {
    const bool named = !function.register_names.empty() && function.register_names.size() == function.registers.size();
    if (named) {
      registers_ = spell(function.register_names, [](const std::string& s) { return text::name_after_sigil(s); });
      // Names that are all numbers would be taken for no names at all.
      bool only_numbers = true;
      for (std::size_t i = 0; i < registers_.size() && only_numbers; ++i)
        only_numbers = registers_[i] == std::to_string(i);
      if (only_numbers) registers_[0] += "#0";
    } else {
      for (std::size_t i = 0; i < function.registers.size(); ++i) registers_.push_back(std::to_string(i));
    }
    std::vector<std::string> names;
    for (const Block& block : function.blocks) names.push_back(block.name);
    blocks_ = spell(names, [](const std::string& s) { return text::name_alone(s); });
  }

  std::string reg(Register r) const { return r < registers_.size() ? "%" + registers_[r] : fmt::format("%#{}", r); }
  std::string block(BlockId id) const {
    const auto index = static_cast<std::size_t>(id);
    return index < blocks_.size() ? blocks_[index] : fmt::format("#{}", index);
  }

 private:
  /// Names that are missing or not the only ones of their kind get their index.
  template <class Spell>
  static std::vector<std::string> spell(const std::vector<std::string>& names, Spell plain) {
    std::unordered_map<std::string_view, std::size_t> count;
    for (const std::string& name : names) ++count[name];
    std::vector<std::string> out;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].empty()) {
        out.push_back(fmt::format("#{}", i));
      } else if (count[names[i]] > 1) {
        out.push_back(fmt::format("{}#{}", plain(names[i]), i));
      } else {
        out.push_back(plain(names[i]));
      }
    }
    return out;
  }

  std::vector<std::string> registers_;
  std::vector<std::string> blocks_;
};

class FunctionPrinter {
 public:
  FunctionPrinter(const Program& program, const Function& function, std::string& out)
      : program_(program),
        function_(function),
        names_(function),
        out_(out),
        declared_(function.registers.size(), false) {}

  void whole(bool entry) {
    const std::size_t given = parameters();
    append(out_, "func {}(", symbol(function_.name));
    for (Register r = 0; r < given; ++r) {
      if (r > 0) out_ += ", ";
      if (function_.variadic && r == function_.parameters) out_ += "... ";
      declaration(r);
    }
    out_ += ')';
    for (std::size_t i = 0; i < function_.results.size(); ++i) {
      append(out_, "{}{}", i == 0 ? " -> " : ", ", spelling(function_.results[i]));
    }
    if (entry) out_ += " entry";
    if (!function_.shown.empty()) append(out_, " shown {}", text::quoted(function_.shown));
    if (function_.blocks.empty()) {
      out_ += '\n';
      return;
    }
    out_ += " {\n";
    if (!declared_in_order()) declare_ahead();
    for (std::size_t i = 0; i < function_.blocks.size(); ++i) {
      if (i > 0 || !is_nameless_entry()) append(out_, "{}:\n", names_.block(BlockId{static_cast<std::uint32_t>(i)}));
      for (const Instruction& instruction : function_.blocks[i].instructions) {
        out_ += "  ";
        line(instruction);
        out_ += '\n';
      }
    }
    out_ += "}\n";
  }

  void line(const Instruction& instruction) {
    for (std::size_t i = 0; i < instruction.results.size(); ++i) {
      if (i > 0) out_ += ", ";
      declaration(instruction.results[i]);
    }
    if (!instruction.results.empty()) out_ += " = ";
    out_ += instruction.op == Op::intrinsic ? form(instruction.which).name : form(instruction.op).name;
    if (instruction.access == Access::atomic) out_ += " atomic";
    if (instruction.access == Access::volatile_) out_ += " volatile";
    if (instruction.local) out_ += " local";
    if (instruction.weak) out_ += " weak";
    if (static_cast<unsigned>(instruction.no_wrap) & 1) out_ += " nsw";
    if (static_cast<unsigned>(instruction.no_wrap) & 2) out_ += " nuw";
    if (instruction.op == Op::read_modify_write) append(out_, " {}", name(instruction.modify));
    type(instruction);

    switch (instruction.op) {
      case Op::call: call(instruction); break;
      case Op::landing: clauses(instruction); break;
      default: operands(instruction); break;
    }
    for (std::size_t i = 0; i < instruction.targets.size(); ++i) {
      out_ += i == 0 && instruction.operands.empty() ? " " : ", ";
      if (i > 0 && i - 1 < instruction.cases.size())
        append(out_, "{}: ", constant(instruction.cases[i - 1], instruction.type));
      out_ += names_.block(instruction.targets[i]);
    }
    if (!instruction.text.empty()) append(out_, " {}", text::quoted(instruction.text));
    if (instruction.layout != LayoutId{}) append(out_, " layout {}", static_cast<std::uint32_t>(instruction.layout));
    if (instruction.unwind) append(out_, " unwind {}", names_.block(*instruction.unwind));
    if (instruction.at != PositionId{}) append(out_, " at {}", static_cast<std::uint32_t>(instruction.at));
  }

 private:
  std::size_t parameters() const {
    const std::size_t wanted = function_.parameters + (function_.variadic ? std::size_t{1} : 0);
    return std::min(wanted, function_.registers.size());
  }

  /// A register on the left: with its type the first time.
  void declaration(Register r) {
    out_ += names_.reg(r);
    if (r >= declared_.size() || declared_[r]) return;
    declared_[r] = true;
    append(out_, ": {}", spelling(function_.registers[r]));
  }

  /// Would the parser, which numbers registers as they appear, give each the number it has?
  bool declared_in_order() const {
    std::size_t next = parameters();
    const auto known = [&](const Operand& operand) {
      return operand.kind != Operand::Kind::reg || operand.index < next;
    };
    for (const Block& block : function_.blocks) {
      for (const Instruction& instruction : block.instructions) {
        for (const Register r : instruction.results) {
          if (r > next) return false;
          if (r == next) ++next;
        }
        if (!std::ranges::all_of(instruction.operands, known)) return false;
      }
    }
    return next == function_.registers.size();
  }

  void declare_ahead() {
    const std::size_t first = parameters();
    for (std::size_t r = first; r < function_.registers.size(); ++r) {
      out_ += (r - first) % 8 == 0 ? "  var " : ", ";
      declaration(static_cast<Register>(r));
      if ((r - first) % 8 == 7 || r + 1 == function_.registers.size()) out_ += '\n';
    }
  }

  /// The first block needs no label if it is called `entry` and nobody jumps there.
  bool is_nameless_entry() const {
    if (names_.block(BlockId{0}) != "entry") return false;
    for (const Block& block : function_.blocks) {
      for (const Instruction& instruction : block.instructions) {
        if (instruction.unwind == BlockId{0} || std::ranges::count(instruction.targets, BlockId{0}) > 0) return false;
      }
    }
    return true;
  }

  void type(const Instruction& instruction) {
    const OpForm& shape = form(instruction.op);
    if (shape.from != '-') {
      Type usual;
      if (instruction.op == Op::offset && instruction.operands.size() > 1) {
        const Operand& index = instruction.operands[1];
        usual = index.kind == Operand::Kind::constant ? integer(64) : type_of(function_, index);
      }
      if (instruction.from != usual) append(out_, " {}", spelling(instruction.from));
      return;
    }
    if (instruction.type.kind == Type::Kind::none) return;
    if (shape.results.starts_with('t') && !instruction.results.empty() &&
        instruction.type == type_of(function_, Operand::of(instruction.results[0]))) {
      return;
    }
    append(out_, " {}", spelling(instruction.type));
  }

  std::string operand(const Instruction& instruction, std::size_t i) const {
    const Operand& operand = instruction.operands[i];
    switch (operand.kind) {
      case Operand::Kind::reg: return names_.reg(operand.index);
      case Operand::Kind::constant: return constant(operand.bits, wanted_type(program_, function_, instruction, i));
      default: return address(program_, operand);
    }
  }

  void operands(const Instruction& instruction) {
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      append(out_, "{}{}", i == 0 ? " " : ", ", operand(instruction, i));
    }
  }

  void call(const Instruction& instruction) {
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      out_ += i == 0 ? " " : i == 1 ? "(" : ", ";
      out_ += operand(instruction, i);
    }
    out_ += instruction.operands.size() > 1 ? ")" : "()";
  }

  void clauses(const Instruction& instruction) {
    for (std::size_t i = 0; i < instruction.clauses.size(); ++i) {
      const Clause& clause = instruction.clauses[i];
      out_ += i == 0 ? " " : ", ";
      switch (clause.kind) {
        case Clause::Kind::catch_type: out_ += "catch"; break;
        case Clause::Kind::catch_all: out_ += "catch_all"; break;
        case Clause::Kind::cleanup: out_ += "cleanup"; break;
        case Clause::Kind::filter: out_ += "filter"; break;
      }
      std::vector<std::string> types;
      for (const Operand& type : clause.types) {
        if (type.kind == Operand::Kind::reg) {
          types.push_back(names_.reg(type.index));
        } else {
          types.push_back(type.kind == Operand::Kind::constant ? constant(type.bits, pointer)
                                                               : address(program_, type));
        }
      }
      if (clause.kind == Clause::Kind::catch_type && types.size() == 1) {
        append(out_, " {}", types[0]);
      } else if (clause.kind == Clause::Kind::filter || !types.empty()) {
        append(out_, " ({})", fmt::join(types, ", "));
      }
    }
  }

  const Program& program_;
  const Function& function_;
  Names names_;
  std::string& out_;
  std::vector<bool> declared_;
};

void print_layout(const Layout& layout, std::size_t index, std::string& out) {
  append(out, "layout {}: {} {}", index, text::layout_kinds[static_cast<std::size_t>(layout.kind)], layout.size);
  if (!layout.name.empty()) append(out, " {}", text::quoted(layout.name));
  if (layout.library) out += " library";
  if (layout.element != LayoutId{}) append(out, " of {}", static_cast<std::uint32_t>(layout.element));
  for (std::size_t i = 0; i < layout.fields.size(); ++i) {
    const Layout::Field& field = layout.fields[i];
    append(out, "{}{} at {}: {}", i == 0 ? " (" : ", ", text::name_alone(field.name), field.offset,
           static_cast<std::uint32_t>(field.layout));
  }
  if (!layout.fields.empty()) out += ')';
  out += '\n';
}

void print_position(const SourcePosition& position, std::size_t index, std::string& out) {
  append(out, "position {}: {} {} {}", index, text::quoted(position.file), position.line, position.column);
  if (!position.function.empty()) append(out, " in {}", text::quoted(position.function));
  if (!position.outermost.empty()) append(out, " inside {}", text::quoted(position.outermost));
  if (position.allocates != LayoutId{}) append(out, " allocates {}", static_cast<std::uint32_t>(position.allocates));
  if (position.library) out += " library";
  out += '\n';
}

/// Bytes as strings, with long runs of zeros told apart.
void bytes_as_parts(std::span<const std::uint8_t> bytes, std::vector<std::string>& parts) {
  constexpr std::ptrdiff_t long_run = 8;
  auto at = bytes.begin();
  while (at != bytes.end()) {
    const auto zeros_end = std::find_if(at, bytes.end(), [](std::uint8_t b) { return b != 0; });
    if (zeros_end - at >= long_run) {
      parts.push_back(fmt::format("zero {}", zeros_end - at));
      at = zeros_end;
      continue;
    }
    const auto end = std::search_n(zeros_end, bytes.end(), long_run, std::uint8_t{0});
    parts.push_back(text::quoted(std::string(at, end)));
    at = end;
  }
}

/// Each address lies, in order, over 8 zero bytes of its own: `ptr @x` says both.
bool addresses_in_place(const Global& global) {
  std::uint64_t free_from = 0;
  for (const Relocation& relocation : global.relocations) {
    const std::uint64_t begin = relocation.offset;
    if (begin < free_from || begin > global.bytes.size() || global.bytes.size() - begin < 8) return false;
    const auto first = global.bytes.begin() + static_cast<std::ptrdiff_t>(begin);
    if (!std::all_of(first, first + 8, [](std::uint8_t b) { return b == 0; })) return false;
    free_from = begin + 8;
  }
  return true;
}

void print_global(const Program& program, const Global& global, std::string& out) {
  append(out, "global {}: {}", symbol(global.name), global.size);
  if (global.constant) out += " const";
  if (global.thread_local_) out += " thread_local";
  if (global.missing) out += " missing";
  if (!global.shown.empty()) append(out, " shown {}", text::quoted(global.shown));
  if (global.layout != LayoutId{}) append(out, " layout {}", static_cast<std::uint32_t>(global.layout));
  if (global.at != PositionId{}) append(out, " at {}", static_cast<std::uint32_t>(global.at));

  std::vector<std::string> parts;
  const std::span<const std::uint8_t> bytes(global.bytes);
  if (addresses_in_place(global)) {
    std::size_t at = 0;
    for (const Relocation& relocation : global.relocations) {
      bytes_as_parts(bytes.subspan(at, relocation.offset - at), parts);
      parts.push_back("ptr " + address(program, relocation.target));
      at = relocation.offset + 8;
    }
    bytes_as_parts(bytes.subspan(at), parts);
  } else {
    bytes_as_parts(bytes, parts);
    for (const Relocation& relocation : global.relocations) {
      parts.push_back(fmt::format("{} at {}", address(program, relocation.target), relocation.offset));
    }
  }
  if (!parts.empty()) append(out, " = {}", fmt::join(parts, ", "));
  out += '\n';
}

}  // namespace

std::string to_text(const Program& program) {
  std::string out;
  for (std::size_t i = 1; i < program.layouts.size(); ++i) print_layout(program.layouts[i], i, out);
  for (std::size_t i = 1; i < program.positions.size(); ++i) print_position(program.positions[i], i, out);
  for (const Global& global : program.globals) print_global(program, global, out);
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    if (!out.empty()) out += '\n';
    FunctionPrinter(program, program.functions[i], out).whole(i == static_cast<std::size_t>(program.entry));
  }
  return out;
}

std::string to_text(const Program& program, const Function& function, const Instruction& instruction) {
  std::string out;
  FunctionPrinter(program, function, out).line(instruction);
  return out;
}

}  // namespace fermata::ir
