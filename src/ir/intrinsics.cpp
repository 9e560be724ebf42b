// SPDX-License-Identifier: Apache-2.0
#include "ir/intrinsics.h"

#include <algorithm>
#include <cstddef>

namespace fermata::ir {
namespace {

constexpr Type i32 = integer(32);
constexpr Type i64 = integer(64);
constexpr Type none{};

constexpr Type one_int[] = {i32};
constexpr Type two_ints[] = {i32, i32};
constexpr Type one_size[] = {i64};
constexpr Type one_pointer[] = {pointer};
constexpr Type two_pointers[] = {pointer, pointer};
constexpr Type int_pointer[] = {i32, pointer};
constexpr Type int_pointer_int[] = {i32, pointer, i32};
constexpr Type int_two_pointers[] = {i32, pointer, pointer};
constexpr Type two_ints_pointer[] = {i32, i32, pointer};
constexpr Type pointer_size[] = {pointer, i64};

constexpr IntrinsicForm table[] = {
    {Intrinsic::atomic_begin, "__fermata_atomic_begin", "atomic_begin", {}, none},
    {Intrinsic::atomic_end, "__fermata_atomic_end", "atomic_end", {}, none},
    {Intrinsic::block_until, "__fermata_block_until", "block_until", one_int, none},
    {Intrinsic::choose, "__fermata_choose", "choose", two_ints, i32},
    {Intrinsic::spawn, "__fermata_spawn", "spawn", two_pointers, i32},
    {Intrinsic::thread_exit, "__fermata_thread_exit", "thread_exit", one_pointer, none, true},
    {Intrinsic::thread_state, "__fermata_thread_state", "thread_state", one_int, i32},
    {Intrinsic::reap, "__fermata_reap", "reap", one_int, pointer},
    {Intrinsic::detach, "__fermata_detach", "detach", one_int, none},
    {Intrinsic::self, "__fermata_self", "self", {}, i32},
    {Intrinsic::section_begin, "__fermata_section_begin", "section_begin", int_pointer, none},
    {Intrinsic::section_end, "__fermata_section_end", "section_end", int_pointer_int, none},
    {Intrinsic::next_in_section, "__fermata_next_in_section", "next_in_section", int_pointer_int, i32},
    {Intrinsic::acquired, "__fermata_acquired", "acquired", one_pointer, none},
    {Intrinsic::released, "__fermata_released", "released", one_pointer, none},
    {Intrinsic::taken, "__fermata_taken", "taken", one_pointer, none},
    {Intrinsic::given, "__fermata_given", "given", one_pointer, none},
    {Intrinsic::observed, "__fermata_observed", "observed", one_pointer, none},
    {Intrinsic::settled, "__fermata_settled", "settled", one_pointer, none},
    {Intrinsic::event, "__fermata_event", "event", two_pointers, none},
    {Intrinsic::fail, "__fermata_fail", "fail", int_pointer, none, true},
    {Intrinsic::alloc, "__fermata_alloc", "alloc", one_size, pointer},
    {Intrinsic::free, "__fermata_free", "free", one_pointer, none},
    {Intrinsic::object_size, "__fermata_object_size", "object_size", one_pointer, i64},
    {Intrinsic::exit_process, "__fermata_exit", "exit_process", one_int, none, true},
    {Intrinsic::print, "__fermata_print", "print", pointer_size, none},
    {Intrinsic::unmodelled, "__fermata_unmodelled", "unmodelled", one_pointer, none, true},
    {Intrinsic::option, "__fermata_option", "option", one_int, i32},
    {Intrinsic::owns, "__fermata_owns", "owns", int_two_pointers, none},
    {Intrinsic::place, "__fermata_place", "place", {}, i32},
    {Intrinsic::ended, "__fermata_ended", "ended", one_int, i32},
    {Intrinsic::time_repeats, "__fermata_time_repeats", "time_repeats", {}, none},
    {Intrinsic::shown, "__fermata_shown", "shown", one_size, i64},
    {Intrinsic::input, "__fermata_input", "input", two_ints, i64},
    {Intrinsic::assume, "__fermata_assume", "assume", one_int, none},
    {Intrinsic::sleep_on, "__fermata_sleep_on", "sleep_on", int_pointer, none},
    {Intrinsic::sleeps_on, "__fermata_sleeps_on", "sleeps_on", one_int, pointer},
    {Intrinsic::sleepers, "__fermata_sleepers", "sleepers", one_pointer, i32},
    {Intrinsic::choose_sleeper, "__fermata_choose_sleeper", "choose_sleeper", one_pointer, i32},
    {Intrinsic::wake_all, "__fermata_wake_all", "wake_all", int_pointer, i32},
    {Intrinsic::throws, "__fermata_throws", "throws", {}, none},
    {Intrinsic::clause, "__fermata_clause", "clause", two_ints, i64},
    {Intrinsic::unwind, "__fermata_unwind", "unwind", two_ints_pointer, none, true},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(table); ++i) {
    if (static_cast<std::size_t>(table[i].which) != i) return false;
  }
  return std::size(table) == static_cast<std::size_t>(Intrinsic::unwind) + 1;
}
static_assert(in_order(), "the table has one line for each Intrinsic, in the order of the enum");

std::optional<Intrinsic> find(std::string_view name, std::string_view IntrinsicForm::* column) {
  const auto* found = std::ranges::find(table, name, column);
  if (found == std::end(table)) return std::nullopt;
  return found->which;
}

}  // namespace

std::span<const IntrinsicForm> intrinsics() { return table; }

const IntrinsicForm& form(Intrinsic which) { return table[static_cast<std::size_t>(which)]; }

bool uses(const Program& program, Intrinsic which) {
  for (const Function& function : program.functions)
    for (const Block& block : function.blocks)
      for (const Instruction& i : block.instructions)
        if (i.op == Op::intrinsic && i.which == which) return true;
  return false;
}

// `owns` counts, since a thread owns what it has declared until it ends.
bool sees_ends(const Program& program) { return uses(program, Intrinsic::ended) || uses(program, Intrinsic::owns); }

std::optional<Intrinsic> intrinsic_named(std::string_view c_name) { return find(c_name, &IntrinsicForm::c_name); }

std::optional<Intrinsic> intrinsic_of_text(std::string_view name) { return find(name, &IntrinsicForm::name); }

}  // namespace fermata::ir
