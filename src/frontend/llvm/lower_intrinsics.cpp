// SPDX-License-Identifier: Apache-2.0
// LLVM's own functions.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <algorithm>
#include <optional>
#include <string>

#include "frontend/llvm/lower_emitter.h"

namespace fermata::frontend::llvm {
namespace {

using ir::Op;
using ir::Operand;
namespace Id = ::llvm::Intrinsic;

constexpr ir::Type i1 = ir::integer(1);
constexpr ir::Type i32 = ir::integer(32);
constexpr ir::Type i64 = ir::integer(64);

/// As FERMATA_ABORT and so on in runtime/fermata_intrinsics.h.
constexpr ir::Bits fail_abort = 1, fail_invalid_access = 3, fail_division = 6, fail_undefined = 7;

/// The intrinsic is `op` of its first `operands` arguments, element by element.
struct Simple {
  Op op;
  unsigned operands;
};

std::optional<Simple> simple(Id::ID id) {
  switch (id) {
    case Id::umin: return Simple{Op::umin, 2};
    case Id::umax: return Simple{Op::umax, 2};
    case Id::smin: return Simple{Op::smin, 2};
    case Id::smax: return Simple{Op::smax, 2};
    case Id::abs: return Simple{Op::abs, 1};
    case Id::ctpop: return Simple{Op::ctpop, 1};
    case Id::ctlz: return Simple{Op::ctlz, 1};
    case Id::cttz: return Simple{Op::cttz, 1};
    case Id::bswap: return Simple{Op::bswap, 1};
    case Id::bitreverse: return Simple{Op::bitreverse, 1};
    case Id::fabs: return Simple{Op::fabs, 1};
    case Id::sqrt: return Simple{Op::fsqrt, 1};
    case Id::floor: return Simple{Op::ffloor, 1};
    case Id::ceil: return Simple{Op::fceil, 1};
    case Id::trunc: return Simple{Op::ftrunc, 1};
    case Id::round: return Simple{Op::fround, 1};
    case Id::rint:
    case Id::nearbyint:
    case Id::roundeven: return Simple{Op::frint, 1};
    case Id::minnum: return Simple{Op::fmin, 2};
    case Id::maxnum: return Simple{Op::fmax, 2};
    default: return std::nullopt;
  }
}

std::optional<Op> overflowing(Id::ID id) {
  switch (id) {
    case Id::uadd_with_overflow: return Op::uaddo;
    case Id::sadd_with_overflow: return Op::saddo;
    case Id::usub_with_overflow: return Op::usubo;
    case Id::ssub_with_overflow: return Op::ssubo;
    case Id::umul_with_overflow: return Op::umulo;
    case Id::smul_with_overflow: return Op::smulo;
    default: return std::nullopt;
  }
}

class Intrinsics {
 public:
  Intrinsics(Emitter& emitter, const ::llvm::IntrinsicInst& call) : emit_(emitter), call_(call) {}

  void lower() {
    Id::ID id = call_.getIntrinsicID();
    if (auto known = simple(id)) return computes() ? elementwise(*known) : refuse();
    if (auto op = overflowing(id))
      return call_.getType()->getStructElementType(0)->isIntegerTy() ? with_overflow(*op) : refuse();
    switch (id) {
      // For the optimiser, or for people.
      case Id::dbg_assign:
      case Id::dbg_declare:
      case Id::dbg_label:
      case Id::dbg_value:
      case Id::invariant_end:
      case Id::assume:
      case Id::experimental_noalias_scope_decl:
      case Id::donothing:
      case Id::sideeffect:
      case Id::pseudoprobe:
      case Id::prefetch:
      case Id::var_annotation:
      case Id::vaend:
      case Id::x86_sse2_pause: return;
      case Id::expect:
      case Id::expect_with_probability:
      case Id::annotation:
      case Id::ptr_annotation:
      case Id::launder_invariant_group:
      case Id::strip_invariant_group:
      case Id::ssa_copy:
      case Id::arithmetic_fence:
      case Id::threadlocal_address: return same_as(call_.getArgOperand(0));
      case Id::invariant_start:
      case Id::is_constant:
      case Id::returnaddress:
      case Id::frameaddress: return constant(0);
      case Id::objectsize: return constant(argument_is_true(1) ? 0 : ~std::uint64_t{0});
      case Id::x86_sse2_mfence:
      case Id::x86_sse2_lfence:
      case Id::x86_sse_sfence: return fence();
      case Id::lifetime_start: return lifetime(Op::lifetime_begin, call_.getArgOperand(1));
      case Id::lifetime_end: return lifetime(Op::lifetime_end, call_.getArgOperand(1));
      case Id::stacksave: emit_.emit(Op::stack_save, {}, emit_.define(&call_), {}); return;
      case Id::stackrestore: emit_.emit(Op::stack_restore, {}, {}, {argument(0)}); return;
      case Id::memcpy:
      case Id::memcpy_inline:
      case Id::memmove: return copy();
      case Id::memset:
      case Id::memset_inline: return fill();
      case Id::trap:
      case Id::debugtrap: return fail(fail_abort, "trap");
      case Id::ubsantrap:
        return failed_check(::llvm::cast<::llvm::ConstantInt>(call_.getArgOperand(0))->getZExtValue());
      case Id::eh_typeid_for: return type_number();
      case Id::vastart: return start_variable_arguments();
      case Id::vacopy: return copy_variable_arguments();
      case Id::fshl:
      case Id::fshr: return computes() ? funnel(id == Id::fshl) : refuse();
      case Id::uadd_sat:
      case Id::usub_sat:
      case Id::sadd_sat:
      case Id::ssub_sat: return computes() ? saturate(id) : refuse();
      case Id::ucmp:
      case Id::scmp: return computes() ? three_way(id == Id::scmp) : refuse();
      case Id::fmuladd: return computes() ? multiply_add() : refuse();
      case Id::copysign: return computes() ? copy_sign() : refuse();
      case Id::is_fpclass: return computes() ? classify() : refuse();
      case Id::ptrmask: return call_.getType()->isPointerTy() ? mask_pointer() : refuse();
      case Id::load_relative: return load_relative();
      default: return refuse();
    }
  }

 private:
  void refuse() {
    emit_.unmodelled(call_.getCalledFunction()->getName());
    if (!call_.getType()->isVoidTy()) emit_.define(&call_);
  }

  bool computes() const {
    return computable(call_.getType()) &&
           std::ranges::all_of(call_.args(), [](const ::llvm::Use& use) { return computable(use->getType()); });
  }

  bool argument_is_true(unsigned i) const { return ::llvm::cast<::llvm::ConstantInt>(call_.getArgOperand(i))->isOne(); }
  Operand argument(unsigned i) { return emit_.value(call_.getArgOperand(i)); }
  ir::Type type_of(unsigned i) const { return emit_.leaves(call_.getArgOperand(i)->getType()).front().type; }
  ir::Access access(const ::llvm::MemIntrinsic& bytes) const {
    return bytes.isVolatile() ? ir::Access::volatile_ : ir::Access::plain;
  }

  void same_as(const ::llvm::Value* value) { emit_.define_as(&call_, emit_.values(value)); }
  void constant(std::uint64_t value) {
    std::uint16_t bits = emit_.leaves(call_.getType()).front().type.bits;
    if (bits < 64) value &= (std::uint64_t{1} << bits) - 1;
    emit_.define_as(&call_, {Operand::constant(value)});
  }

  // --- memory -------------------------------------------------------------------------------------

  void fence() { emit_.emit(Op::fence, {}, {}, {}).access = ir::Access::atomic; }

  void lifetime(Op op, const ::llvm::Value* object) { emit_.emit(op, {}, {}, {emit_.value(object)}); }

  void copy() {
    const auto& bytes = ::llvm::cast<::llvm::MemTransferInst>(call_);
    SharedMemory& memory = emit_.shared().memory;
    ir::Instruction& made = emit_.emit(Op::copy_bytes, {}, {}, {argument(0), argument(1), argument(2)});
    made.access = access(bytes);
    made.local = memory.is_local(bytes.getRawDest()) &&
                 (memory.is_local(bytes.getRawSource()) || SharedMemory::is_constant(bytes.getRawSource()));
  }

  void fill() {
    const auto& bytes = ::llvm::cast<::llvm::MemSetInst>(call_);
    ir::Instruction& made = emit_.emit(Op::fill_bytes, {}, {}, {argument(0), argument(1), argument(2)});
    made.access = access(bytes);
    made.local = emit_.shared().memory.is_local(bytes.getRawDest());
  }

  /// A 32-bit distance, from the first argument, lies at the first argument plus the second.
  void load_relative() {
    ir::Type index = type_of(1);
    ir::Register place = emit_.fresh(ir::pointer);
    emit_.emit(Op::offset, {}, {place}, {argument(0), argument(1), Operand::constant(1), Operand::constant(0)}).from =
        index;
    Operand distance = emit_.compute(Op::load, i32, {Operand::of(place)});
    auto results = emit_.define(&call_);
    emit_.emit(Op::offset, {}, results, {argument(0), distance, Operand::constant(1), Operand::constant(0)}).from = i32;
  }

  void mask_pointer() {
    ir::Type type = type_of(1);
    Operand bits = emit_.reinterpret(argument(0), ir::pointer, i64);
    Operand mask = type.bits < 64 ? emit_.convert(Op::sext, argument(1), type, i64) : argument(1);
    emit_.define_as(&call_, {emit_.reinterpret(emit_.compute(Op::and_, i64, {bits, mask}), i64, ir::pointer)});
  }

  // --- variable arguments: the va_list of x86-64 ----------------------------------------------------

  void start_variable_arguments() {
    // All registers count as used up, so va_arg reads from the overflow area only.
    constexpr std::uint64_t gp_offset = 0, fp_offset = 4, overflow_arg_area = 8, reg_save_area = 16;
    constexpr ir::Bits gp_used_up = 48, fp_used_up = 176;
    bool local = emit_.shared().memory.is_local(call_.getArgOperand(0));
    Operand list = argument(0);
    auto put = [&](std::uint64_t offset, ir::Type type, Operand value) {
      Operand place = emit_.plus(list, offset);
      emit_.emit(Op::store, type, {}, {value, place}).local = local;
    };
    put(gp_offset, i32, Operand::constant(gp_used_up));
    put(fp_offset, i32, Operand::constant(fp_used_up));
    put(overflow_arg_area, ir::pointer, emit_.extra_arguments());
    put(reg_save_area, ir::pointer, Operand::constant(0));
  }

  void copy_variable_arguments() {
    constexpr ir::Bits size_of_va_list = 24;
    bool local = emit_.shared().memory.is_local(call_.getArgOperand(0)) &&
                 emit_.shared().memory.is_local(call_.getArgOperand(1));
    emit_.emit(Op::copy_bytes, {}, {}, {argument(0), argument(1), Operand::constant(size_of_va_list)}).local = local;
  }

  // --- control ------------------------------------------------------------------------------------

  void fail(ir::Bits kind, const char* text) {
    emit_.emit(Op::intrinsic, {}, {}, {Operand::constant(kind), emit_.shared().texts.address(text)}).which =
        ir::Intrinsic::fail;
  }

  /// The numbers are clang's (SanitizerHandler).
  void failed_check(std::uint64_t number) {
    switch (number) {
      case 1: return fail(fail_undefined, "code that the compiler holds to be unreachable");
      case 3: return fail(fail_division, "division by zero");
      case 8: return fail(fail_undefined, "leading or trailing zeros of 0 are counted");
      case 11: return fail(fail_undefined, "a function that has to return a value ends without one");
      case 18: return fail(fail_invalid_access, "an index is outside of its array");
      case 20: return fail(fail_undefined, "a shift by a negative number, or by all bits or more");
      case 24: return fail(fail_undefined, "an array of variable length has no elements");
      default: return fail(fail_abort, "trap");
    }
  }

  void type_number() {
    Operand type = argument(0);
    if (type.kind != Operand::Kind::global) return constant(0);
    constant(ir::selector_of(static_cast<ir::GlobalId>(type.index)));
  }

  // --- arithmetic ---------------------------------------------------------------------------------

  void elementwise(Simple known) {
    std::vector<Operands> arguments;
    for (unsigned i = 0; i < known.operands; ++i) arguments.push_back(emit_.values(call_.getArgOperand(i)));
    auto leaves = emit_.leaves(call_.getType());
    auto results = emit_.define(&call_);
    for (std::size_t k = 0; k < results.size(); ++k) {
      Operands operands;
      for (const Operands& one : arguments) operands.push_back(one[k]);
      emit_.emit(known.op, leaves[k].type, {results[k]}, std::move(operands));
    }
  }

  /// `compute` gives the result for the elements of all arguments at one index.
  template <class Compute>
  void each_element(Compute compute) {
    std::vector<Operands> arguments;
    for (const ::llvm::Use& use : call_.args()) arguments.push_back(emit_.values(use));
    auto leaves = emit_.leaves(call_.getType());
    Operands results;
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      Operands operands;
      for (const Operands& one : arguments) operands.push_back(one[std::min(k, one.size() - 1)]);
      results.push_back(compute(leaves[k].type, operands));
    }
    emit_.define_as(&call_, std::move(results));
  }

  void with_overflow(Op op) {
    auto results = emit_.define(&call_);
    emit_.emit(op, type_of(0), results, {argument(0), argument(1)});
  }

  void funnel(bool left) {
    each_element([&](ir::Type type, const Operands& a) {
      Operand width = Operand::constant(type.bits);
      Operand by = emit_.compute(Op::urem, type, {a[2], width});
      Operand rest = emit_.compute(Op::sub, type, {Operand::constant(type.bits - 1u), by});
      // The other half is moved by width - by, in two steps: by may be 0.
      Operand high =
          left ? emit_.compute(Op::shl, type, {a[0], by})
               : emit_.compute(Op::shl, type, {emit_.compute(Op::shl, type, {a[0], Operand::constant(1)}), rest});
      Operand low =
          left ? emit_.compute(Op::lshr, type, {emit_.compute(Op::lshr, type, {a[1], Operand::constant(1)}), rest})
               : emit_.compute(Op::lshr, type, {a[1], by});
      return emit_.compute(Op::or_, type, {high, low});
    });
  }

  void saturate(Id::ID id) {
    each_element([&](ir::Type type, const Operands& a) {
      bool add = id == Id::uadd_sat || id == Id::sadd_sat;
      bool is_signed = id == Id::sadd_sat || id == Id::ssub_sat;
      Op op = is_signed ? (add ? Op::saddo : Op::ssubo) : (add ? Op::uaddo : Op::usubo);
      ir::Register result = emit_.fresh(type);
      ir::Register overflow = emit_.fresh(i1);
      emit_.emit(op, type, {result, overflow}, {a[0], a[1]});
      ir::Bits sign = ir::Bits{1} << (type.bits - 1);
      ir::Bits all = sign | (sign - 1);
      Operand limit = Operand::constant(add ? all : 0);
      if (is_signed) {
        Operand negative = emit_.compute(Op::slt, type, {a[0], Operand::constant(0)}, i1);
        limit = emit_.compute(Op::select, type, {negative, Operand::constant(sign), Operand::constant(sign - 1)});
      }
      return emit_.compute(Op::select, type, {Operand::of(overflow), limit, Operand::of(result)});
    });
  }

  void three_way(bool is_signed) {
    ir::Type compared = type_of(0);
    each_element([&](ir::Type type, const Operands& a) {
      Operand less = emit_.compute(is_signed ? Op::slt : Op::ult, compared, {a[0], a[1]}, i1);
      Operand more = emit_.compute(is_signed ? Op::sgt : Op::ugt, compared, {a[0], a[1]}, i1);
      Operand one = emit_.compute(Op::select, type, {more, Operand::constant(1), Operand::constant(0)});
      ir::Bits sign = ir::Bits{1} << (type.bits - 1);
      return emit_.compute(Op::select, type, {less, Operand::constant(sign | (sign - 1)), one});
    });
  }

  void multiply_add() {
    each_element([&](ir::Type type, const Operands& a) {
      return emit_.compute(Op::fadd, type, {emit_.compute(Op::fmul, type, {a[0], a[1]}), a[2]});
    });
  }

  void copy_sign() {
    each_element([&](ir::Type type, const Operands& a) {
      ir::Type bits = ir::integer(type.bits);
      ir::Bits sign = ir::Bits{1} << (type.bits - 1);
      Operand size = emit_.compute(Op::and_, bits, {emit_.reinterpret(a[0], type, bits), Operand::constant(sign - 1)});
      Operand signs = emit_.compute(Op::and_, bits, {emit_.reinterpret(a[1], type, bits), Operand::constant(sign)});
      return emit_.reinterpret(emit_.compute(Op::or_, bits, {size, signs}), bits, type);
    });
  }

  /// isnan, isinf and the like, on the bits. Signalling and quiet NaNs differ in their highest fraction bit.
  void classify() {
    auto mask = ::llvm::cast<::llvm::ConstantInt>(call_.getArgOperand(1))->getZExtValue();
    ir::Type type = type_of(0);
    ir::Type bits = ir::integer(type.bits);
    unsigned fraction = type.bits == 32 ? 23 : 52;
    ir::Bits sign = ir::Bits{1} << (type.bits - 1);
    ir::Bits infinity = (sign - 1) >> fraction << fraction;
    ir::Bits normal = ir::Bits{1} << fraction;
    ir::Bits quiet = infinity | (ir::Bits{1} << (fraction - 1));
    struct Range {
      unsigned test;
      ir::Bits from, to;
    };  // of the bits, `to` not included
    const Range ranges[] = {
        {::llvm::fcSNan, infinity + 1, quiet},
        {::llvm::fcQNan, quiet, sign},
        {::llvm::fcPosZero, 0, 1},
        {::llvm::fcPosSubnormal, 1, normal},
        {::llvm::fcPosNormal, normal, infinity},
        {::llvm::fcPosInf, infinity, infinity + 1},
        {::llvm::fcNegZero, sign, sign + 1},
        {::llvm::fcNegSubnormal, sign + 1, sign + normal},
        {::llvm::fcNegNormal, sign + normal, sign + infinity},
        {::llvm::fcNegInf, sign + infinity, sign + infinity + 1},
    };
    each_element([&](ir::Type, const Operands& a) {
      Operand whole = emit_.reinterpret(a[0], type, bits);
      Operand size = emit_.compute(Op::and_, bits, {whole, Operand::constant(sign - 1)});
      Operand result = Operand::constant(0);
      for (const Range& range : ranges) {
        if (!(mask & range.test)) continue;
        bool nan = range.test == ::llvm::fcSNan || range.test == ::llvm::fcQNan;  // of either sign
        Operand distance = emit_.compute(Op::sub, bits, {nan ? size : whole, Operand::constant(range.from)});
        Operand inside = emit_.compute(Op::ult, bits, {distance, Operand::constant(range.to - range.from)}, i1);
        result = emit_.compute(Op::or_, i1, {result, inside});
      }
      return result;
    });
  }

  Emitter& emit_;
  const ::llvm::IntrinsicInst& call_;
};

}  // namespace

void lower_intrinsic(Emitter& emitter, const ::llvm::IntrinsicInst& call) { Intrinsics(emitter, call).lower(); }

}  // namespace fermata::frontend::llvm
