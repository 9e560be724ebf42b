// SPDX-License-Identifier: Apache-2.0
// Calls: of functions, of the machine's intrinsics, of assembly.
//
// Structs that the calling convention passes in memory (byval) are copied into an object of the
// caller's frame. Variable arguments lie in such an object too, 8 bytes each as on the stack of
// x86-64; its address is one more argument, and va_start makes every va_arg read from there.
#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <string>

#include "frontend/llvm/lower_emitter.h"
#include "ir/intrinsics.h"

namespace fermata::frontend::llvm {
namespace {

using ir::Op;
using ir::Operand;

std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

class Calls {
 public:
  Calls(Emitter& emitter, const ::llvm::CallBase& call, std::optional<ir::BlockId> unwind)
      : emit_(emitter), layout_(emitter.layout()), call_(call), unwind_(unwind) {}

  void lower() {
    if (call_.isInlineAsm()) return assembly(*::llvm::cast<::llvm::InlineAsm>(call_.getCalledOperand()));
    if (auto* intrinsic = ::llvm::dyn_cast<::llvm::IntrinsicInst>(&call_)) return lower_intrinsic(emit_, *intrinsic);
    auto* callee = ::llvm::dyn_cast<::llvm::Function>(call_.getCalledOperand()->stripPointerCastsAndAliases());
    if (callee && callee->isDeclaration() && callee->getName().starts_with("__fermata_")) return machine(*callee);
    function(callee);
  }

 private:
  void define_nothing() {
    if (!call_.getType()->isVoidTy() && representable(call_.getType(), layout_)) emit_.define(&call_);
  }

  void refuse(const std::string& what) {
    emit_.unmodelled(what);
    define_nothing();
  }

  // --- the machine's own --------------------------------------------------------------------------

  void machine(const ::llvm::Function& callee) {
    auto which = ir::intrinsic_named(std::string_view(callee.getName()));
    if (!which) return refuse(callee.getName().str());
    Operands operands;
    for (const ::llvm::Value* argument : call_.args()) operands.push_back(emit_.value(argument));
    std::vector<ir::Register> results;
    if (!call_.getType()->isVoidTy()) results = emit_.define(&call_);
    emit_.emit(Op::intrinsic, {}, std::move(results), std::move(operands)).which = *which;
    if (*which == ir::Intrinsic::alloc) emit_.shared().debug.allocates(call_.getDebugLoc());
  }

  // --- functions ----------------------------------------------------------------------------------

  void function(const ::llvm::Function* callee) {
    // C lets a call disagree with the function it reaches; what is known of the callee counts.
    const ::llvm::FunctionType* type = callee ? callee->getFunctionType() : call_.getFunctionType();
    if (!representable_signature(*type)) return refuse("a call that passes a value of an unusual type");
    Operands operands{emit_.value(call_.getCalledOperand())};
    for (unsigned i = 0; i < type->getNumParams(); ++i) add_fixed(i, type->getParamType(i), operands);
    bool area_used = false;
    if (type->isVarArg()) {
      Operand area = variable_arguments(type->getNumParams());
      area_used = area.kind == Operand::Kind::reg;
      operands.push_back(area);
    }

    auto given = emit_.leaves(type->getReturnType());
    std::vector<ir::Register> results;
    for (const Leaf& leaf : given) results.push_back(emit_.fresh(leaf.type));
    Operand area = operands.back();
    emit_.emit(Op::call, {}, results, std::move(operands)).unwind = unwind_;
    take_results(given, results);
    if (area_used) emit_.emit(Op::lifetime_end, {}, {}, {area});
    for (const Operand& copy : copies_) emit_.emit(Op::lifetime_end, {}, {}, {copy});
  }

  bool representable_signature(const ::llvm::FunctionType& type) const {
    return representable(type.getReturnType(), layout_) &&
           std::ranges::all_of(type.params(), [&](const ::llvm::Type* one) { return representable(one, layout_); });
  }

  void add_fixed(unsigned i, const ::llvm::Type* wanted, Operands& operands) {
    auto to = emit_.leaves(wanted);
    if (i >= call_.arg_size()) {
      operands.resize(operands.size() + to.size(), Operand::constant(0));
      return;
    }
    const ::llvm::Value* argument = call_.getArgOperand(i);
    Operands values = call_.isByValArgument(i) ? Operands{copy_of(i)} : emit_.values(argument);
    auto from = emit_.leaves(argument->getType());
    for (std::size_t k = 0; k < to.size(); ++k) {
      operands.push_back(k < from.size() ? emit_.coerce(values[k], from[k].type, to[k].type) : Operand::constant(0));
    }
  }

  void copy_bytes(Operand to, const ::llvm::Value* from, std::uint64_t size) {
    Operand source = emit_.value(from);
    emit_.emit(Op::copy_bytes, {}, {}, {to, source, Operand::constant(size)}).local =
        emit_.shared().memory.is_local(from);
  }

  Operand copy_of(unsigned i) {
    std::uint64_t size = layout_.getTypeAllocSize(call_.getParamByValType(i));
    Operand object = emit_.frame_object(size);
    emit_.emit(Op::lifetime_begin, {}, {}, {object});
    copy_bytes(object, call_.getArgOperand(i), size);
    copies_.push_back(object);
    return object;
  }

  struct Extra {
    unsigned argument;
    std::uint64_t offset;
    std::uint64_t size;
  };

  Operand variable_arguments(unsigned fixed) {
    std::vector<Extra> extras;
    std::uint64_t end = 0;
    for (unsigned i = fixed; i < call_.arg_size(); ++i) {
      ::llvm::Type* type = call_.isByValArgument(i) ? call_.getParamByValType(i) : call_.getArgOperand(i)->getType();
      std::uint64_t size = layout_.getTypeAllocSize(type);
      std::uint64_t alignment = std::clamp<std::uint64_t>(layout_.getABITypeAlign(type).value(), 8, 16);
      std::uint64_t offset = round_up(end, alignment);
      extras.push_back({i, offset, size});
      end = offset + round_up(size, 8);
    }
    Operand area = emit_.variadic_area(end);
    if (area.kind == Operand::Kind::reg) emit_.emit(Op::lifetime_begin, {}, {}, {area});
    for (const Extra& extra : extras) {
      const ::llvm::Value* argument = call_.getArgOperand(extra.argument);
      Operand place = emit_.plus(area, extra.offset);
      if (call_.isByValArgument(extra.argument))
        copy_bytes(place, argument, extra.size);
      else
        put(argument, place);
    }
    return area;
  }

  void put(const ::llvm::Value* argument, Operand place) {
    Operands values = emit_.values(argument);
    auto leaves = emit_.leaves(argument->getType());
    auto bits = layout_.getTypeSizeInBits(argument->getType()).getFixedValue();
    if (argument->getType()->isVectorTy() && bits <= 128) {
      auto width = static_cast<std::uint16_t>(bits);
      values = {emit_.pack(values, leaves, width)};
      leaves = {{ir::integer(width), 0}};
    }
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      Operand to = emit_.plus(place, leaves[k].offset / 8);
      emit_.emit(Op::store, leaves[k].type, {}, {values[k], to}).local = true;
    }
  }

  void take_results(const std::vector<Leaf>& given, const std::vector<ir::Register>& results) {
    if (call_.getType()->isVoidTy()) return;
    auto wanted = emit_.leaves(call_.getType());
    Operands values;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      values.push_back(k < given.size() ? emit_.coerce(Operand::of(results[k]), given[k].type, wanted[k].type)
                                        : Operand::constant(0));
    }
    emit_.define_as(&call_, std::move(values));
  }

  // --- assembly -----------------------------------------------------------------------------------

  void assembly(const ::llvm::InlineAsm& code) {
    std::string text;
    for (char c : code.getAsmString()) {
      if (c == '\n' || c == '\t' || c == ';' || c == ' ') {
        if (!text.empty() && text.back() != ' ') text += ' ';
      } else {
        text += c;
      }
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    if (text.empty()) return barrier_for_the_compiler(code);
    bool nothing = std::ranges::any_of(std::initializer_list<std::string_view>{"pause", "nop", "rep nop", "rep"},
                                       [&](std::string_view one) { return text == one; });
    if (nothing && call_.getType()->isVoidTy()) return;
    bool fence = text == "mfence" || text == "lfence" || text == "sfence";
    if (fence && call_.getType()->isVoidTy()) {
      emit_.emit(Op::fence, {}, {}, {}).access = ir::Access::atomic;
      return;
    }
    refuse(fmt::format("inline assembly: {}", text));
  }

  /// asm("" : "+r"(x)) gives back what it gets.
  void barrier_for_the_compiler(const ::llvm::InlineAsm& code) {
    if (call_.getType()->isVoidTy()) return;
    std::vector<Operands> outputs;
    unsigned argument = 0;
    for (const auto& constraint : code.ParseConstraints()) {
      if (constraint.Type == ::llvm::InlineAsm::isClobber) continue;
      if (constraint.Type == ::llvm::InlineAsm::isOutput && !constraint.isIndirect) {
        outputs.emplace_back();
        continue;
      }
      if (argument >= call_.arg_size()) break;
      const ::llvm::Value* value = call_.getArgOperand(argument++);
      if (constraint.Type != ::llvm::InlineAsm::isInput) continue;
      for (const std::string& letter : constraint.Codes) {
        if (letter.empty() || letter.find_first_not_of("0123456789") != std::string::npos) continue;
        std::size_t output = std::stoul(letter);
        if (output < outputs.size()) outputs[output] = emit_.values(value);
      }
    }
    Operands results;
    for (const Operands& output : outputs) {
      if (output.empty()) return refuse("inline assembly without text that makes a value");
      results.insert(results.end(), output.begin(), output.end());
    }
    if (results.size() != emit_.leaves(call_.getType()).size())
      return refuse("inline assembly with values of unlike types");
    emit_.define_as(&call_, std::move(results));
  }

  Emitter& emit_;
  const ::llvm::DataLayout& layout_;
  const ::llvm::CallBase& call_;
  std::optional<ir::BlockId> unwind_;
  Operands copies_;
};

}  // namespace

void lower_call(Emitter& emitter, const ::llvm::CallBase& call, std::optional<ir::BlockId> unwind) {
  Calls(emitter, call, unwind).lower();
}

}  // namespace fermata::frontend::llvm
