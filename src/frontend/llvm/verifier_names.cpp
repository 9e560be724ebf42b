// SPDX-License-Identifier: Apache-2.0
// The conventions of SV-COMP, the competition on software verification (https://sv-comp.sosy-lab.org, "Rules"), for
// functions that a program defines itself. What it only declares is in runtime/c/verifier.c.
#include "frontend/llvm/verifier_names.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace fermata::frontend::llvm {
namespace {

/// As FERMATA_ASSERTION in runtime/fermata_intrinsics.h.
constexpr std::uint32_t fail_assertion = 0;

/// Without namespaces and parameters, in C++ too.
std::string plain_name(const ::llvm::Function& function) {
  std::string name = function.getName().str();
  ::llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(name.c_str()) || !demangler.isFunction()) return name;
  char* made = demangler.getFunctionBaseName(nullptr, nullptr);
  std::string base = made ? made : name;
  std::free(made);
  return base;
}

bool is_error(const std::string& name) { return name == "reach_error" || name == "__VERIFIER_error"; }

bool is_one_step(const std::string& name) {
  return name.starts_with("__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" && name != "__VERIFIER_atomic_end";
}

/// The report is to name the line of the call, not a line of the body. So the call goes to a function without debug
/// information, which takes the caller's line: it calls the body, and then fails.
void fail_after(::llvm::Function& body, const std::string& name) {
  ::llvm::Module& module = *body.getParent();
  auto* named = ::llvm::Function::Create(body.getFunctionType(), body.getLinkage(), "", module);
  named->copyAttributesFrom(&body);
  named->setComdat(body.getComdat());
  named->takeName(&body);
  body.replaceAllUsesWith(named);
  body.setLinkage(::llvm::GlobalValue::InternalLinkage);
  body.setComdat(nullptr);
  body.setName(named->getName() + ".body");

  ::llvm::IRBuilder<> code(::llvm::BasicBlock::Create(module.getContext(), "", named));
  ::llvm::SmallVector<::llvm::Value*> arguments;
  for (::llvm::Argument& argument : named->args()) arguments.push_back(&argument);
  code.CreateCall(&body, arguments)->setAttributes(body.getAttributes());
  auto* text = code.CreateGlobalString(name + " was called");
  auto fail = module.getOrInsertFunction("__fermata_fail", code.getVoidTy(), code.getInt32Ty(), code.getPtrTy());
  code.CreateCall(fail, {code.getInt32(fail_assertion), text})->setDoesNotReturn();
  code.CreateUnreachable();
}

void make_one_step(::llvm::Function& function) {
  ::llvm::Module& module = *function.getParent();
  auto* nothing = ::llvm::Type::getVoidTy(module.getContext());
  ::llvm::IRBuilder<> code(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  if (auto* known = function.getSubprogram())
    code.SetCurrentDebugLocation(::llvm::DILocation::get(module.getContext(), known->getScopeLine(), 0, known));
  code.CreateCall(module.getOrInsertFunction("__fermata_atomic_begin", nothing));
  std::vector<::llvm::ReturnInst*> ends;
  for (::llvm::Instruction& i : ::llvm::instructions(function))
    if (auto* end = ::llvm::dyn_cast<::llvm::ReturnInst>(&i)) ends.push_back(end);
  for (::llvm::ReturnInst* end : ends) {
    code.SetInsertPoint(end);  // and its line
    code.CreateCall(module.getOrInsertFunction("__fermata_atomic_end", nothing));
  }
}

}  // namespace

void follow_verifier_names(::llvm::Module& module) {
  std::vector<std::pair<::llvm::Function*, std::string>> errors;
  std::vector<::llvm::Function*> steps;
  for (::llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const std::string name = plain_name(function);
    if (is_error(name) && !function.isVarArg()) errors.emplace_back(&function, name);
    if (is_one_step(name)) steps.push_back(&function);
  }
  for (auto& [error, name] : errors) fail_after(*error, name);
  for (::llvm::Function* step : steps) make_one_step(*step);
}

// In SV-COMP its body ends the process if the condition is false. So does an assumption that is broken end the run, and
// of an assumption it is known, before all values of an input are tried, which of them are left.
void assume_by_name(::llvm::Module& program) {
  for (::llvm::Function& function : program) {
    const ::llvm::FunctionType& type = *function.getFunctionType();
    if (plain_name(function) != "assume_abort_if_not" || type.isVarArg() || type.getNumParams() != 1 ||
        !type.getParamType(0)->isIntegerTy() || !type.getReturnType()->isVoidTy())
      continue;
    function.deleteBody();
    function.setComdat(nullptr);
    function.setSubprogram(nullptr);  // the report is to name the line of the call
    function.setLinkage(::llvm::GlobalValue::InternalLinkage);
    ::llvm::IRBuilder<> code(::llvm::BasicBlock::Create(program.getContext(), "", &function));
    auto assume = program.getOrInsertFunction("__fermata_assume", code.getVoidTy(), code.getInt32Ty());
    code.CreateCall(assume, code.CreateZExt(code.CreateIsNotNull(function.getArg(0)), code.getInt32Ty()));
    code.CreateRetVoid();
  }
}

}  // namespace fermata::frontend::llvm
