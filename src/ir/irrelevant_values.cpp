// SPDX-License-Identifier: Apache-2.0
// Program slicing, of data alone: what is not in the slice of everything that decides where a program goes, what it
// touches and whether it fails.
//
//   M. Weiser, "Program slicing", ICSE 1981
//   M. Bozga, J.-C. Fernandez, L. Ghirvu, "State space reduction based on live variables analysis", SAS 1999
//   (dead variables; ours may be read, by what is irrelevant itself)
//   G. J. Holzmann, "The SPIN model checker", 2003, on data slicing
//
// Where we differ from slicing: no statement is removed. An access to memory is a step, can race and can come too late,
// whatever its value. So control dependence plays no part: only values change, never which instruction is next.
//
// A register is relevant if some use of it is, wherever that stands (ir is not SSA, but what comes from LLVM nearly
// is). Of variables each byte counts for itself, so that fields of a struct do; an index that is no constant may mean
// any byte. Relevance spreads backwards over the whole program until nothing changes.
//
// Not here: what is on the heap, or reached through a pointer. That would need to know what pointers point to.
//
// Keeps: steps, choices, failures, footprints, deadlocks, stuck sections, fair cycles. Loses: what is printed.
// Why, and under which conditions: docs/internals/irrelevant-values.md.
#include "ir/irrelevant_values.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "ir/ops.h"

namespace fermata::ir {

namespace {

constexpr std::uint64_t largest_variable = 1 << 12;  // beyond that it is relevant

std::uint64_t bytes_of(Type type) { return (std::uint64_t{type.bits} + 7) / 8; }

bool is_pure(Op op) { return op < Op::load; }
bool is_division(Op op) { return op == Op::udiv || op == Op::sdiv || op == Op::urem || op == Op::srem; }

bool is_minus_one(const Operand& o, Type type) {
  const Bits all = type.bits >= 128 ? ~Bits{0} : (Bits{1} << type.bits) - 1;
  return o.kind == Operand::Kind::constant && (o.bits & all) == all;
}

bool is_shared(const Program& program, const Variable& v) {
  return v.global && !program.globals[v.index].thread_local_;
}

/// Where an address points to.
struct Place {
  std::size_t variable = 0;
  std::uint64_t begin = 0;
  bool exact = true;  ///< else: any of its bytes
};
/// Bytes [begin, end) of a variable.
struct Bytes {
  std::size_t variable = 0;
  std::uint64_t begin = 0, end = 0;
};

/// Which variables there are, which registers have their addresses, and which of them are used for nothing else.
class Addresses {
 public:
  Addresses(const Program& program, const IrrelevanceRules& rules) : program_(program), rules_(rules) {
    global_.resize(program.globals.size());
    for (std::uint32_t g = 0; g < program.globals.size(); ++g) {
      const Global& global = program.globals[g];
      if (global.constant || global.missing || global.size > largest_variable) continue;
      global_[g] = add({.global = true, .function = 0, .index = g, .size = global.size, .irrelevant = {}});
    }
    places_.resize(program.functions.size());
    definitions_.resize(program.functions.size());
    for (std::uint32_t f = 0; f < program.functions.size(); ++f) find_places(f);
    for (const Global& global : program.globals)
      for (const Relocation& r : global.relocations) escape(0, r.target);
    for (std::uint32_t f = 0; f < program.functions.size(); ++f)
      for (const Block& block : program.functions[f].blocks)
        for (const Instruction& i : block.instructions) look_for_escapes(f, i);
  }

  std::size_t variables() const { return variables_.size(); }
  const Variable& variable(std::size_t v) const { return variables_[v]; }
  bool escaped(std::size_t v) const { return escaped_[v]; }

  /// What an access of `size` bytes at this address touches, if it is known which variable that is.
  std::optional<Bytes> bytes(std::uint32_t f, const Operand& address, std::uint64_t size) const {
    const auto place = at(f, address);
    if (!place || escaped_[place->variable]) return std::nullopt;
    const std::uint64_t all = variables_[place->variable].size;
    if (!place->exact) return Bytes{place->variable, 0, all};
    return Bytes{place->variable, place->begin, place->begin + size};
  }
  /// The only instruction that assigns to this register; or null.
  const Instruction* definition(std::uint32_t f, const Operand& o) const {
    if (o.kind != Operand::Kind::reg) return nullptr;
    const auto& [count, at] = definitions_[f][o.index];
    return count == 1 ? at : nullptr;
  }

 private:
  std::size_t add(Variable variable) {
    variables_.push_back(std::move(variable));
    escaped_.push_back(false);
    return variables_.size() - 1;
  }

  void find_places(std::uint32_t f) {
    const Function& function = program_.functions[f];
    places_[f].resize(function.registers.size());
    definitions_[f].resize(function.registers.size());
    // A parameter is assigned by the call, and perhaps again.
    for (std::uint32_t r = 0; r < function.parameters + (function.variadic ? 1u : 0u); ++r)
      definitions_[f][r].first = 2;
    for (const Block& block : function.blocks)
      for (const Instruction& i : block.instructions)
        for (Register r : i.results) ++definitions_[f][r].first, definitions_[f][r].second = &i;
    for (Register r = 0; r < function.registers.size(); ++r) {
      const Instruction* i = definition(f, Operand::of(r));
      if (!i || i->op != Op::alloca_ || i->operands[0].kind != Operand::Kind::constant) continue;
      const auto size = static_cast<std::uint64_t>(i->operands[0].bits);
      if (size <= largest_variable)
        places_[f][r] =
            Place{add({.global = false, .function = f, .index = r, .size = size, .irrelevant = {}}), 0, true};
    }
    for (bool more = true; more;) {
      more = false;
      for (Register r = 0; r < function.registers.size(); ++r) {
        const Instruction* i = definition(f, Operand::of(r));
        if (places_[f][r] || !i || (i->op != Op::copy && i->op != Op::offset)) continue;
        if (i->type.kind != Type::Kind::pointer && i->op == Op::copy) continue;
        places_[f][r] = moved(at(f, i->operands[0]), *i);
        more |= places_[f][r].has_value();
      }
    }
  }

  static std::optional<Place> moved(std::optional<Place> place, const Instruction& i) {
    if (!place || i.op == Op::copy) return place;
    const Operand& index = i.operands[1];
    if (index.kind != Operand::Kind::constant) {
      place->exact = false;
      return place;
    }
    const unsigned unused = i.from.bits > 0 && i.from.bits < 64 ? 64u - i.from.bits : 0u;
    const auto steps = static_cast<std::int64_t>(static_cast<std::uint64_t>(index.bits) << unused) >> unused;
    place->begin += static_cast<std::uint64_t>(steps) * static_cast<std::uint64_t>(i.operands[2].bits) +
                    (i.operands.size() > 3 ? static_cast<std::uint64_t>(i.operands[3].bits) : 0);
    return place;
  }

  std::optional<Place> at(std::uint32_t f, const Operand& o) const {
    if (o.kind == Operand::Kind::reg) return places_[f][o.index];
    if (o.kind != Operand::Kind::global || !global_[o.index]) return std::nullopt;
    return Place{*global_[o.index], static_cast<std::uint64_t>(o.bits), true};
  }

  void escape(std::uint32_t f, const Operand& o) {
    if (const auto place = at(f, o)) escaped_[place->variable] = true;
  }

  /// Is this an address to read or write these bytes at, or on the way to one?
  bool only_accessed(std::uint32_t f, const Instruction& i, std::size_t operand) const {
    switch (i.op) {
      case Op::load:
      case Op::read_modify_write:
      case Op::compare_exchange: return operand == 0 && inside(f, i.operands[0], bytes_of(i.type));
      case Op::store: return operand == 1 && inside(f, i.operands[1], bytes_of(i.type));
      case Op::fill_bytes:
        return operand == 0 && i.operands[2].kind == Operand::Kind::constant &&
               inside(f, i.operands[0], static_cast<std::uint64_t>(i.operands[2].bits));
      case Op::lifetime_begin:
      case Op::lifetime_end: return true;
      case Op::copy:
      case Op::offset: return operand == 0 && places_[f][i.results[0]].has_value();
      default: return false;
    }
  }

  bool inside(std::uint32_t f, const Operand& address, std::uint64_t size) const {
    const auto place = at(f, address);
    const std::uint64_t all = place ? variables_[place->variable].size : 0;
    return place && size <= all && (!place->exact || place->begin <= all - size);
  }

  void look_for_escapes(std::uint32_t f, const Instruction& i) {
    for (std::size_t k = 0; k < i.operands.size(); ++k)
      if (rules_.escapes && !only_accessed(f, i, k)) escape(f, i.operands[k]);
    for (const Clause& clause : i.clauses)
      for (const Operand& type : clause.types) escape(f, type);
  }

  const Program& program_;
  const IrrelevanceRules& rules_;
  std::vector<Variable> variables_;
  std::vector<bool> escaped_;
  std::vector<std::optional<std::size_t>> global_;                                      ///< by GlobalId
  std::vector<std::vector<std::optional<Place>>> places_;                               ///< by function and register
  std::vector<std::vector<std::pair<std::uint32_t, const Instruction*>>> definitions_;  ///< how many, and the last
};

/// `x + c` or `x - c` for a c other than 0.
bool adds_constant(const Instruction& i) {
  return (i.op == Op::add || i.op == Op::sub) && i.operands[0].kind == Operand::Kind::reg &&
         i.operands[1].kind == Operand::Kind::constant && i.operands[1].bits != 0;
}

/// Does this write, to bytes of a variable, surely change them by a constant?
bool counts(const Addresses& addresses, std::uint32_t f, const Instruction& i) {
  if (i.type.kind != Type::Kind::integer) return false;
  if (i.op == Op::read_modify_write)
    return (i.modify == Modify::add || i.modify == Modify::sub) && i.operands[1].kind == Operand::Kind::constant &&
           i.operands[1].bits != 0;
  const Instruction* sum = i.op == Op::store ? addresses.definition(f, i.operands[0]) : nullptr;
  if (!sum || !adds_constant(*sum)) return false;
  const Instruction* old = addresses.definition(f, sum->operands[0]);
  return old && old->op == Op::load && old->operands[0] == i.operands[1] && old->type == i.type;
}

bool writes_constant(const Instruction& i) {
  return (i.op == Op::store && i.operands[0].kind == Operand::Kind::constant) ||
         (i.op == Op::fill_bytes && i.operands[1].kind == Operand::Kind::constant);
}

/// Where an access finds its address, and what it writes; nothing for what is no access.
std::optional<std::size_t> address_operand(Op op) {
  switch (op) {
    case Op::load:
    case Op::read_modify_write:
    case Op::compare_exchange:
    case Op::fill_bytes: return 0;
    case Op::store: return 1;
    default: return std::nullopt;
  }
}

std::uint64_t accessed_bytes(const Instruction& i) {
  return i.op == Op::fill_bytes ? static_cast<std::uint64_t>(i.operands[2].bits) : bytes_of(i.type);
}

class Relevance {
 public:
  Relevance(const Program& program, const Addresses& addresses, const IrrelevanceRules& rules)
      : program_(program), addresses_(addresses), rules_(rules) {
    for (const Function& f : program.functions) {
      registers_.emplace_back(f.registers.size());
      pointers_.emplace_back(f.registers.size());
      results_.emplace_back(f.results.size());
      pointer_results_.emplace_back(f.results.size());
      for (Register r = 0; r < f.registers.size(); ++r)
        pointers_.back()[r] = f.registers[r].kind == Type::Kind::pointer;
    }
    for (std::size_t v = 0; v < addresses.variables(); ++v)
      variables_.emplace_back(addresses.variable(v).size, addresses.escaped(v));
    called_from_anywhere(program.entry);
    for (const Global& g : program.globals)
      for (const Relocation& r : g.relocations) called_if_function(r.target);
    for_each([&](std::uint32_t, const Instruction& i) {
      for (std::size_t k = i.op == Op::call ? 1 : 0; k < i.operands.size(); ++k) called_if_function(i.operands[k]);
    });
    for_each([&](std::uint32_t f, const Instruction& i) { roots(f, i); });
    do {
      changed_ = false;
      for_each([&](std::uint32_t f, const Instruction& i) {
        if (rules_.pointers) spread_pointers(f, i);
        spread(f, i);
      });
    } while (changed_);
  }

  bool register_is(std::uint32_t f, Register r) const { return registers_[f][r]; }
  bool byte_is(std::size_t variable, std::uint64_t byte) const { return variables_[variable][byte]; }

 private:
  using Flags = std::vector<bool>;

  template <class Visit>
  void for_each(Visit visit) {
    // Backwards: so does relevance go.
    for (std::size_t f = program_.functions.size(); f-- > 0;)
      for (auto block = program_.functions[f].blocks.rbegin(); block != program_.functions[f].blocks.rend(); ++block)
        for (auto i = block->instructions.rbegin(); i != block->instructions.rend(); ++i)
          visit(static_cast<std::uint32_t>(f), *i);
  }

  void set(Flags& flags, std::size_t k) {
    if (flags[k]) return;
    flags[k] = changed_ = true;
  }
  void need(std::uint32_t f, const Operand& o) {
    if (o.kind == Operand::Kind::reg) set(registers_[f], o.index);
  }
  void need_all(std::uint32_t f, const Instruction& i) {
    for (const Operand& o : i.operands) need(f, o);
  }
  void need(const Bytes& bytes) {
    for (std::uint64_t b = bytes.begin; b < bytes.end; ++b) set(variables_[bytes.variable], b);
  }
  bool needed(const Bytes& bytes) const {
    for (std::uint64_t b = bytes.begin; b < bytes.end; ++b)
      if (variables_[bytes.variable][b]) return true;
    return false;
  }
  bool results_needed(std::uint32_t f, const Instruction& i) const {
    return std::ranges::any_of(i.results, [&](Register r) { return registers_[f][r]; });
  }
  std::optional<Bytes> touched(std::uint32_t f, const Instruction& i) const {
    return addresses_.bytes(f, i.operands[*address_operand(i.op)], accessed_bytes(i));
  }
  bool is_shared(const Bytes& bytes) const {
    return fermata::ir::is_shared(program_, addresses_.variable(bytes.variable));
  }

  /// It may be called by whoever has its address, and started as a thread: what it returns matters.
  void called_from_anywhere(FunctionId id) {
    const auto f = static_cast<std::size_t>(id);
    results_[f].assign(results_[f].size(), true);
    for (Register r = 0; r < program_[id].parameters; ++r)
      if (program_[id].registers[r].bits >= 64) pointers_[f][r] = true;
  }
  void called_if_function(const Operand& o) {
    if (o.kind == Operand::Kind::function) called_from_anywhere(FunctionId{o.index});
  }

  /// What matters whatever comes of the results.
  void roots(std::uint32_t f, const Instruction& i) {
    if (is_pure(i.op)) {
      if (!is_division(i.op) || !rules_.divisors) return;
      need(f, i.operands[1]);
      // The most negative number divided by -1 fails.
      const bool is_signed = i.op == Op::sdiv || i.op == Op::srem;
      const Operand& by = i.operands[1];
      if (is_signed && (by.kind != Operand::Kind::constant || is_minus_one(by, i.type))) need(f, i.operands[0]);
      return;
    }
    switch (i.op) {
      case Op::load: need(f, i.operands[0]); break;
      case Op::store: need(f, i.operands[1]); break;
      case Op::read_modify_write: need(f, i.operands[0]); break;
      case Op::fill_bytes:
        need(f, i.operands[0]);
        need(f, i.operands[2]);
        break;
      case Op::call: need(f, i.operands[0]); break;
      case Op::intrinsic:
        if (i.which != Intrinsic::shown) need_all(f, i);
        break;
      case Op::ret: break;
      default: need_all(f, i); break;
    }
    if (i.op == Op::compare_exchange)
      if (const auto bytes = touched(f, i)) need(*bytes);
    // Whoever changes a shared variable may thereby serve others; only of counters is it known when they change.
    const bool writes = i.op == Op::store || i.op == Op::read_modify_write || i.op == Op::fill_bytes;
    if (rules_.changes_matter && writes && !writes_constant(i) && !counts(addresses_, f, i))
      if (const auto bytes = touched(f, i); bytes && is_shared(*bytes)) need(*bytes);
  }

  void spread(std::uint32_t f, const Instruction& i) {
    if (is_pure(i.op)) {
      if (results_needed(f, i)) need_all(f, i);
      return;
    }
    switch (i.op) {
      case Op::load:
        if (const auto bytes = touched(f, i); bytes && results_needed(f, i)) need(*bytes);
        break;
      case Op::store:
        if (const auto bytes = touched(f, i); !bytes || needed(*bytes)) need(f, i.operands[0]);
        break;
      case Op::read_modify_write: {
        const auto bytes = touched(f, i);
        if (bytes && rules_.read_modify_write && results_needed(f, i)) need(*bytes);
        if (!bytes || needed(*bytes)) need(f, i.operands[1]);
        break;
      }
      case Op::fill_bytes:
        if (i.operands[2].kind != Operand::Kind::constant) {
          need(f, i.operands[1]);
          break;
        }
        if (const auto bytes = touched(f, i); !bytes || needed(*bytes)) need(f, i.operands[1]);
        break;
      case Op::call: spread_call(f, i); break;
      case Op::ret:
        for (std::size_t k = 0; k < i.operands.size(); ++k)
          if (k >= results_[f].size() || results_[f][k]) need(f, i.operands[k]);
        break;
      default: break;
    }
  }

  void spread_call(std::uint32_t f, const Instruction& i) {
    const Function* callee = known_callee(program_, i);
    if (!callee || callee->blocks.empty()) return need_all(f, i);
    const std::uint32_t id = i.operands[0].index;
    const std::size_t parameters = callee->parameters + (callee->variadic ? 1u : 0u);
    for (std::size_t k = 1; k < i.operands.size(); ++k)
      if (k > parameters || (rules_.calls && registers_[id][k - 1])) need(f, i.operands[k]);
    for (std::size_t k = 0; k < i.results.size(); ++k)
      if (rules_.returns && k < results_[id].size() && registers_[f][i.results[k]]) set(results_[id], k);
  }

  // --- pointers ------------------------------------------------------------------------------------------------------
  //
  // What a shared variable points to is shared, and the machine knows pointers by their value. If one is stored in a
  // variable that nobody reads, the steps of the program are others than if zero is: such a variable is relevant.

  bool may_be_pointer(std::uint32_t f, const Operand& o) const {
    switch (o.kind) {
      case Operand::Kind::reg: return pointers_[f][o.index];
      case Operand::Kind::constant: return false;
      case Operand::Kind::global:
      case Operand::Kind::function: return true;
    }
    return true;
  }

  void spread_pointers(std::uint32_t f, const Instruction& i) {
    const auto result = [&](bool pointer) {
      if (pointer)
        for (Register r : i.results)
          if (program_.functions[f].registers[r].bits >= 64) set(pointers_[f], r);
    };
    switch (i.op) {
      case Op::copy: result(may_be_pointer(f, i.operands[0])); break;
      case Op::select: result(may_be_pointer(f, i.operands[1]) || may_be_pointer(f, i.operands[2])); break;
      case Op::add:
      case Op::sub:
      case Op::and_:
      case Op::or_:
      case Op::xor_:  // with a tag, or something to be skipped
        for (std::size_t k : {0u, 1u})
          if (i.operands[1 - k].kind == Operand::Kind::constant) result(may_be_pointer(f, i.operands[k]));
        break;
      case Op::load: {
        const auto bytes = touched(f, i);
        result(!bytes || !is_shared(*bytes) || needed(*bytes));
        break;
      }
      case Op::compare_exchange: result(true); break;
      case Op::read_modify_write:
      case Op::store: {
        const auto bytes = touched(f, i);
        if (i.op == Op::read_modify_write) result(!bytes || !is_shared(*bytes) || needed(*bytes));
        const Operand& value = i.operands[i.op == Op::store ? 0 : 1];
        if (bytes && is_shared(*bytes) && may_be_pointer(f, value)) need(*bytes);
        break;
      }
      case Op::call: {
        const Function* callee = known_callee(program_, i);
        if (!callee || callee->blocks.empty()) {
          result(true);
          break;
        }
        const std::uint32_t id = i.operands[0].index;
        for (std::size_t k = 1; k < i.operands.size() && k - 1 < callee->registers.size(); ++k)
          if (may_be_pointer(f, i.operands[k])) set(pointers_[id], k - 1);
        for (std::size_t k = 0; k < i.results.size() && k < pointer_results_[id].size(); ++k)
          if (pointer_results_[id][k]) set(pointers_[f], i.results[k]);
        break;
      }
      case Op::ret:
        for (std::size_t k = 0; k < i.operands.size() && k < pointer_results_[f].size(); ++k)
          if (may_be_pointer(f, i.operands[k])) set(pointer_results_[f], k);
        break;
      default: break;
    }
  }

  const Program& program_;
  const Addresses& addresses_;
  const IrrelevanceRules& rules_;
  std::vector<Flags> registers_, results_, variables_;  ///< what is relevant
  std::vector<Flags> pointers_, pointer_results_;       ///< what may be a pointer
  bool changed_ = false;
};

/// What is known to be irrelevant, for each access.
class Irrelevant {
 public:
  Irrelevant(const Program& program, const IrrelevantValues& values, const IrrelevanceRules& rules)
      : addresses_(program, rules), values_(values), bytes_(addresses_.variables()) {
    std::map<std::tuple<bool, std::uint32_t, std::uint32_t>, const Variable*> known;
    for (const Variable& v : values.variables) known[{v.global, v.function, v.index}] = &v;
    for (std::size_t k = 0; k < bytes_.size(); ++k) {
      const Variable& v = addresses_.variable(k);
      if (const auto found = known.find({v.global, v.function, v.index}); found != known.end())
        bytes_[k] = &found->second->irrelevant;
    }
  }

  bool holds_for(std::uint32_t f, const Operand& o) const {
    return o.kind == Operand::Kind::reg && o.index < values_.registers[f].size() && values_.registers[f][o.index];
  }
  /// The bytes that an access touches, if they are all irrelevant.
  std::optional<Bytes> touched(std::uint32_t f, const Instruction& i) const {
    const auto address = address_operand(i.op);
    if (!address) return std::nullopt;
    const auto bytes = addresses_.bytes(f, i.operands[*address], accessed_bytes(i));
    if (!bytes || !bytes_[bytes->variable]) return std::nullopt;
    for (std::uint64_t b = bytes->begin; b < bytes->end; ++b)
      if (!(*bytes_[bytes->variable])[b]) return std::nullopt;
    return bytes;
  }
  const Variable& variable(const Bytes& bytes) const { return addresses_.variable(bytes.variable); }
  const Addresses& addresses() const { return addresses_; }

 private:
  const Addresses addresses_;
  const IrrelevantValues& values_;
  std::vector<const std::vector<bool>*> bytes_;  ///< by variable; null: none of them
};

bool is_write(Op op) { return op == Op::store || op == Op::read_modify_write || op == Op::fill_bytes; }

void add_field(const Program& program, LayoutId layout, std::uint64_t offset, std::string& name) {
  const Layout& l = program[layout];
  if (l.kind != Layout::Kind::record || l.library) return;
  for (const Layout::Field& field : l.fields) {
    const std::uint64_t size = program[field.layout].size;
    if (offset < field.offset || offset - field.offset >= size) continue;
    if (!field.name.empty()) name += "." + field.name;
    return add_field(program, field.layout, offset - field.offset, name);
  }
}

}  // namespace

IrrelevantValues irrelevant_values(const Program& program, const IrrelevanceRules& rules) {
  const Addresses addresses(program, rules);
  const Relevance relevance(program, addresses, rules);
  IrrelevantValues values;
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) {
    auto& registers = values.registers.emplace_back(program.functions[f].registers.size());
    for (Register r = 0; r < registers.size(); ++r) registers[r] = !relevance.register_is(f, r);
  }
  for (std::size_t v = 0; v < addresses.variables(); ++v) {
    Variable variable = addresses.variable(v);
    variable.irrelevant.resize(variable.size);
    for (std::uint64_t b = 0; b < variable.size; ++b) variable.irrelevant[b] = !relevance.byte_is(v, b);
    if (std::ranges::find(variable.irrelevant, true) != variable.irrelevant.end())
      values.variables.push_back(std::move(variable));
  }
  return values;
}

Program without(const Program& program, const IrrelevantValues& values, const IrrelevanceRules& rules) {
  const Irrelevant irrelevant(program, values, rules);
  Program result = program;
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) {
    Function& function = result.functions[f];
    // Reads the program as it was, and writes the new one.
    for (std::size_t b = 0; b < function.blocks.size(); ++b)
      for (std::size_t k = 0; k < function.blocks[b].instructions.size(); ++k) {
        const Instruction& old = program.functions[f].blocks[b].instructions[k];
        Instruction& i = function.blocks[b].instructions[k];
        for (std::size_t o = 0; o < i.operands.size(); ++o) {
          if (!irrelevant.holds_for(f, old.operands[o])) continue;
          // A constant has no type of its own.
          if (is_conversion(i.op) && i.from.kind == Type::Kind::none) i.from = type_of(function, old.operands[o]);
          i.operands[o] = Operand::constant(0);
        }
        const auto bytes = is_write(old.op) ? irrelevant.touched(f, old) : std::nullopt;
        if (!bytes) continue;
        const bool changes = rules.changes_matter && is_shared(program, irrelevant.variable(*bytes));
        if (changes && writes_constant(old)) continue;
        if (changes) {
          if (i.op == Op::store) {
            i.op = Op::read_modify_write;
            i.operands = {old.operands[1], {}};
            i.results = {static_cast<Register>(function.registers.size())};
            function.registers.push_back(i.type);
            if (!function.register_names.empty()) function.register_names.emplace_back();
          }
          i.modify = Modify::xor_;
          i.operands[1] = Operand::constant(1);
        } else if (i.op == Op::read_modify_write) {
          i.modify = Modify::exchange;
          i.operands[1] = Operand::constant(0);
        } else {
          i.operands[i.op == Op::store ? 0 : 1] = Operand::constant(0);
        }
      }
  }
  for (const Variable& v : values.variables) {
    if (!v.global || rules.changes_matter) continue;
    Global& global = result.globals[v.index];
    for (std::uint64_t b = 0; b < global.bytes.size(); ++b)
      if (v.irrelevant[b]) global.bytes[b] = 0;
  }
  return result;
}

std::vector<std::string> names(const Program& program, const IrrelevantValues& values, const IrrelevanceRules& rules) {
  const Irrelevant irrelevant(program, values, rules);
  std::set<std::string> found;
  for (std::uint32_t f = 0; f < program.functions.size(); ++f)
    for (const Block& block : program.functions[f].blocks)
      for (const Instruction& i : block.instructions) {
        const auto bytes = is_write(i.op) ? irrelevant.touched(f, i) : std::nullopt;
        if (!bytes) continue;
        const Variable& v = irrelevant.variable(*bytes);
        if (rules.changes_matter && is_shared(program, v) && writes_constant(i)) continue;
        const Instruction* local = v.global ? nullptr : irrelevant.addresses().definition(f, Operand::of(v.index));
        std::string name = local ? local->text : program.globals[v.index].shown;
        if (name.empty()) continue;
        if (bytes->end - bytes->begin < v.size)
          add_field(program, local ? local->layout : program.globals[v.index].layout, bytes->begin, name);
        found.insert(std::move(name));
      }
  return {found.begin(), found.end()};
}

}  // namespace fermata::ir
