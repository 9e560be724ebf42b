// SPDX-License-Identifier: Apache-2.0
#include "frontend/llvm/given.h"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <iterator>
#include <set>

#include "frontend/llvm/cache.h"

namespace fermata::frontend::llvm {
namespace {

/// A new variable of the program that has this value for ever.
::llvm::GlobalVariable* constant(::llvm::Module& program, ::llvm::Constant* value,
                                 ::llvm::GlobalValue::LinkageTypes linkage) {
  const std::string name = fmt::format("fermata.given.{}", program.global_size());  // nobody else's name
  auto* made = ::llvm::cast<::llvm::GlobalVariable>(program.getOrInsertGlobal(name, value->getType()));
  made->setConstant(true);
  made->setLinkage(linkage);
  made->setInitializer(value);
  return made;
}

/// The bytes and a zero.
::llvm::Constant* text(::llvm::Module& program, const std::string& bytes) {
  return constant(program, ::llvm::ConstantDataArray::getString(program.getContext(), bytes),
                  ::llvm::GlobalValue::PrivateLinkage);
}

/// The variable, if the program has it, is an array of these.
void fill(::llvm::Module& program, const char* name, ::llvm::Type* element,
          const std::vector<::llvm::Constant*>& values) {
  ::llvm::GlobalVariable* old = program.getGlobalVariable(name, true);
  if (!old) return;
  auto* value = ::llvm::ConstantArray::get(::llvm::ArrayType::get(element, values.size()), values);
  auto* filled = constant(program, value, old->getLinkage());
  filled->takeName(old);
  old->replaceAllUsesWith(filled);
  old->eraseFromParent();
}

}  // namespace

void give(::llvm::Module& program, const Given& given) {
  auto* pointer = ::llvm::PointerType::get(program.getContext(), 0);
  auto* size = ::llvm::Type::getInt64Ty(program.getContext());
  auto* nothing = ::llvm::ConstantPointerNull::get(pointer);
  if (!given.environment.empty()) {
    std::vector<::llvm::Constant*> entries;
    for (const std::string& entry : given.environment) entries.push_back(text(program, entry));
    entries.push_back(nothing);
    fill(program, "__fermata_given_environment", pointer, entries);
  }
  if (given.standard_input || !given.files.empty()) {
    auto* form = ::llvm::StructType::get(program.getContext(), {pointer, pointer, size});
    const auto file = [&](::llvm::Constant* name, const std::string* bytes) {
      return ::llvm::ConstantStruct::get(form, {name, bytes ? text(program, *bytes) : nothing,
                                                ::llvm::ConstantInt::get(size, bytes ? bytes->size() : 0)});
    };
    std::vector<::llvm::Constant*> files{
        file(text(program, ""), given.standard_input ? &*given.standard_input : nullptr)};
    for (const auto& [name, bytes] : given.files) files.push_back(file(text(program, name), &bytes));
    files.push_back(file(nothing, nullptr));
    fill(program, "__fermata_given_files", form, files);
  }
}

std::string take_assumptions(::llvm::Module& program) {
  // In the order of runtime/c/given.h.
  constexpr const char* sentences[] = {
      "standard input is empty (--stdin)", "files that were not given are missing (--file)",
      "environment variables that were not given are not set (--env)", "no signals arrive"};
  std::set<std::uint64_t> kinds;
  if (::llvm::Function* says = program.getFunction("__fermata_assumes"))
    for (::llvm::User* user : ::llvm::make_early_inc_range(says->users())) {
      auto* call = ::llvm::dyn_cast<::llvm::CallInst>(user);
      if (!call || call->getCalledFunction() != says) continue;  // the user's own, who is told that it is not modelled
      const auto* kind = ::llvm::dyn_cast<::llvm::ConstantInt>(call->getArgOperand(0));
      if (!kind || kind->getZExtValue() >= std::size(sentences)) continue;
      kinds.insert(kind->getZExtValue());
      call->eraseFromParent();
    }
  std::string text;
  for (const std::uint64_t kind : kinds) text += fmt::format("{}\n", sentences[kind]);
  return text;
}

void add(Key& key, const Given& given) {
  const auto all = [&](const std::vector<std::string>& list) {
    for (const std::string& text : list) key.add("+" + text);
    key.add("");
  };
  all(given.arguments);
  all(given.environment);
  key.add(given.standard_input ? "+" + *given.standard_input : "");
  for (const auto& [name, bytes] : given.files) {
    key.add("+" + name);
    key.add(bytes);
  }
  key.add("");
}

}  // namespace fermata::frontend::llvm
