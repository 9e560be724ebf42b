// SPDX-License-Identifier: Apache-2.0
// A formatter branches on each digit, so to the analysis of what depends on what (ir/irrelevant_values.h) a number that
// is printed would decide where the program goes. It decides nothing: the runtime puts the text together in private
// memory and drops it (runtime/c/stdio.c, runtime/cxx/console_buffer.cpp). Here, where the calls still stand as they
// were written, that can be seen.
//
// printf: the format is a constant that we understand as a whole, and nobody asks how many characters it made. Widths
// and precisions (*), texts and pointers are left alone, and so is what is printed into a buffer.
// Streams: std::cout, std::cerr or std::clog itself, perhaps after other insertions, in a program that redirects none.
#include "frontend/llvm/printed_numbers.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace fermata::frontend::llvm {
namespace {

enum class Printed { number, other };

/// What the arguments are that this format asks for; nothing, if we do not understand it.
std::optional<std::vector<Printed>> arguments_of(std::string_view format) {
  std::vector<Printed> arguments;
  const auto at = [&](std::size_t k) { return k < format.size() ? format[k] : '\0'; };
  const auto is_one_of = [](char c, std::string_view some) { return c && some.find(c) != some.npos; };
  for (std::size_t k = 0; k < format.size(); ++k) {
    if (format[k] != '%') continue;
    ++k;
    while (is_one_of(at(k), "-+ #0")) ++k;
    for (bool precision : {false, true}) {
      if (precision && at(k) != '.') break;
      if (precision) ++k;
      if (at(k) == '*') arguments.push_back(Printed::other), ++k;
      while (is_one_of(at(k), "0123456789")) ++k;
    }
    while (is_one_of(at(k), "hlzjt")) ++k;
    if (at(k) == '%') continue;
    if (is_one_of(at(k), "diuxXocfFeEgGaA"))
      arguments.push_back(Printed::number);
    else if (is_one_of(at(k), "sp"))
      arguments.push_back(Printed::other);
    else
      return std::nullopt;
  }
  return arguments;
}

/// Defined elsewhere, even if a header shows how: then it will be the runtime's.
bool is_library(const ::llvm::Function* function) { return function && function->isDeclarationForLinker(); }

class Marking {
 public:
  explicit Marking(::llvm::Module& program) : program_(program) {
    redirects_ = program.getFunction("_ZNSt9basic_iosIcSt11char_traitsIcEE5rdbufEPSt15basic_streambufIcS1_E") ||
                 program.getFunction("_ZNSt9basic_iosIcSt11char_traitsIcEE10set_rdbufEPSt15basic_streambufIcS1_E");
  }

  void run() {
    std::vector<::llvm::CallBase*> calls;
    for (::llvm::Function& function : program_)
      for (::llvm::Instruction& i : ::llvm::instructions(function))
        if (auto* call = ::llvm::dyn_cast<::llvm::CallBase>(&i); call && is_library(call->getCalledFunction()))
          calls.push_back(call);
    for (::llvm::CallBase* call : calls) {
      mark_printf(*call);
      if (!redirects_) mark_insertion(*call);
    }
  }

 private:
  void mark_printf(::llvm::CallBase& call) {
    const ::llvm::StringRef name = call.getCalledFunction()->getName();
    const unsigned format = name == "printf" ? 0 : name == "fprintf" || name == "dprintf" ? 1 : 2;
    ::llvm::StringRef text;
    if (format == 2 || !call.use_empty() || call.arg_size() <= format ||
        !::llvm::getConstantStringInfo(call.getArgOperand(format), text))
      return;
    const auto arguments = arguments_of({text.data(), text.size()});
    if (!arguments || arguments->size() != call.arg_size() - format - 1) return;
    for (unsigned k = 0; k < arguments->size(); ++k)
      if ((*arguments)[k] == Printed::number) mark(call, format + 1 + k);
  }

  void mark_insertion(::llvm::CallBase& call) {
    constexpr std::array<std::string_view, 20> insertions{"_ZNSolsEb",
                                                          "_ZNSolsEs",
                                                          "_ZNSolsEt",
                                                          "_ZNSolsEi",
                                                          "_ZNSolsEj",
                                                          "_ZNSolsEl",
                                                          "_ZNSolsEm",
                                                          "_ZNSolsEx",
                                                          "_ZNSolsEy",
                                                          "_ZNSolsEf",
                                                          "_ZNSolsEd",
                                                          "_ZNSo9_M_insertIbEERSoT_",
                                                          "_ZNSo9_M_insertIlEERSoT_",
                                                          "_ZNSo9_M_insertImEERSoT_",
                                                          "_ZNSo9_M_insertIxEERSoT_",
                                                          "_ZNSo9_M_insertIyEERSoT_",
                                                          "_ZNSo9_M_insertIdEERSoT_",
                                                          "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c",
                                                          "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a",
                                                          "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h"};
    const ::llvm::StringRef name = call.getCalledFunction()->getName();
    for (std::string_view insertion : insertions)
      if (name == ::llvm::StringRef(insertion) && call.arg_size() == 2 && is_console(call.getArgOperand(0)))
        mark(call, 1);
  }

  static bool is_console(const ::llvm::Value* stream) {
    for (;;) {
      if (const auto* variable = ::llvm::dyn_cast<::llvm::GlobalVariable>(stream)) {
        const ::llvm::StringRef name = variable->getName();
        return name == "_ZSt4cout" || name == "_ZSt4cerr" || name == "_ZSt4clog";
      }
      // An insertion of the library's gives back the stream that it was given.
      const auto* call = ::llvm::dyn_cast<::llvm::CallBase>(stream);
      const ::llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || call->arg_size() != 2 || !call->getArgOperand(0)->getType()->isPointerTy()) return false;
      const ::llvm::StringRef name = callee->getName();
      if (!name.starts_with("_ZNSols") && !name.starts_with("_ZNSo9_M_insert") && !name.starts_with("_ZStlsI"))
        return false;
      stream = call->getArgOperand(0);
    }
  }

  void mark(::llvm::CallBase& call, unsigned argument) {
    ::llvm::Value* value = call.getArgOperand(argument);
    ::llvm::Type* type = value->getType();
    if (::llvm::isa<::llvm::Constant>(value)) return;
    if (!type->isDoubleTy() && !type->isFloatTy() && !(type->isIntegerTy() && type->getIntegerBitWidth() <= 64)) return;
    ::llvm::IRBuilder<> code(&call);  // with its line
    ::llvm::Type* word = code.getInt64Ty();
    ::llvm::Type* bits = code.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue()));
    auto shown = program_.getOrInsertFunction("__fermata_shown", word, word);
    if (auto* function = ::llvm::dyn_cast<::llvm::Function>(shown.getCallee())) {
      function->setDoesNotThrow();
      function->setDoesNotAccessMemory();
      function->addFnAttr(::llvm::Attribute::WillReturn);
    }
    ::llvm::Value* passed = code.CreateZExt(code.CreateBitCast(value, bits), word);
    ::llvm::Value* back = code.CreateTrunc(code.CreateCall(shown, {passed}), bits);
    call.setArgOperand(argument, code.CreateBitCast(back, type));
  }

  ::llvm::Module& program_;
  bool redirects_ = false;
};

}  // namespace

void mark_printed_numbers(::llvm::Module& program) { Marking(program).run(); }

}  // namespace fermata::frontend::llvm
