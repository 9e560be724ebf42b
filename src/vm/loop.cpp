// SPDX-License-Identifier: Apache-2.0
// The dispatch loop: a plain switch over flat code, registers in one stack of 64-bit slots.
#include <algorithm>
#include <optional>

#include "vm/interpreter.h"

namespace fermata::vm {

namespace {

using ir::Op;

/// These care for wide values themselves.
bool is_access(Op op) {
  return op == Op::load || op == Op::store || op == Op::read_modify_write || op == Op::compare_exchange;
}

}  // namespace

/// Until the run halts.
void Interpreter::loop() {
  // The innermost frame, in locals for speed.
  Frame* frame;
  const Instruction* code;
  std::uint64_t* r;
  Pc pc;
  std::uint64_t executed;
  const auto enter = [&] {
    frame = &stack_.top();
    code = frame->code->code.data();
    r = stack_.registers();
    pc = frame->pc;
    executed = step_.executed;
  };
  // Before anything that may halt, or that asks where the thread is.
  const auto sync = [&] [[gnu::always_inline]] { frame->pc = pc, step_.executed = executed; };
  // False: halted.
  const auto jump = [&] [[gnu::always_inline]] (Pc to) {
    ++executed;
    const bool back = to <= pc;
    pc = to;
    if (!back || ++loops_.back_edges < loops_.next_checkpoint) return true;
    sync();
    return check_private_loop();
  };
  // Of a jump in a bounded spin.
  const auto last_round = [&](const Instruction& i, Pc to) {
    const Spin& spin = frame->code->spins[i.list - 1];
    if (options_.spins == Options::Spins::all || to != spin.header) return to;
    sync();
    return go_back(spin);
  };
  enter();
  for (;;) {
    const Instruction& i = code[pc];
    if (i.width > 64 && !is_access(i.op)) [[unlikely]] {
      frame->pc = pc;
      if (!execute_wide(i, r)) return;
      ++pc, ++executed;
      continue;
    }
    const std::uint32_t w = i.width;
    switch (i.op) {
      case Op::add: r[i.d] = integer(Op::add, r[i.a], r[i.b], w); break;
      case Op::sub: r[i.d] = integer(Op::sub, r[i.a], r[i.b], w); break;
      case Op::mul: r[i.d] = integer(Op::mul, r[i.a], r[i.b], w); break;
      case Op::and_: r[i.d] = integer(Op::and_, r[i.a], r[i.b], w); break;
      case Op::or_: r[i.d] = integer(Op::or_, r[i.a], r[i.b], w); break;
      case Op::xor_: r[i.d] = integer(Op::xor_, r[i.a], r[i.b], w); break;
      case Op::shl: r[i.d] = integer(Op::shl, r[i.a], r[i.b], w); break;
      case Op::lshr: r[i.d] = integer(Op::lshr, r[i.a], r[i.b], w); break;
      case Op::ashr: r[i.d] = integer(Op::ashr, r[i.a], r[i.b], w); break;
      case Op::umin: r[i.d] = integer(Op::umin, r[i.a], r[i.b], w); break;
      case Op::umax: r[i.d] = integer(Op::umax, r[i.a], r[i.b], w); break;
      case Op::smin: r[i.d] = integer(Op::smin, r[i.a], r[i.b], w); break;
      case Op::smax: r[i.d] = integer(Op::smax, r[i.a], r[i.b], w); break;
      case Op::eq:
      case Op::ne:
        if (w == 64) compared(r[i.a], r[i.b]);
        r[i.d] = integer(i.op, r[i.a], r[i.b], w);
        break;
      case Op::ult: r[i.d] = integer(Op::ult, r[i.a], r[i.b], w); break;
      case Op::ule: r[i.d] = integer(Op::ule, r[i.a], r[i.b], w); break;
      case Op::ugt: r[i.d] = integer(Op::ugt, r[i.a], r[i.b], w); break;
      case Op::uge: r[i.d] = integer(Op::uge, r[i.a], r[i.b], w); break;
      case Op::slt: r[i.d] = integer(Op::slt, r[i.a], r[i.b], w); break;
      case Op::sle: r[i.d] = integer(Op::sle, r[i.a], r[i.b], w); break;
      case Op::sgt: r[i.d] = integer(Op::sgt, r[i.a], r[i.b], w); break;
      case Op::sge: r[i.d] = integer(Op::sge, r[i.a], r[i.b], w); break;
      case Op::ctpop: r[i.d] = integer(Op::ctpop, r[i.a], 0, w); break;
      case Op::ctlz: r[i.d] = integer(Op::ctlz, r[i.a], 0, w); break;
      case Op::cttz: r[i.d] = integer(Op::cttz, r[i.a], 0, w); break;
      case Op::bswap: r[i.d] = integer(Op::bswap, r[i.a], 0, w); break;
      case Op::bitreverse: r[i.d] = integer(Op::bitreverse, r[i.a], 0, w); break;
      case Op::abs: r[i.d] = integer(Op::abs, r[i.a], 0, w); break;
      case Op::udiv:
      case Op::urem:
      case Op::sdiv:
      case Op::srem:
        if (const DivisionFault fault = division_fault(i.op, r[i.a], r[i.b], w); fault != DivisionFault::none) {
          frame->pc = pc;
          fail_division(fault);
          return;
        }
        r[i.d] = divided(i.op, r[i.a], r[i.b], w);
        break;
      case Op::uaddo:
      case Op::saddo:
      case Op::usubo:
      case Op::ssubo:
      case Op::umulo:
      case Op::smulo: {
        const Overflowing result = overflowing(i.op, r[i.a], r[i.b], w);
        r[i.d] = result.value;
        r[i.d2] = result.overflow;
        break;
      }
      case Op::fadd:
      case Op::fsub:
      case Op::fmul:
      case Op::fdiv:
      case Op::frem:
      case Op::fmin:
      case Op::fmax:
      case Op::foeq:
      case Op::fone:
      case Op::folt:
      case Op::fole:
      case Op::fogt:
      case Op::foge:
      case Op::ford:
      case Op::fueq:
      case Op::fune:
      case Op::fult:
      case Op::fule:
      case Op::fugt:
      case Op::fuge:
      case Op::funo: r[i.d] = floating(i.op, r[i.a], r[i.b], w); break;
      case Op::fneg:
      case Op::fabs:
      case Op::fsqrt:
      case Op::ffloor:
      case Op::fceil:
      case Op::ftrunc:
      case Op::fround:
      case Op::frint: r[i.d] = floating(i.op, r[i.a], 0, w); break;
      case Op::zext: r[i.d] = r[i.a]; break;
      case Op::sext: r[i.d] = static_cast<std::uint64_t>(sign_extended(r[i.a], i.from)) & mask(w); break;
      case Op::trunc: r[i.d] = r[i.a] & mask(w); break;
      case Op::fptosi:
      case Op::fptoui:
      case Op::sitofp:
      case Op::uitofp:
      case Op::fpext:
      case Op::fptrunc: r[i.d] = converted(i.op, r[i.a], i.from, w); break;
      case Op::copy:
        r[i.d] = i.sub == 1 ? address_of(object_key(Region::stack, threads_.self(), i.b)) + i.c : r[i.a];
        break;
      case Op::select: r[i.d] = r[i.a] & 1 ? r[i.b] : r[i.c]; break;
      case Op::offset: {
        const auto l = code_.list(i.list);
        const std::uint64_t scale = l[0] | std::uint64_t{l[1]} << 32, shift = l[2] | std::uint64_t{l[3]} << 32;
        r[i.d] = r[i.a] + static_cast<std::uint64_t>(sign_extended(r[i.b], i.from)) * scale + shift;
        break;
      }
      case Op::fence: break;
      case Op::jump:
        if (!jump(i.list ? last_round(i, i.target) : i.target)) return;
        continue;
      case Op::branch: {
        const Pc to = r[i.a] & 1 ? i.target : i.target2;
        if (!jump(i.list ? last_round(i, to) : to)) return;
        continue;
      }
      case Op::switch_: {
        const auto table = code_.list(i.list);
        Pc to = i.target;
        for (std::size_t k = 0; k < table.size(); k += 3)
          if ((table[k] | std::uint64_t{table[k + 1]} << 32) == r[i.a]) {
            to = table[k + 2];
            break;
          }
        if (!jump(to)) return;
        continue;
      }
      case Op::load:
        sync();
        if (!load(i)) return;
        break;
      case Op::store:
        sync();
        if (!store(i)) return;
        break;
      case Op::read_modify_write:
        sync();
        if (!read_modify_write(i)) return;
        break;
      case Op::compare_exchange:
        sync();
        if (!compare_exchange(i)) return;
        break;
      case Op::copy_bytes:
        sync();
        if (!copy_bytes(i)) return;
        break;
      case Op::fill_bytes:
        sync();
        if (!fill_bytes(i)) return;
        break;
      case Op::alloca_:
        sync();
        if (!allocate_local(i)) return;
        break;
      case Op::lifetime_begin:
        sync();
        if (!begin_lifetime(r[i.a])) return;
        break;
      case Op::lifetime_end:
        sync();
        if (!end_lifetime(r[i.a])) return;
        break;
      case Op::stack_save: r[i.d] = pure_.active ? 0 : memory_.stack_height(threads_.self()); break;
      case Op::stack_restore:
        sync();
        if (!pure_.active && !leave_locals(std::max(frame->height, static_cast<std::uint32_t>(r[i.a])))) return;
        break;
      case Op::call:
        sync();
        if (!call(i)) return;
        ++step_.executed;
        enter();
        continue;
      case Op::ret:
        ++executed;
        sync();
        if (!do_return(i)) return;
        enter();
        continue;
      case Op::intrinsic:
        sync();
        if (!intrinsic(i)) return;
        if (i.sub == static_cast<std::uint8_t>(ir::Intrinsic::unwind)) [[unlikely]] {
          ++step_.executed;
          enter();
          continue;
        }
        break;
      case Op::landing:
      case Op::resume:
        sync();
        unmodelled("a C++ exception");
        return;
      case Op::unreachable:
        sync();
        fail("undefined-behaviour", "code that the compiler holds to be unreachable");
        return;
    }
    ++pc;
    ++executed;
  }
}

bool Interpreter::fail_division(DivisionFault fault) {
  if (fault == DivisionFault::by_zero) return fail("division-by-zero", "division by zero");
  return fail("overflow", "the most negative number divided by -1");
}

/// Integers of more than 64 bits take two slots. Rare: kept out of the inner loop.
bool Interpreter::execute_wide(const Instruction& i, std::uint64_t* r) {
  const auto value = [&](std::uint32_t slot) { return Wide{r[slot + 1]} << 64 | r[slot]; };
  const bool divides = i.op == Op::udiv || i.op == Op::urem || i.op == Op::sdiv || i.op == Op::srem;
  if (divides && value(i.b) == 0) return fail_division(DivisionFault::by_zero);
  const bool converts = i.op >= Op::zext && i.op <= Op::fptrunc && i.op != Op::trunc && i.op != Op::copy;
  const bool from_one_slot = converts && i.from <= 64;
  const Wide a = i.op == Op::select ? value(r[i.a] & 1 ? i.b : i.c) : from_one_slot ? Wide{r[i.a]} : value(i.a);
  const std::optional<Wide> result = wide(i.op, a, value(i.b), i.width, i.from);
  if (!result) return unmodelled("this operation on integers of more than 64 bits");
  r[i.d] = static_cast<std::uint64_t>(*result);
  const bool one_bit = i.op >= Op::eq && i.op <= Op::sge;
  if (!one_bit) r[i.d + 1] = static_cast<std::uint64_t>(*result >> 64);
  return true;
}

}  // namespace fermata::vm
