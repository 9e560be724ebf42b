// SPDX-License-Identifier: Apache-2.0
// The program as the interpreter runs it: flat code, every operand a slot of the frame.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/bounded_spins.h"
#include "ir/input_values.h"
#include "ir/program.h"
#include "vm/address.h"

namespace fermata::vm {

using Pc = std::uint32_t;

/// In lists of slots (arguments, results): this value takes two.
constexpr std::uint32_t wide_bit = 0x80000000;

/// What an instruction of a bounded spin is there for; as in ir/bounded_spins.h.
enum class SpinRole : std::uint8_t { none, attempt, idle_attempt, pause };

/// One instruction. Operands are slots of the frame: registers first, then the function's
/// constants, which are copied in when the frame is set up. A value wider than 64 bits takes two.
struct Instruction {
  ir::Op op = ir::Op::unreachable;
  std::uint8_t width = 0;  ///< bits of `type`, up to 128
  std::uint8_t from = 0;   ///< bits of the source of a conversion or of offset's index
  std::uint8_t sub = 0;    ///< ir::Modify, ir::Intrinsic, or size in bytes of a memory access
  bool floating = false;   ///< `type` is a float
  bool local = false;      ///< an access nobody else can see
  bool weak = false;
  SpinRole role = SpinRole::none;
  ir::Access access = ir::Access::plain;  ///< to memory: as the source spelt it
  std::uint32_t d = 0, d2 = 0;            ///< result slots
  std::uint32_t a = 0, b = 0, c = 0;
  /// Into the code's lists: arguments, switch tables, clauses. alloca, input: its number. jump, branch: the number of
  /// the bounded spin in which it may go back, plus 1.
  std::uint32_t list = 0;
  Pc target = 0, target2 = 0;  ///< jumps; target2 is also a call's unwind block (0: none)
  ir::PositionId at{};
};

/// A loop as in ir/bounded_spins.h.
struct Spin {
  Pc header = 0, exit = 0;
};

struct FunctionCode {
  std::uint32_t id = 0;
  const ir::Function* source = nullptr;
  std::vector<Instruction> code;
  std::uint32_t registers = 0;           ///< slots taken by registers
  std::vector<std::uint64_t> constants;  ///< slots after those
  std::vector<std::uint32_t> parameter_slots;
  std::vector<std::uint8_t> parameter_wide;
  /// Slots whose value matters before instruction pc.
  std::span<const std::uint32_t> live_before(Pc pc) const { return live_at(before_begin, pc); }
  /// Slots whose value matters while the call at pc runs: what is read after it, without its results.
  std::span<const std::uint32_t> live_across(Pc pc) const { return live_at(across_begin, pc); }
  std::vector<std::uint32_t> before_begin, across_begin;  ///< into live_slots: count, slots...
  std::vector<std::uint32_t> live_slots;
  std::vector<const ir::Instruction*> origin;  ///< the ir instruction behind each pc
  std::vector<Spin> spins;

  std::span<const std::uint32_t> live_at(const std::vector<std::uint32_t>& begin, Pc pc) const {
    const std::uint32_t at = begin[pc];
    return {live_slots.data() + at + 1, live_slots[at]};
  }
  std::uint32_t slots() const { return registers + static_cast<std::uint32_t>(constants.size()); }
};

struct ConstantObject {
  std::vector<std::uint8_t> bytes;  ///< all; of one that is very large, its image
};

/// Objects one after the other, each on as many pages as it needs.
class Row {
 public:
  /// The first page of the next one.
  std::uint32_t add(std::uint64_t size);
  std::uint32_t pages() const { return static_cast<std::uint32_t>(index_.size()); }
  std::uint32_t first_page(std::uint32_t index) const { return first_[index]; }
  /// The object on a page, if there is one.
  std::optional<std::uint32_t> at(std::uint32_t page) const {
    return page < index_.size() ? std::optional(index_[page]) : std::nullopt;
  }

 private:
  std::vector<std::uint32_t> first_;  ///< by object
  std::vector<std::uint32_t> index_;  ///< by page
};

/// Where the program's variables live.
struct Layout {
  std::vector<ir::GlobalId> variables, constants, thread_locals;
  /// The pages of each of these; those of thread-locals are the lowest on every thread's stack.
  Row variable_pages, constant_pages, thread_local_pages;
  std::vector<ObjectKey> key;                    ///< by GlobalId; 0 for thread-locals
  std::vector<std::uint32_t> thread_local_page;  ///< by GlobalId
  /// Of each variable, the words of a state: one, or as many as it has cells (memory.cpp).
  struct Words {
    std::uint32_t first = 0, count = 1;
  };
  std::vector<Words> words;
  /// Likewise for the cells of the variables that `main` begins with, while they are shared: by page of its stack, no
  /// words if there is none. What was expected there does not matter: the page and the size say where cells are.
  std::vector<Words> main_cells;
  std::uint32_t next_word = 1;  ///< behind all of them

  /// The words of an object in cells that is on a heap or a stack; none: the cells are in its component.
  Words cells_of(ObjectKey key, std::uint32_t size) const;

  /// The variable or constant on this page, or null.
  const ir::GlobalId* global_at(ObjectKey page) const;
};

class Code {
 public:
  explicit Code(const ir::Program& program, const ir::SpinRules& spin_rules = {});

  const ir::Program& program() const { return *program_; }
  const FunctionCode& function(std::uint32_t id) const { return functions_[id]; }
  std::size_t function_count() const { return functions_.size(); }
  const Layout& layout() const { return layout_; }
  const ConstantObject& constant(std::uint32_t index) const { return constants_[index]; }
  /// Initial bytes of a global, addresses filled in; if they are fewer than its size, the rest is zero.
  std::vector<std::uint8_t> image(ir::GlobalId) const;
  std::span<const std::uint32_t> list(std::uint32_t at) const { return {lists_.data() + at + 1, lists_[at]}; }
  /// The alloca behind Object::origin of a stack object.
  const ir::Instruction& variable(std::uint32_t origin) const { return *variables_[origin]; }
  /// The function that begins here, if one does.
  std::optional<std::uint32_t> function_at(Address address) const {
    const ObjectKey key = key_of(address);
    const bool good =
        region_of(key) == Region::function && offset_in(key, address) == 0 && static_page_of(key) < functions_.size();
    return good ? std::optional(static_page_of(key)) : std::nullopt;
  }
  /// A variable that is defined nowhere; or null.
  const ir::Global* missing(ObjectKey key) const;
  bool sees_ends() const { return sees_ends_; }  ///< as in ir/intrinsics.h
  bool reads_clock() const { return reads_clock_; }
  bool assumes() const { return assumes_; }  ///< something, perhaps of an input
  /// Behind Instruction::list of an input.
  const ir::InputValues& input(std::uint32_t list) const { return inputs_[list]; }
  /// An object that output streams keep to themselves: touching it is no event for other threads.
  bool quiet(ObjectKey key) const {
    return region_of(key) == Region::global && quiet_[*layout_.variable_pages.at(static_page_of(key))];
  }

 private:
  friend class Translator;
  void expect_variables_of_main();

  const ir::Program* program_;
  Layout layout_;
  std::vector<FunctionCode> functions_;
  std::vector<ConstantObject> constants_;
  std::vector<std::uint32_t> lists_;
  std::vector<const ir::Instruction*> variables_;
  std::vector<std::uint8_t> quiet_;
  std::vector<ir::InputValues> inputs_;
  bool sees_ends_, reads_clock_, assumes_;
};

}  // namespace fermata::vm
