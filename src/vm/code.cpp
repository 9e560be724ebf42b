// SPDX-License-Identifier: Apache-2.0
// Translation of ir functions to flat code, and liveness of its slots.
//
// Liveness is the textbook backward analysis (Aho, Lam, Sethi, Ullman, "Compilers", 9.2.5). States
// keep only live slots: a dead register would make equal states look different.
#include "vm/code.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "base/require.h"
#include "ir/intrinsics.h"
#include "vm/cells.h"

namespace fermata::vm {

namespace {

// Of larger ones only what is not zero at the end is kept in one piece.
constexpr std::uint64_t largest_whole_constant = 1 << 20;

// Global names of the standard output streams: their formatting state is no one else's business.
constexpr std::array<std::string_view, 6> quiet_globals{"_ZSt4cout", "_ZSt4cerr", "_ZSt4clog",
                                                        "stdout",    "stderr",    "_ZSt3cin"};

class BitSet {
 public:
  explicit BitSet(std::size_t bits) : words_((bits + 63) / 64) {}
  void add(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << i % 64; }
  void remove(std::uint32_t i) { words_[i / 64] &= ~(std::uint64_t{1} << i % 64); }
  bool unite(const BitSet& other) {
    bool grew = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const auto merged = words_[i] | other.words_[i];
      grew |= merged != words_[i];
      words_[i] = merged;
    }
    return grew;
  }
  template <class F>
  void each(F f) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t rest = words_[w]; rest; rest &= rest - 1)
        f(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(__builtin_ctzll(rest))));
  }

 private:
  std::vector<std::uint64_t> words_;
};

bool is_wide(ir::Type type) { return type.bits > 64; }

}  // namespace

class Translator {
 public:
  Translator(Code& code, std::uint32_t id) : code_(code), in_(code.program_->functions[id]), out_(code.functions_[id]) {
    out_.id = id;
    out_.source = &in_;
  }

  void run() {
    place_registers();
    for (const ir::Block& block : in_.blocks) {
      block_start_.push_back(static_cast<Pc>(out_.code.size()));
      block_ = &block;
      for (const ir::Instruction& instruction : block.instructions) translate(instruction);
    }
    for (Instruction& i : out_.code) resolve_targets(i);
    // Constants stand after all registers, whose number is known only now.
    for (Instruction& i : out_.code)
      each_slot(i, [&](std::uint32_t& slot) {
        if (slot & constant_bit) slot = (slot & wide_bit) | (out_.registers + (slot & ~(constant_bit | wide_bit)));
      });
    find_live_slots();
  }

  void mark_spins(const ir::SpinRules& rules) {
    for (const ir::BoundedSpin& found : ir::bounded_spins(in_, rules)) {
      out_.spins.push_back({.header = block_start_[static_cast<std::size_t>(found.header)],
                            .exit = block_start_[static_cast<std::size_t>(found.exit)]});
      for (const auto& place : found.attempts) out_.code[pc_of(place)].role = SpinRole::attempt;
      for (const auto& place : found.idle) out_.code[pc_of(place)].role = SpinRole::idle_attempt;
      for (const auto& place : found.pauses) out_.code[pc_of(place)].role = SpinRole::pause;
      for (ir::BlockId latch : found.latches) {
        const ir::Instruction& back = in_.blocks[static_cast<std::size_t>(latch)].instructions.back();
        out_.code[pc_of(back)].list = static_cast<std::uint32_t>(out_.spins.size());
      }
    }
  }

 private:
  Pc pc_of(const ir::Instruction& i) const {
    return static_cast<Pc>(std::ranges::find(out_.origin, &i) - out_.origin.begin());
  }
  Pc pc_of(const ir::BoundedSpin::Place& place) const {
    return pc_of(in_.blocks[static_cast<std::size_t>(place.block)].instructions[place.index]);
  }

  static constexpr std::uint32_t constant_bit = 0x40000000;

  void place_registers() {
    for (ir::Register r = 0; r < in_.registers.size(); ++r) {
      slot_.push_back(out_.registers);
      out_.registers += is_wide(in_.registers[r]) ? 2 : 1;
    }
    const std::uint32_t parameters = in_.parameters + (in_.variadic ? 1 : 0);
    for (ir::Register r = 0; r < parameters; ++r) {
      out_.parameter_slots.push_back(slot_[r]);
      out_.parameter_wide.push_back(is_wide(in_.registers[r]));
    }
  }

  std::uint32_t constant(ir::Bits bits, bool wide) {
    const auto key = std::pair(bits, wide);
    auto [it, fresh] = constants_.try_emplace(key, static_cast<std::uint32_t>(out_.constants.size()));
    if (fresh) {
      out_.constants.push_back(static_cast<std::uint64_t>(bits));
      if (wide) out_.constants.push_back(static_cast<std::uint64_t>(bits >> 64));
    }
    return it->second | constant_bit;
  }

  std::uint32_t slot(const ir::Operand& operand, bool wide, ir::PositionId at) {
    switch (operand.kind) {
      case ir::Operand::Kind::reg: return slot_[operand.index];
      case ir::Operand::Kind::constant: return constant(operand.bits, wide);
      case ir::Operand::Kind::function: return constant(address_of(static_key(Region::function, operand.index)), false);
      case ir::Operand::Kind::global: break;
    }
    const auto key = code_.layout_.key[operand.index];
    if (key) return constant(address_of(key) + static_cast<std::uint64_t>(operand.bits), false);
    // A thread-local variable: its address depends on who asks.
    Instruction tls{.op = ir::Op::copy, .width = 64, .sub = 1, .at = at};
    tls.d = out_.registers++;
    tls.b = code_.layout_.thread_local_page[operand.index];
    tls.c = static_cast<std::uint32_t>(operand.bits);
    push(tls, nullptr);
    return tls.d;
  }
  bool wide(const ir::Operand& operand, ir::Type type) const {
    return operand.kind == ir::Operand::Kind::reg ? is_wide(in_.registers[operand.index]) : is_wide(type);
  }
  std::uint32_t flagged(const ir::Operand& operand, ir::Type type, ir::PositionId at) {
    const bool w = wide(operand, type);
    return slot(operand, w, at) | (w ? wide_bit : 0);
  }

  void push(const Instruction& instruction, const ir::Instruction* origin) {
    out_.code.push_back(instruction);
    out_.origin.push_back(origin);
  }

  std::uint32_t list(const std::vector<std::uint32_t>& items) {
    const auto at = static_cast<std::uint32_t>(code_.lists_.size());
    code_.lists_.push_back(static_cast<std::uint32_t>(items.size()));
    code_.lists_.insert(code_.lists_.end(), items.begin(), items.end());
    return at;
  }

  void translate(const ir::Instruction& in) {
    Instruction out{.op = in.op,
                    .width = static_cast<std::uint8_t>(in.type.bits),
                    .from = static_cast<std::uint8_t>(in.from.bits),
                    .floating = in.type.kind == ir::Type::Kind::floating,
                    .local = in.local,
                    .weak = in.weak,
                    .access = in.access,
                    .at = in.at};
    if (!in.results.empty()) out.d = slot_[in.results[0]];
    if (in.results.size() > 1) out.d2 = slot_[in.results[1]];
    if (!in.targets.empty()) out.target = static_cast<Pc>(in.targets[0]);
    if (in.targets.size() > 1) out.target2 = static_cast<Pc>(in.targets[1]);
    switch (in.op) {
      case ir::Op::call: {
        std::vector<std::uint32_t> arguments, results;
        const ir::Operand& callee = in.operands[0];
        const ir::Function* known =
            callee.kind == ir::Operand::Kind::function ? &code_.program_->functions[callee.index] : nullptr;
        out.a = slot(callee, false, in.at);
        for (std::size_t i = 1; i < in.operands.size(); ++i) {
          ir::Type type = ir::integer(64);
          if (known && i - 1 < known->registers.size() && i - 1 < known->parameters) type = known->registers[i - 1];
          arguments.push_back(flagged(in.operands[i], type, in.at));
        }
        for (ir::Register r : in.results) results.push_back(slot_[r] | (is_wide(in_.registers[r]) ? wide_bit : 0));
        out.list = list(arguments);
        out.d = list(results);
        out.d2 = 0;
        out.target2 = in.unwind ? static_cast<Pc>(*in.unwind) + 1 : 0;
        break;
      }
      case ir::Op::ret: {
        std::vector<std::uint32_t> values;
        for (std::size_t i = 0; i < in.operands.size(); ++i)
          values.push_back(flagged(in.operands[i], i < in_.results.size() ? in_.results[i] : ir::integer(64), in.at));
        out.list = list(values);
        break;
      }
      case ir::Op::landing: {
        std::vector<std::uint32_t> table;
        const bool terminates = ends_the_program(std::span(block_->instructions).subspan(1));
        for (const ir::Clause& clause : in.clauses) {
          const auto [code, selector] = meaning(clause, terminates);
          table.insert(table.end(),
                       {static_cast<std::uint32_t>(code), static_cast<std::uint32_t>(code >> 32), selector});
        }
        out.list = list(table);
        break;
      }
      case ir::Op::switch_: {
        std::vector<std::uint32_t> table;
        for (std::size_t i = 0; i < in.cases.size(); ++i) {
          table.push_back(static_cast<std::uint32_t>(in.cases[i]));
          table.push_back(static_cast<std::uint32_t>(in.cases[i] >> 32));
          table.push_back(static_cast<std::uint32_t>(in.targets[i + 1]));
        }
        out.list = list(table);
        out.target2 = 0;
        out.a = slot(in.operands[0], false, in.at);
        break;
      }
      default: {
        std::array<std::uint32_t*, 3> fields{&out.a, &out.b, &out.c};
        for (std::size_t i = 0; i < in.operands.size() && i < 3; ++i) {
          ir::Type type = in.type;
          const bool conversion = in.op == ir::Op::trunc || in.op == ir::Op::zext || in.op == ir::Op::sext;
          if (conversion) type = in.from;
          if (in.op == ir::Op::load || in.op == ir::Op::copy_bytes || in.op == ir::Op::fill_bytes ||
              in.op == ir::Op::offset || in.op == ir::Op::intrinsic || (in.op == ir::Op::store && i == 1) ||
              (in.op == ir::Op::select && i == 0) ||
              ((in.op == ir::Op::read_modify_write || in.op == ir::Op::compare_exchange) && i == 0))
            type = ir::integer(64);
          *fields[i] = slot(in.operands[i], wide(in.operands[i], type), in.at);
        }
        if (in.op == ir::Op::offset) {  // scale and displacement travel together in one list
          const auto scale = static_cast<std::uint64_t>(in.operands[2].bits);
          const auto shift = in.operands.size() > 3 ? static_cast<std::uint64_t>(in.operands[3].bits) : 0;
          out.list = list({static_cast<std::uint32_t>(scale), static_cast<std::uint32_t>(scale >> 32),
                           static_cast<std::uint32_t>(shift), static_cast<std::uint32_t>(shift >> 32)});
          out.c = out.a;
        }
        if (in.op == ir::Op::alloca_) {
          out.list = static_cast<std::uint32_t>(code_.variables_.size());
          code_.variables_.push_back(&in);
        }
        if (in.op == ir::Op::intrinsic) {
          out.sub = static_cast<std::uint8_t>(in.which);
          if (in.results.empty()) out.d = out_.registers++;  // a result that is dropped still goes somewhere
          if (in.which == ir::Intrinsic::input) {
            out.list = static_cast<std::uint32_t>(code_.inputs_.size());
            code_.inputs_.push_back(ir::input_values(in_, in));
          }
        }
        if (in.op == ir::Op::read_modify_write) out.sub = static_cast<std::uint8_t>(in.modify);
        // The source width of a conversion is that of its register, where the ir leaves it out.
        if (out.from == 0 && !in.operands.empty() && in.operands[0].kind == ir::Operand::Kind::reg)
          out.from = static_cast<std::uint8_t>(in_.registers[in.operands[0].index].bits);
      }
    }
    push(out, &in);
  }

  /// What the runtime calls it (runtime/fermata_intrinsics.h), and the selector.
  std::pair<std::uint64_t, std::uint32_t> meaning(const ir::Clause& clause, bool terminates) const {
    switch (clause.kind) {
      case ir::Clause::Kind::cleanup: return {1, ir::selector_of_cleanup};
      case ir::Clause::Kind::catch_all: return {terminates ? 3 : 2, ir::selector_of_all};
      case ir::Clause::Kind::filter: return {4, ir::selector_of_all};
      case ir::Clause::Kind::catch_type: break;
    }
    const ir::Operand& type = clause.types[0];
    if (type.kind != ir::Operand::Kind::global) return {4, ir::selector_of_all};  // no type that the language has
    return {address_of(code_.layout_.key[type.index]) + static_cast<std::uint64_t>(type.bits),
            ir::selector_of(ir::GlobalId{type.index})};
  }

  /// A landing that only leads to std::terminate, as clang writes it for functions that are noexcept.
  bool ends_the_program(std::span<const ir::Instruction> behind_landing) const {
    for (unsigned jumps = 0; jumps < 4; ++jumps) {
      const auto next = std::ranges::find_if(behind_landing, [](const auto& i) { return i.op != ir::Op::copy; });
      if (next->op == ir::Op::call)
        return next->operands[0].kind == ir::Operand::Kind::function &&
               code_.program_->functions[next->operands[0].index].name == "__clang_call_terminate";
      if (next->op != ir::Op::jump) return false;
      behind_landing = in_.blocks[static_cast<std::size_t>(next->targets[0])].instructions;
    }
    return false;
  }

  void resolve_targets(Instruction& i) {
    switch (i.op) {
      case ir::Op::switch_: {
        const std::uint32_t count = code_.lists_[i.list];
        for (std::uint32_t k = 0; k < count; k += 3) {
          auto& target = code_.lists_[i.list + 1 + k + 2];
          target = block_start_[target];
        }
        [[fallthrough]];
      }
      case ir::Op::jump: i.target = block_start_[i.target]; break;
      case ir::Op::branch:
        i.target = block_start_[i.target];
        i.target2 = block_start_[i.target2];
        break;
      case ir::Op::call:
        if (i.target2) i.target2 = block_start_[i.target2 - 1] + 1;  // 0 stays "none"
        break;
      default: break;
    }
  }

  /// Visits every field that names a slot.
  template <class F>
  void each_slot(Instruction& i, F f) {
    f(i.a), f(i.b), f(i.c);
    if (i.op == ir::Op::call || i.op == ir::Op::ret)
      for (std::uint32_t k = 1; k <= code_.lists_[i.list]; ++k) f(code_.lists_[i.list + k]);
  }

  bool wide_slot(std::uint32_t s) const { return wide_slots_.at(s); }

  template <class Use, class Def>
  void uses_and_defs(const Instruction& i, const ir::Instruction* in, Use use, Def def) const {
    auto use_flagged = [&](std::uint32_t s) {
      const std::uint32_t slot = s & ~wide_bit;
      if (slot >= out_.registers) return;
      use(slot);
      if (wide_slot(slot)) use(slot + 1);
    };
    auto def_flagged = [&](std::uint32_t s) {
      def(s & ~wide_bit);
      if (wide_slot(s & ~wide_bit)) def((s & ~wide_bit) + 1);
    };
    if (!in) return def(i.d);  // thread-local address
    if (i.op == ir::Op::call) {
      use_flagged(i.a);
      for (std::uint32_t s : code_.list(i.list)) use_flagged(s);
      for (std::uint32_t s : code_.list(i.d)) def_flagged(s);
      return;
    }
    if (i.op == ir::Op::ret) {
      for (std::uint32_t s : code_.list(i.list)) use_flagged(s);
      return;
    }
    const std::array<std::uint32_t, 3> fields{i.a, i.b, i.c};
    const std::size_t operands = i.op == ir::Op::offset ? 2 : std::min<std::size_t>(in->operands.size(), 3);
    for (std::size_t k = 0; k < operands; ++k) use_flagged(fields[k]);
    if (!in->results.empty()) def_flagged(i.d);
    if (in->results.size() > 1) def_flagged(i.d2);
  }

  void find_live_slots() {
    wide_slots_.assign(out_.registers, false);
    for (ir::Register r = 0; r < in_.registers.size(); ++r) wide_slots_[slot_[r]] = is_wide(in_.registers[r]);
    const std::size_t blocks = block_start_.size(), n = out_.registers;
    std::vector<BitSet> in(blocks, BitSet(n));
    auto end_of = [&](std::size_t b) {
      return b + 1 < blocks ? block_start_[b + 1] : static_cast<Pc>(out_.code.size());
    };
    std::map<Pc, std::size_t> block_at;
    for (std::size_t b = 0; b < blocks; ++b) block_at[block_start_[b]] = b;
    auto live_after = [&](const Instruction& last) {
      BitSet live(n);
      auto join = [&](Pc target) { live.unite(in[block_at.at(target)]); };
      if (last.op == ir::Op::jump) join(last.target);
      if (last.op == ir::Op::branch) join(last.target), join(last.target2);
      if (last.op == ir::Op::switch_) {
        join(last.target);
        const auto table = code_.list(last.list);
        for (std::size_t k = 0; k < table.size(); k += 3) join(table[k + 2]);
      }
      return live;
    };
    auto step_back = [&](Pc pc, BitSet& live, BitSet* across) {
      const Instruction& i = out_.code[pc];
      uses_and_defs(i, out_.origin[pc], [](std::uint32_t) {}, [&](std::uint32_t s) { live.remove(s); });
      if (i.op == ir::Op::call && i.target2) live.unite(in[block_at.at(i.target2 - 1)]);
      if (across) *across = live;
      uses_and_defs(i, out_.origin[pc], [&](std::uint32_t s) { live.add(s); }, [](std::uint32_t) {});
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = blocks; b-- > 0;) {
        BitSet live = live_after(out_.code[end_of(b) - 1]);
        for (Pc pc = end_of(b); pc-- > block_start_[b];) step_back(pc, live, nullptr);
        changed |= in[b].unite(live);
      }
    }
    out_.before_begin.assign(out_.code.size(), 0);
    out_.across_begin.assign(out_.code.size(), 0);
    auto record = [&](const BitSet& live) {
      const auto at = static_cast<std::uint32_t>(out_.live_slots.size());
      out_.live_slots.push_back(0);
      live.each([&](std::uint32_t s) { out_.live_slots.push_back(s); });
      out_.live_slots[at] = static_cast<std::uint32_t>(out_.live_slots.size()) - at - 1;
      return at;
    };
    for (std::size_t b = 0; b < blocks; ++b) {
      BitSet live = live_after(out_.code[end_of(b) - 1]);
      BitSet across(n);
      for (Pc pc = end_of(b); pc-- > block_start_[b];) {
        step_back(pc, live, &across);
        out_.before_begin[pc] = record(live);
        if (out_.code[pc].op == ir::Op::call) out_.across_begin[pc] = record(across);
      }
    }
  }

  Code& code_;
  const ir::Function& in_;
  FunctionCode& out_;
  const ir::Block* block_ = nullptr;  ///< that is being translated
  std::vector<std::uint32_t> slot_;
  std::vector<bool> wide_slots_;
  std::vector<Pc> block_start_;
  std::map<std::pair<ir::Bits, bool>, std::uint32_t> constants_;
};

Code::Code(const ir::Program& program, const ir::SpinRules& spin_rules)
    : program_(&program),
      sees_ends_(ir::sees_ends(program)),
      reads_clock_(ir::uses(program, ir::Intrinsic::time_repeats)),
      assumes_(ir::uses(program, ir::Intrinsic::assume) || ir::uses(program, ir::Intrinsic::input)) {
  for (std::uint32_t g = 0; g < program.globals.size(); ++g) {
    const ir::Global& global = program.globals[g];
    const ir::GlobalId id{g};
    layout_.key.push_back(0);
    layout_.thread_local_page.push_back(0);
    if (global.thread_local_) {
      layout_.thread_local_page[g] = layout_.thread_local_pages.add(global.size);
      layout_.thread_locals.push_back(id);
    } else if (global.constant) {
      layout_.key[g] = static_key(Region::constant, layout_.constant_pages.add(global.size));
      layout_.constants.push_back(id);
    } else {
      layout_.key[g] = static_key(Region::global, layout_.variable_pages.add(global.size));
      layout_.variables.push_back(id);
      std::uint32_t count = cells_of(global.size);
      if (layout_.next_word + count > most_cell_words) count = 1;
      layout_.words.push_back({layout_.next_word, count});
      layout_.next_word += count;
      quiet_.push_back(std::ranges::find(quiet_globals, std::string_view(global.name)) != quiet_globals.end());
    }
  }
  for (ir::GlobalId id : layout_.constants) {
    constants_.push_back({image(id)});
    if (program[id].size <= largest_whole_constant)
      constants_.back().bytes.resize(std::max<std::uint64_t>(program[id].size, 1));
  }
  functions_.resize(program.functions.size());
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) {
    Translator translator(*this, f);
    translator.run();
    translator.mark_spins(spin_rules);
  }
  expect_variables_of_main();
}

// The entry may be `main`, or call it. Until there is a variable of unknown size: where the next one is depends on it.
void Code::expect_variables_of_main() {
  auto& cells = layout_.main_cells;
  cells.resize(layout_.thread_local_pages.pages(), {0, 0});
  const auto expect = [&](const ir::Function& function, const auto& again) -> void {
    for (const ir::Instruction& in : function.blocks[0].instructions) {
      if (in.op == ir::Op::call && in.operands[0].kind == ir::Operand::Kind::function)
        if (const ir::Function& called = program_->functions[in.operands[0].index];
            called.name == "main" && !called.blocks.empty() && &called != &function)
          return again(called, again);
      if (in.op != ir::Op::alloca_) continue;
      if (in.operands[0].kind != ir::Operand::Kind::constant) return;
      const auto size = static_cast<std::uint64_t>(in.operands[0].bits);
      if (size > max_object_size) return;
      const std::uint32_t count = vm::cells_of(size);
      const bool room = count > 1 && layout_.next_word + count <= most_cell_words;
      cells.push_back(room ? Layout::Words{layout_.next_word, count} : Layout::Words{0, 0});
      if (room) layout_.next_word += count;
      cells.resize(cells.size() + pages_for(size) - 1, {0, 0});
    }
  };
  expect(program_->functions[static_cast<std::size_t>(program_->entry)], expect);
  while (!cells.empty() && cells.back().count == 0) cells.pop_back();
}

Layout::Words Layout::cells_of(ObjectKey key, std::uint32_t size) const {
  if (region_of(key) != Region::stack || arena_of(key) != 0 || page_of(key) >= main_cells.size()) return {0, 0};
  const std::uint32_t count = vm::cells_of(size);
  const Words words = main_cells[page_of(key)];
  return count > 1 && count <= words.count ? Words{words.first, count} : Words{0, 0};
}

const ir::GlobalId* Layout::global_at(ObjectKey page) const {
  const Region region = region_of(page);
  if (region != Region::global && region != Region::constant) return nullptr;
  const auto index = (region == Region::global ? variable_pages : constant_pages).at(static_page_of(page));
  return index ? &(region == Region::global ? variables : constants)[*index] : nullptr;
}

std::uint32_t Row::add(std::uint64_t size) {
  const std::uint32_t page = pages();
  index_.resize(std::size_t{page} + pages_for(size), static_cast<std::uint32_t>(first_.size()));
  first_.push_back(page);
  return page;
}

const ir::Global* Code::missing(ObjectKey key) const {
  const ir::GlobalId* id = layout_.global_at(key);
  return id && (*program_)[*id].missing ? &(*program_)[*id] : nullptr;
}

std::vector<std::uint8_t> Code::image(ir::GlobalId id) const {
  const ir::Global& global = (*program_)[id];
  std::vector<std::uint8_t> bytes = global.bytes;
  for (const ir::Relocation& r : global.relocations) {
    Address target = 0;
    if (r.target.kind == ir::Operand::Kind::function) target = address_of(static_key(Region::function, r.target.index));
    if (r.target.kind == ir::Operand::Kind::global)
      target = address_of(layout_.key[r.target.index]) + static_cast<std::uint64_t>(r.target.bits);
    if (bytes.size() < r.offset + sizeof target) bytes.resize(r.offset + sizeof target);
    std::memcpy(bytes.data() + r.offset, &target, sizeof target);
  }
  return bytes;
}

}  // namespace fermata::vm
