// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparisons, conversions, addresses and memory. Vectors are computed element by element.
#include <fmt/format.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <optional>
#include <string>

#include "base/require.h"
#include "frontend/llvm/lower_emitter.h"
#include "frontend/llvm/no_wrap.h"
#include "ir/ops.h"

namespace fermata::frontend::llvm {
namespace {

using ir::Op;
using ir::Operand;
using Opcode = ::llvm::Instruction;

std::optional<Op> binary(unsigned opcode) {
  switch (opcode) {
    case Opcode::Add: return Op::add;
    case Opcode::Sub: return Op::sub;
    case Opcode::Mul: return Op::mul;
    case Opcode::UDiv: return Op::udiv;
    case Opcode::SDiv: return Op::sdiv;
    case Opcode::URem: return Op::urem;
    case Opcode::SRem: return Op::srem;
    case Opcode::And: return Op::and_;
    case Opcode::Or: return Op::or_;
    case Opcode::Xor: return Op::xor_;
    case Opcode::Shl: return Op::shl;
    case Opcode::LShr: return Op::lshr;
    case Opcode::AShr: return Op::ashr;
    case Opcode::FAdd: return Op::fadd;
    case Opcode::FSub: return Op::fsub;
    case Opcode::FMul: return Op::fmul;
    case Opcode::FDiv: return Op::fdiv;
    case Opcode::FRem: return Op::frem;
    default: return std::nullopt;
  }
}

/// Nothing for fcmp true and false.
std::optional<Op> comparison(::llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case ::llvm::CmpInst::ICMP_EQ: return Op::eq;
    case ::llvm::CmpInst::ICMP_NE: return Op::ne;
    case ::llvm::CmpInst::ICMP_ULT: return Op::ult;
    case ::llvm::CmpInst::ICMP_ULE: return Op::ule;
    case ::llvm::CmpInst::ICMP_UGT: return Op::ugt;
    case ::llvm::CmpInst::ICMP_UGE: return Op::uge;
    case ::llvm::CmpInst::ICMP_SLT: return Op::slt;
    case ::llvm::CmpInst::ICMP_SLE: return Op::sle;
    case ::llvm::CmpInst::ICMP_SGT: return Op::sgt;
    case ::llvm::CmpInst::ICMP_SGE: return Op::sge;
    case ::llvm::CmpInst::FCMP_OEQ: return Op::foeq;
    case ::llvm::CmpInst::FCMP_ONE: return Op::fone;
    case ::llvm::CmpInst::FCMP_OLT: return Op::folt;
    case ::llvm::CmpInst::FCMP_OLE: return Op::fole;
    case ::llvm::CmpInst::FCMP_OGT: return Op::fogt;
    case ::llvm::CmpInst::FCMP_OGE: return Op::foge;
    case ::llvm::CmpInst::FCMP_ORD: return Op::ford;
    case ::llvm::CmpInst::FCMP_UEQ: return Op::fueq;
    case ::llvm::CmpInst::FCMP_UNE: return Op::fune;
    case ::llvm::CmpInst::FCMP_ULT: return Op::fult;
    case ::llvm::CmpInst::FCMP_ULE: return Op::fule;
    case ::llvm::CmpInst::FCMP_UGT: return Op::fugt;
    case ::llvm::CmpInst::FCMP_UGE: return Op::fuge;
    case ::llvm::CmpInst::FCMP_UNO: return Op::funo;
    default: return std::nullopt;
  }
}

std::optional<Op> conversion(unsigned opcode) {
  switch (opcode) {
    case Opcode::ZExt: return Op::zext;
    case Opcode::SExt: return Op::sext;
    case Opcode::Trunc: return Op::trunc;
    case Opcode::FPToSI: return Op::fptosi;
    case Opcode::FPToUI: return Op::fptoui;
    case Opcode::SIToFP: return Op::sitofp;
    case Opcode::UIToFP: return Op::uitofp;
    case Opcode::FPExt: return Op::fpext;
    case Opcode::FPTrunc: return Op::fptrunc;
    default: return std::nullopt;
  }
}

std::optional<ir::Modify> modification(::llvm::AtomicRMWInst::BinOp operation) {
  switch (operation) {
    case ::llvm::AtomicRMWInst::Xchg: return ir::Modify::exchange;
    case ::llvm::AtomicRMWInst::Add: return ir::Modify::add;
    case ::llvm::AtomicRMWInst::Sub: return ir::Modify::sub;
    case ::llvm::AtomicRMWInst::And: return ir::Modify::and_;
    case ::llvm::AtomicRMWInst::Nand: return ir::Modify::nand;
    case ::llvm::AtomicRMWInst::Or: return ir::Modify::or_;
    case ::llvm::AtomicRMWInst::Xor: return ir::Modify::xor_;
    case ::llvm::AtomicRMWInst::Max: return ir::Modify::max;
    case ::llvm::AtomicRMWInst::Min: return ir::Modify::min;
    case ::llvm::AtomicRMWInst::UMax: return ir::Modify::umax;
    case ::llvm::AtomicRMWInst::UMin: return ir::Modify::umin;
    case ::llvm::AtomicRMWInst::FAdd: return ir::Modify::fadd;
    case ::llvm::AtomicRMWInst::FSub: return ir::Modify::fsub;
    case ::llvm::AtomicRMWInst::UIncWrap: return ir::Modify::uinc_wrap;
    case ::llvm::AtomicRMWInst::UDecWrap: return ir::Modify::udec_wrap;
    default: return std::nullopt;
  }
}

std::string text_of(const ::llvm::Type* type) {
  std::string text;
  ::llvm::raw_string_ostream stream(text);
  type->print(stream);
  return text;
}

/// Types whose values the ir cannot hold are no fault of a label or a function name.
bool holds_value(const ::llvm::Type* type) {
  return !type->isLabelTy() && !type->isMetadataTy() && !type->isFunctionTy();
}

class Instructions {
 public:
  explicit Instructions(Emitter& emitter) : emit_(emitter), layout_(emitter.layout()) {}

  void lower(const ::llvm::Instruction& i) {
    if (const ::llvm::Type* odd = unrepresentable(i)) return refuse(i, fmt::format("a value of type {}", text_of(odd)));
    if (auto* call = ::llvm::dyn_cast<::llvm::CallInst>(&i)) return lower_call(emit_, *call, std::nullopt);
    switch (i.getOpcode()) {
      case Opcode::Load: return load(::llvm::cast<::llvm::LoadInst>(i));
      case Opcode::Store: return store(::llvm::cast<::llvm::StoreInst>(i));
      case Opcode::AtomicRMW: return read_modify_write(::llvm::cast<::llvm::AtomicRMWInst>(i));
      case Opcode::AtomicCmpXchg: return compare_exchange(::llvm::cast<::llvm::AtomicCmpXchgInst>(i));
      case Opcode::Fence: return fence(::llvm::cast<::llvm::FenceInst>(i));
      case Opcode::Alloca: return variable(::llvm::cast<::llvm::AllocaInst>(i));
      case Opcode::GetElementPtr: return address(::llvm::cast<::llvm::GetElementPtrInst>(i));
      case Opcode::ICmp:
      case Opcode::FCmp: return compare(::llvm::cast<::llvm::CmpInst>(i));
      case Opcode::Select: return select(::llvm::cast<::llvm::SelectInst>(i));
      case Opcode::FNeg: return unary(i, Op::fneg);
      case Opcode::Freeze: return emit_.define_as(&i, emit_.values(i.getOperand(0)));
      case Opcode::ExtractValue: return extract(::llvm::cast<::llvm::ExtractValueInst>(i));
      case Opcode::InsertValue: return insert(::llvm::cast<::llvm::InsertValueInst>(i));
      case Opcode::ExtractElement: return extract_element(::llvm::cast<::llvm::ExtractElementInst>(i));
      case Opcode::InsertElement: return insert_element(::llvm::cast<::llvm::InsertElementInst>(i));
      case Opcode::ShuffleVector: return shuffle(::llvm::cast<::llvm::ShuffleVectorInst>(i));
      default: break;
    }
    if (auto op = binary(i.getOpcode())) return arithmetic(i, *op);
    if (auto* cast = ::llvm::dyn_cast<::llvm::CastInst>(&i)) return convert(*cast);
    refuse(i, fmt::format("the instruction '{}'", i.getOpcodeName()));
  }

 private:
  const ::llvm::Type* unrepresentable(const ::llvm::Instruction& i) const {
    if (!representable(i.getType(), layout_)) return i.getType();
    for (const ::llvm::Value* operand : i.operand_values()) {
      if (holds_value(operand->getType()) && !representable(operand->getType(), layout_)) return operand->getType();
    }
    return nullptr;
  }

  void refuse(const ::llvm::Instruction& i, const std::string& what) {
    emit_.unmodelled(what);
    if (!i.getType()->isVoidTy() && representable(i.getType(), layout_)) emit_.define(&i);
  }

  ir::Type type_of(const ::llvm::Value* scalar) const { return emit_.leaves(scalar->getType()).front().type; }

  bool computes(const ::llvm::Instruction& i) {
    for (const ::llvm::Value* operand : i.operand_values()) {
      if (computable(operand->getType())) continue;
      refuse(i, fmt::format("arithmetic on {}", text_of(operand->getType())));
      return false;
    }
    if (computable(i.getType())) return true;
    refuse(i, fmt::format("arithmetic on {}", text_of(i.getType())));
    return false;
  }

  // --- values -------------------------------------------------------------------------------------

  void arithmetic(const ::llvm::Instruction& i, Op op) {
    if (!computes(i)) return;
    Operands left = emit_.values(i.getOperand(0));
    Operands right = emit_.values(i.getOperand(1));
    auto leaves = emit_.leaves(i.getType());
    auto results = emit_.define(&i);
    for (std::size_t k = 0; k < results.size(); ++k) {
      ir::Instruction& made = emit_.emit(op, leaves[k].type, {results[k]}, {left[k], right[k]});
      if (ir::can_wrap(op)) made.no_wrap = no_wrap(i);
    }
  }

  void unary(const ::llvm::Instruction& i, Op op) {
    if (!computes(i)) return;
    Operands operand = emit_.values(i.getOperand(0));
    auto leaves = emit_.leaves(i.getType());
    auto results = emit_.define(&i);
    for (std::size_t k = 0; k < results.size(); ++k) emit_.emit(op, leaves[k].type, {results[k]}, {operand[k]});
  }

  void compare(const ::llvm::CmpInst& i) {
    if (!computes(i)) return;
    auto op = comparison(i.getPredicate());
    if (!op) {
      bool always = i.getPredicate() == ::llvm::CmpInst::FCMP_TRUE;
      return emit_.define_as(&i, Operands(emit_.leaves(i.getType()).size(), Operand::constant(always ? 1 : 0)));
    }
    Operands left = emit_.values(i.getOperand(0));
    Operands right = emit_.values(i.getOperand(1));
    auto leaves = emit_.leaves(i.getOperand(0)->getType());
    auto results = emit_.define(&i);
    for (std::size_t k = 0; k < results.size(); ++k) emit_.emit(*op, leaves[k].type, {results[k]}, {left[k], right[k]});
  }

  void select(const ::llvm::SelectInst& i) {
    Operands condition = emit_.values(i.getCondition());
    Operands yes = emit_.values(i.getTrueValue());
    Operands no = emit_.values(i.getFalseValue());
    auto leaves = emit_.leaves(i.getType());
    auto results = emit_.define(&i);
    for (std::size_t k = 0; k < results.size(); ++k) {
      emit_.emit(Op::select, leaves[k].type, {results[k]}, {condition[condition.size() == 1 ? 0 : k], yes[k], no[k]});
    }
  }

  void convert(const ::llvm::CastInst& i) {
    Operands operands = emit_.values(i.getOperand(0));
    auto from = emit_.leaves(i.getSrcTy());
    auto to = emit_.leaves(i.getDestTy());
    Operands results;
    if (i.getOpcode() == Opcode::BitCast &&
        (from.size() != to.size() || from.front().type.bits != to.front().type.bits)) {
      return regroup(i, operands, from, to);
    }
    auto op = conversion(i.getOpcode());
    if (op && !computes(i)) return;
    for (std::size_t k = 0; k < to.size(); ++k) {
      // What is left only changes how the bits are seen; ptrtoint and inttoptr may also cut or fill.
      results.push_back(op ? emit_.convert(*op, operands[k], from[k].type, to[k].type)
                           : emit_.coerce(operands[k], from[k].type, to[k].type));
    }
    emit_.define_as(&i, std::move(results));
  }

  void regroup(const ::llvm::Instruction& i, const Operands& operands, const std::vector<Leaf>& from,
               const std::vector<Leaf>& to) {
    std::uint64_t bits = layout_.getTypeSizeInBits(i.getType());
    if (bits > 128) return refuse(i, fmt::format("a cast to {}", text_of(i.getType())));
    auto width = static_cast<std::uint16_t>(bits);
    emit_.define_as(&i, emit_.unpack(emit_.pack(operands, from, width), to, width));
  }

  // --- parts of values ----------------------------------------------------------------------------

  void extract(const ::llvm::ExtractValueInst& i) {
    Operands all = emit_.values(i.getAggregateOperand());
    LeafRange part = leaves_at(i.getAggregateOperand()->getType(), i.getIndices());
    auto first = all.begin() + static_cast<std::ptrdiff_t>(part.first);
    emit_.define_as(&i, Operands(first, first + static_cast<std::ptrdiff_t>(part.count)));
  }

  void insert(const ::llvm::InsertValueInst& i) {
    Operands all = emit_.values(i.getAggregateOperand());
    Operands part = emit_.values(i.getInsertedValueOperand());
    LeafRange where = leaves_at(i.getType(), i.getIndices());
    std::copy(part.begin(), part.end(), all.begin() + static_cast<std::ptrdiff_t>(where.first));
    emit_.define_as(&i, std::move(all));
  }

  Operand is_index(Operand index, ir::Type type, std::size_t k) {
    return emit_.compute(Op::eq, type, {index, Operand::constant(k)}, ir::integer(1));
  }

  void extract_element(const ::llvm::ExtractElementInst& i) {
    Operands all = emit_.values(i.getVectorOperand());
    Operand index = emit_.value(i.getIndexOperand());
    if (index.kind == Operand::Kind::constant) {
      return emit_.define_as(
          &i, {index.bits < all.size() ? all[static_cast<std::size_t>(index.bits)] : Operand::constant(0)});
    }
    Operand result = all.front();
    for (std::size_t k = 1; k < all.size(); ++k) {
      result =
          emit_.compute(Op::select, type_of(&i), {is_index(index, type_of(i.getIndexOperand()), k), all[k], result});
    }
    emit_.define_as(&i, {result});
  }

  void insert_element(const ::llvm::InsertElementInst& i) {
    Operands all = emit_.values(i.getOperand(0));
    Operand element = emit_.value(i.getOperand(1));
    Operand index = emit_.value(i.getOperand(2));
    ir::Type type = type_of(i.getOperand(1));
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (index.kind != Operand::Kind::constant) {
        all[k] = emit_.compute(Op::select, type, {is_index(index, type_of(i.getOperand(2)), k), element, all[k]});
      } else if (index.bits == k) {
        all[k] = element;
      }
    }
    emit_.define_as(&i, std::move(all));
  }

  void shuffle(const ::llvm::ShuffleVectorInst& i) {
    Operands all = emit_.values(i.getOperand(0));
    Operands second = emit_.values(i.getOperand(1));
    all.insert(all.end(), second.begin(), second.end());
    Operands results;
    for (int index : i.getShuffleMask())
      results.push_back(index < 0 ? Operand::constant(0) : all[static_cast<std::size_t>(index)]);
    emit_.define_as(&i, std::move(results));
  }

  // --- addresses ----------------------------------------------------------------------------------

  void address(const ::llvm::GetElementPtrInst& i) {
    if (i.getType()->isVectorTy()) return refuse(i, "a vector of addresses");
    ::llvm::MapVector<::llvm::Value*, ::llvm::APInt> indices;
    ::llvm::APInt constant(64, 0);
    bool known = ::llvm::cast<::llvm::GEPOperator>(i).collectOffset(layout_, 64, indices, constant);
    FERMATA_REQUIRE(known, "only vectors of unknown length have unknown offsets, and those are refused before");
    Operand pointer = emit_.value(i.getPointerOperand());
    std::uint64_t rest = constant.getZExtValue();
    for (const auto& [index, scale] : indices) {
      ir::Type type = type_of(index);
      Operand steps = emit_.value(index);
      if (type.bits > 64) {
        steps = emit_.convert(Op::trunc, steps, type, ir::integer(64));
        type = ir::integer(64);
      }
      ir::Register result = emit_.fresh(ir::pointer);
      emit_
          .emit(Op::offset, {}, {result},
                {pointer, steps, Operand::constant(scale.getZExtValue()), Operand::constant(rest)})
          .from = type;
      pointer = Operand::of(result);
      rest = 0;
    }
    emit_.define_as(&i, {emit_.plus(pointer, rest)});
  }

  // --- memory -------------------------------------------------------------------------------------

  template <class Inst>
  ir::Access access_of(const Inst& i) const {
    if (i.isAtomic()) return ir::Access::atomic;
    return i.isVolatile() ? ir::Access::volatile_ : ir::Access::plain;
  }

  /// How a value lies in memory: as one access of so many bits, or leaf by leaf (nothing), which is
  /// how C copies structs too.
  std::optional<std::uint16_t> one_access(const ::llvm::Type* type) const {
    if (!type->isVectorTy()) return std::nullopt;
    std::uint64_t bits = layout_.getTypeSizeInBits(const_cast<::llvm::Type*>(type));
    if (bits > 128) return std::nullopt;
    return static_cast<std::uint16_t>(bits);
  }

  bool bytewise(const ::llvm::Instruction& i, const std::vector<Leaf>& leaves) {
    for (const Leaf& leaf : leaves) {
      if (leaf.offset % 8 == 0) continue;
      refuse(i, "a vector of bits in memory");
      return false;
    }
    return true;
  }

  void load(const ::llvm::LoadInst& i) {
    ir::Access access = access_of(i);
    bool local = emit_.shared().memory.is_local(i.getPointerOperand());
    Operand pointer = emit_.value(i.getPointerOperand());
    auto leaves = emit_.leaves(i.getType());
    auto read = [&](ir::Type type, Operand from, ir::Register to) {
      ir::Instruction& made = emit_.emit(Op::load, type, {to}, {from});
      made.access = access;
      made.local = local;
    };
    if (auto bits = one_access(i.getType())) {
      ir::Register whole = emit_.fresh(ir::integer(*bits));
      read(ir::integer(*bits), pointer, whole);
      return emit_.define_as(&i, emit_.unpack(Operand::of(whole), leaves, *bits));
    }
    if (!bytewise(i, leaves)) return;
    auto results = emit_.define(&i);
    for (std::size_t k = 0; k < leaves.size(); ++k)
      read(leaves[k].type, emit_.plus(pointer, leaves[k].offset / 8), results[k]);
  }

  void store(const ::llvm::StoreInst& i) {
    ir::Access access = access_of(i);
    bool local = emit_.shared().memory.is_local(i.getPointerOperand());
    Operand pointer = emit_.value(i.getPointerOperand());
    Operands values = emit_.values(i.getValueOperand());
    auto leaves = emit_.leaves(i.getValueOperand()->getType());
    auto write = [&](ir::Type type, Operand value, Operand to) {
      ir::Instruction& made = emit_.emit(Op::store, type, {}, {value, to});
      made.access = access;
      made.local = local;
    };
    if (auto bits = one_access(i.getValueOperand()->getType())) {
      return write(ir::integer(*bits), emit_.pack(values, leaves, *bits), pointer);
    }
    if (!bytewise(i, leaves)) return;
    for (std::size_t k = 0; k < leaves.size(); ++k)
      write(leaves[k].type, values[k], emit_.plus(pointer, leaves[k].offset / 8));
  }

  void read_modify_write(const ::llvm::AtomicRMWInst& i) {
    auto modify = modification(i.getOperation());
    if (!modify || !computable(i.getType()) || i.getType()->isVectorTy()) {
      return refuse(i, fmt::format("atomicrmw {}", ::llvm::AtomicRMWInst::getOperationName(i.getOperation()).str()));
    }
    Operand pointer = emit_.value(i.getPointerOperand());
    Operand value = emit_.value(i.getValOperand());
    auto results = emit_.define(&i);
    ir::Instruction& made = emit_.emit(Op::read_modify_write, type_of(i.getValOperand()), results, {pointer, value});
    made.modify = *modify;
    made.access = ir::Access::atomic;
    made.local = emit_.shared().memory.is_local(i.getPointerOperand());
  }

  void compare_exchange(const ::llvm::AtomicCmpXchgInst& i) {
    Operand pointer = emit_.value(i.getPointerOperand());
    Operand expected = emit_.value(i.getCompareOperand());
    Operand desired = emit_.value(i.getNewValOperand());
    auto results = emit_.define(&i);
    ir::Instruction& made =
        emit_.emit(Op::compare_exchange, type_of(i.getCompareOperand()), results, {pointer, expected, desired});
    made.access = ir::Access::atomic;
    made.weak = i.isWeak();
    made.local = emit_.shared().memory.is_local(i.getPointerOperand());
  }

  void fence(const ::llvm::FenceInst& i) {
    // A fence against signal handlers is one for the compiler only.
    if (i.getSyncScopeID() == ::llvm::SyncScope::SingleThread) return;
    emit_.emit(Op::fence, {}, {}, {}).access = ir::Access::atomic;
  }

  void variable(const ::llvm::AllocaInst& i) {
    std::uint64_t size = layout_.getTypeAllocSize(i.getAllocatedType());
    Operand count = emit_.value(i.getArraySize());
    Operand bytes = Operand::constant(static_cast<std::uint64_t>(count.bits) * size);
    if (count.kind != Operand::Kind::constant) {
      bytes = emit_.coerce(count, type_of(i.getArraySize()), ir::integer(64));
      bytes = emit_.compute(Op::mul, ir::integer(64), {bytes, Operand::constant(size)});
    }
    auto results = emit_.define(&i);
    ir::Instruction& made = emit_.emit(Op::alloca_, {}, results, {bytes});
    name_variable(i, made);
  }

  void name_variable(const ::llvm::AllocaInst& i, ir::Instruction& made) {
    auto* variable = const_cast<::llvm::AllocaInst*>(&i);
    const ::llvm::DILocalVariable* known = nullptr;
    const ::llvm::DILocation* where = nullptr;
    if (auto records = ::llvm::findDVRDeclares(variable); !records.empty()) {
      known = records.front()->getVariable();
      where = records.front()->getDebugLoc().get();
    } else if (auto calls = ::llvm::findDbgDeclares(variable); !calls.empty()) {
      known = calls.front()->getVariable();
      where = calls.front()->getDebugLoc().get();
    }
    if (!known) return;
    DebugInfo& debug = emit_.shared().debug;
    made.text = debug.shown(known);
    made.layout = debug.layout(known->getType());
    made.at = debug.position(where);
  }

  Emitter& emit_;
  const ::llvm::DataLayout& layout_;
};

}  // namespace

void lower_instruction(Emitter& emitter, const ::llvm::Instruction& instruction) {
  Instructions(emitter).lower(instruction);
}

}  // namespace fermata::frontend::llvm
