// SPDX-License-Identifier: Apache-2.0
// To find the largest set of values on which nothing depends is a fixpoint over the program. To check a set is one look
// at each instruction: which is done here, for the set that the differences of the two programs imply.
//
//   erased registers: those that the second program never reads
//   erased bytes: those of a variable that a write may leave different, and that the programs begin with differently
//
// The two programs agree on all else at every step, by induction: an instruction that reads something erased changes
// only what is erased.
#include "confirm/erased_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "ir/ops.h"

namespace fermata::confirm {

namespace {

using ir::Instruction;
using ir::Op;
using ir::Operand;

struct Wrong {
  std::string what;
};

/// A global variable, or a function's local one, by the register of its alloca.
struct Name {
  bool global = true;
  std::uint32_t function = 0, index = 0;
  auto operator<=>(const Name&) const = default;
};
/// Where an address points to: one byte of a variable, or any.
struct Target {
  Name variable;
  std::optional<std::uint64_t> byte;
};
using Bytes = std::set<std::uint64_t>;

bool is_constant(const Operand& o) { return o.kind == Operand::Kind::constant; }

std::uint64_t width(const Instruction& i) {
  return i.op == Op::fill_bytes ? static_cast<std::uint64_t>(i.operands[2].bits) : (i.type.bits + 7u) / 8u;
}

bool writes(Op op) { return op == Op::store || op == Op::read_modify_write || op == Op::fill_bytes; }
bool reads(Op op) { return op == Op::load || op == Op::read_modify_write || op == Op::compare_exchange; }
std::size_t address_of_access(Op op) { return op == Op::store ? 1 : 0; }
std::size_t written_value(Op op) { return op == Op::store ? 0 : 1; }

class Comparison {
 public:
  Comparison(const ir::Program& original, const ir::Program& erased, bool changes_matter)
      : original_(original), erased_(erased), changes_matter_(changes_matter) {}

  void run() {
    same(original_.functions.size() == erased_.functions.size() && original_.globals.size() == erased_.globals.size() &&
             original_.entry == erased_.entry && original_.positions == erased_.positions,
         "their parts");
    for (std::uint32_t g = 0; g < original_.globals.size(); ++g) compare_global(g);
    for (std::uint32_t f = 0; f < original_.functions.size(); ++f) look_at(f);
    each([&](const Instruction& i, const Instruction& j) { find_erased_bytes(i, j); });
    each([&](const Instruction& i, const Instruction& j) { check(i, j); });
    check_initial_addresses();
  }

 private:
  static void same(bool holds, const char* what) { require(holds, fmt::format("the programs differ in {}", what)); }
  static void require(bool holds, std::string what) {
    if (!holds) throw Wrong{std::move(what)};
  }

  /// Each instruction, and what has become of it. `function_` is theirs.
  template <class Visit>
  void each(Visit visit) {
    for (function_ = 0; function_ < original_.functions.size(); ++function_) {
      const auto &f = original_.functions[function_], &g = erased_.functions[function_];
      for (std::size_t b = 0; b < f.blocks.size(); ++b)
        for (std::size_t k = 0; k < f.blocks[b].instructions.size(); ++k) try {
            visit(f.blocks[b].instructions[k], g.blocks[b].instructions[k]);
          } catch (const Wrong& wrong) {
            throw Wrong{
                fmt::format("{}, in '{}' ({})", wrong.what, f.name, ir::form(f.blocks[b].instructions[k].op).name)};
          }
    }
  }

  void compare_global(std::uint32_t g) {
    ir::Global one = original_.globals[g];
    const ir::Global& other = erased_.globals[g];
    const auto at = [](const ir::Global& global, std::uint64_t b) {
      return b < global.bytes.size() ? global.bytes[b] : 0;
    };
    for (std::uint64_t b = 0; b < std::max(one.bytes.size(), other.bytes.size()); ++b)
      if (at(one, b) != at(other, b)) bytes_[{true, 0, g}].insert(b);
    one.bytes = other.bytes;
    same(one == other, "a global variable");
    for (const ir::Relocation& r : one.relocations) mentioned(r.target);
  }

  /// Which registers are read in the second program, and which have one definition.
  void look_at(std::uint32_t f) {
    const auto &one = original_.functions[f], &other = erased_.functions[f];
    same(one.name == other.name && one.parameters == other.parameters && one.variadic == other.variadic &&
             one.results == other.results && one.blocks.size() == other.blocks.size() &&
             one.registers.size() <= other.registers.size() &&
             std::equal(one.registers.begin(), one.registers.end(), other.registers.begin()),
         "a function");
    auto& read = read_.emplace_back();
    auto& definitions = definitions_.emplace_back();
    for (std::uint32_t r = 0; r < one.parameters + (one.variadic ? 1u : 0u); ++r) definitions[r] = {nullptr, nullptr};
    for (std::size_t b = 0; b < one.blocks.size(); ++b) {
      same(one.blocks[b].name == other.blocks[b].name &&
               one.blocks[b].instructions.size() == other.blocks[b].instructions.size(),
           "a block");
      for (const Instruction& i : other.blocks[b].instructions)
        for (const Operand& o : i.operands)
          if (o.kind == Operand::Kind::reg) read.insert(o.index);
      for (const Instruction& i : one.blocks[b].instructions) {
        for (ir::Register r : i.results) definitions[r].push_back(&i);
        for (std::size_t k = i.op == Op::call ? 1 : 0; k < i.operands.size(); ++k) mentioned(i.operands[k]);
        if (i.op == Op::call && i.operands[0].kind == Operand::Kind::function)
          calls_[i.operands[0].index].emplace_back(f, &i);
      }
    }
  }

  void mentioned(const Operand& o) {
    if (o.kind == Operand::Kind::function) address_taken_.insert(o.index);
  }

  /// Nobody has the address of a variable with erased bytes from the beginning.
  void check_initial_addresses() const {
    for (const ir::Global& g : original_.globals)
      for (const ir::Relocation& r : g.relocations)
        require(r.target.kind != Operand::Kind::global || !bytes_.contains({true, 0, r.target.index}),
                "the address of a variable with an erased value is in another one");
  }

  bool erased(std::uint32_t f, ir::Register r) const { return !read_[f].contains(r); }
  bool erased(const Operand& o) const { return o.kind == Operand::Kind::reg && erased(function_, o.index); }
  bool all_erased(const Instruction& i) const {
    return std::ranges::all_of(i.results, [&](ir::Register r) { return erased(function_, r); });
  }

  const Instruction* definition(const Operand& o) const {
    if (o.kind != Operand::Kind::reg) return nullptr;
    const auto found = definitions_[function_].find(o.index);
    return found != definitions_[function_].end() && found->second.size() == 1 ? found->second[0] : nullptr;
  }

  /// The variable that an address was made from, if that is the only way it can have been made.
  std::optional<Target> target(const Operand& address) const {
    if (address.kind == Operand::Kind::global)
      return Target{{true, 0, address.index}, static_cast<std::uint64_t>(address.bits)};
    const Instruction* i = definition(address);
    if (!i) return std::nullopt;
    if (i->op == Op::alloca_ && is_constant(i->operands[0])) return Target{{false, function_, address.index}, 0};
    if (i->op == Op::copy) return target(i->operands[0]);
    if (i->op != Op::offset) return std::nullopt;
    auto base = target(i->operands[0]);
    if (!base || !base->byte) return base;
    if (!is_constant(i->operands[1]))
      base->byte.reset();
    else {
      auto index = static_cast<std::int64_t>(static_cast<std::uint64_t>(i->operands[1].bits));
      if (i->from.bits > 0 && i->from.bits < 64 && index >> (i->from.bits - 1) & 1)
        index -= std::int64_t{1} << i->from.bits;
      *base->byte += static_cast<std::uint64_t>(index) * static_cast<std::uint64_t>(i->operands[2].bits) +
                     static_cast<std::uint64_t>(i->operands[3].bits);
    }
    return base;
  }

  std::uint64_t size_of(const Name& v) const {
    if (v.global) return original_.globals[v.index].size;
    return static_cast<std::uint64_t>(definitions_[v.function].at(v.index)[0]->operands[0].bits);
  }
  bool is_shared(const Name& v) const { return v.global && !original_.globals[v.index].thread_local_; }

  /// May the programs write something different here?
  bool differs(const Instruction& i, const Instruction& j) const {
    return i != j || erased(i.operands[written_value(i.op)]);
  }

  void find_erased_bytes(const Instruction& i, const Instruction& j) {
    if (!writes(i.op) || !differs(i, j)) return;
    if (i.op == Op::fill_bytes) require(is_constant(i.operands[2]), "an erased write has no fixed size");
    const auto to = target(i.operands[address_of_access(i.op)]);
    require(to.has_value(), "an erased write goes to an address that is not known");
    const std::uint64_t size = size_of(to->variable);
    require(!to->byte || (width(i) <= size && *to->byte <= size - width(i)), "an erased write leaves its variable");
    Bytes& bytes = bytes_[to->variable];
    for (std::uint64_t b = to->byte.value_or(0), end = to->byte ? b + width(i) : size; b < end; ++b) bytes.insert(b);
    check_written(i, j, to->variable);
  }

  /// What is written instead is a constant. What the machine notices of a write, besides, is the same.
  void check_written(const Instruction& i, const Instruction& j, const Name& variable) const {
    Instruction expected = i;
    if (i.op == Op::store && j.op == Op::read_modify_write) {
      expected.op = j.op;
      expected.operands = {i.operands[1], {}};
      expected.results = j.results;
      require(j.results.size() == 1 && j.results[0] >= original_.functions[function_].registers.size(),
              "a write has become a read");
    }
    if (j.op == Op::read_modify_write) {
      require(j.modify == ir::Modify::exchange || j.modify == ir::Modify::xor_, "a write has become another one");
      expected.modify = j.modify;
    }
    const std::size_t value = written_value(j.op);
    require(is_constant(j.operands[value]), "an erased write depends on something");
    expected.operands[value] = j.operands[value];
    require(expected == j, "an erased write is another access");
    if (!is_shared(variable)) return;
    const Operand& was = i.operands[written_value(i.op)];
    require(ir::type_of(original_.functions[function_], was).kind != ir::Type::Kind::pointer,
            "an erased write shares what it points to");
    if (changes_matter_)
      require(j.op == Op::read_modify_write && j.modify == ir::Modify::xor_ && j.operands[1].bits == 1 && counts(i),
              "a shared variable need not change where it did");
  }

  /// The value before, plus or minus a constant.
  bool counts(const Instruction& i) const {
    const auto constant = [](const Operand& o) { return is_constant(o) && o.bits != 0; };
    if (i.type.kind != ir::Type::Kind::integer) return false;
    if (i.op == Op::read_modify_write)
      return (i.modify == ir::Modify::add || i.modify == ir::Modify::sub) && constant(i.operands[1]);
    const Instruction* sum = i.op == Op::store ? definition(i.operands[0]) : nullptr;
    if (!sum || (sum->op != Op::add && sum->op != Op::sub) || !constant(sum->operands[1])) return false;
    const Instruction* old = definition(sum->operands[0]);
    return old && old->op == Op::load && old->type == i.type && old->operands[0] == i.operands[1];
  }

  // --- each instruction ----------------------------------------------------------------------------------------------

  void check(const Instruction& i, const Instruction& j) {
    const bool written = writes(i.op) && differs(i, j);
    if (!written) {  // apart from erased operands it is the same
      Instruction expected = i;
      for (std::size_t k = 0; k < i.operands.size() && k < j.operands.size(); ++k)
        if (erased(i.operands[k]) && is_constant(j.operands[k])) expected.operands[k] = j.operands[k];
      if (ir::is_conversion(i.op) && expected.from.kind == ir::Type::Kind::none && expected.operands != i.operands)
        expected.from = ir::type_of(original_.functions[function_], i.operands[0]);
      require(expected == j, "an instruction was replaced by another one");
    }
    for (std::size_t k = 0; k < i.operands.size(); ++k) {
      if (erased(i.operands[k])) check_use(i, k);
      check_address(i, k);
    }
    if (reads(i.op)) {
      const auto from = target(i.operands[0]);
      if (from && overlaps(*from, width(i)))
        require(i.op != Op::compare_exchange && all_erased(i), "something erased is read, and the result is not");
    }
  }

  bool overlaps(const Target& at, std::uint64_t size) const {
    const auto found = bytes_.find(at.variable);
    if (found == bytes_.end() || found->second.empty()) return false;
    if (!at.byte) return true;
    const auto first = found->second.lower_bound(*at.byte);
    return first != found->second.end() && *first - *at.byte < size;
  }

  /// Operand `k` is an erased register.
  void check_use(const Instruction& i, std::size_t k) {
    if (i.op < Op::load) {
      require(all_erased(i), "something is computed from what is erased, and is not");
      const bool is_signed = i.op == Op::sdiv || i.op == Op::srem;
      if (!is_signed && i.op != Op::udiv && i.op != Op::urem) return;
      require(k == 0, "something is divided by what is erased");
      const unsigned bits = i.type.bits;
      const ir::Bits minus_one = bits >= 128 ? ~ir::Bits{0} : (ir::Bits{1} << bits) - 1;
      require(!is_signed || (is_constant(i.operands[1]) && i.operands[1].bits != minus_one),
              "what is erased decides whether a division fails");
    } else if (writes(i.op)) {
      require(k == written_value(i.op), "what is erased decides where or how much is written");
    } else if (i.op == Op::call) {
      const ir::Function* callee = ir::known_callee(original_, i);
      require(k > 0 && callee && !callee->blocks.empty() && k <= callee->parameters + (callee->variadic ? 1u : 0u) &&
                  erased(i.operands[0].index, static_cast<ir::Register>(k - 1)),
              "what is erased is passed to a function that uses it");
    } else if (i.op == Op::ret) {
      require(!address_taken_.contains(function_) && original_.entry != ir::FunctionId{function_},
              "what is erased is returned to whoever calls");
      for (const auto& [caller, call] : calls_[function_])
        require(k >= call->results.size() || erased(caller, call->results[k]),
                "what is erased is returned to a function that uses it");
    } else {
      require(i.op == Op::intrinsic && i.which == ir::Intrinsic::shown, "something depends on what is erased");
    }
  }

  /// If operand `k` is the address of a variable with erased bytes: nothing is done with it but accesses.
  void check_address(const Instruction& i, std::size_t k) const {
    const auto to = target(i.operands[k]);
    if (!to || !bytes_.contains(to->variable) || bytes_.at(to->variable).empty()) return;
    bool fine = false;
    if (i.op == Op::load || writes(i.op))
      fine = k == address_of_access(i.op);
    else if (i.op == Op::copy || i.op == Op::offset)
      fine = k == 0 && target(Operand::of(i.results[0])).has_value();
    else
      fine = i.op == Op::lifetime_begin || i.op == Op::lifetime_end;
    if (i.op == Op::compare_exchange) fine = k == 0 && !overlaps(*to, width(i));
    if (i.op == Op::fill_bytes) fine &= is_constant(i.operands[2]);
    require(fine, "the address of a variable with an erased value goes elsewhere");
  }

  const ir::Program &original_, &erased_;
  const bool changes_matter_;
  std::uint32_t function_ = 0;
  std::vector<std::set<ir::Register>> read_;  ///< by function: in the second program
  std::vector<std::map<ir::Register, std::vector<const Instruction*>>> definitions_;
  std::map<Name, Bytes> bytes_;  ///< erased
  std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, const Instruction*>>> calls_;
  std::set<std::uint32_t> address_taken_;
};

}  // namespace

std::optional<std::string> wrongly_erased(const ir::Program& original, const ir::Program& erased, bool changes_matter) {
  try {
    Comparison(original, erased, changes_matter).run();
    return std::nullopt;
  } catch (const Wrong& wrong) {
    return wrong.what;
  }
}

}  // namespace fermata::confirm
