// SPDX-License-Identifier: Apache-2.0
// Lowers a module: its globals, its functions, and the entry, which calls constructors, main and exit.
#include "frontend/llvm/lower.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "frontend/llvm/lower_emitter.h"

namespace fermata::frontend::llvm {
namespace {

using ir::Op;
using ir::Operand;

/// LLVM's own lists, and what the machine understands by itself.
bool is_ours(const ::llvm::GlobalVariable& variable) { return !variable.getName().starts_with("llvm."); }
bool is_ours(const ::llvm::Function& function) {
  return !function.isIntrinsic() && !(function.isDeclaration() && function.getName().starts_with("__fermata_"));
}

/// In the order of their priorities.
std::vector<const ::llvm::Function*> global_constructors(const ::llvm::Module& module) {
  std::vector<std::pair<std::uint64_t, const ::llvm::Function*>> found;
  const auto* variable = module.getGlobalVariable("llvm.global_ctors", /*AllowInternal=*/true);
  const auto* array = variable && variable->hasInitializer()
                          ? ::llvm::dyn_cast<::llvm::ConstantArray>(variable->getInitializer())
                          : nullptr;
  if (!array) return {};
  for (const ::llvm::Use& use : array->operands()) {
    const auto* entry = ::llvm::cast<::llvm::Constant>(use.get());
    const auto* priority = ::llvm::dyn_cast<::llvm::ConstantInt>(entry->getAggregateElement(0u));
    const auto* function =
        ::llvm::dyn_cast<::llvm::Function>(entry->getAggregateElement(1u)->stripPointerCastsAndAliases());
    if (priority && function) found.emplace_back(priority->getZExtValue(), function);
  }
  std::ranges::stable_sort(found, {}, &std::pair<std::uint64_t, const ::llvm::Function*>::first);
  std::vector<const ::llvm::Function*> functions;
  for (const auto& [priority, function] : found) functions.push_back(function);
  return functions;
}

class Program {
 public:
  Program(const ::llvm::Module& module, const Files& files, Created created, const Given& given)
      : module_(module),
        given_(given),
        shared_{program_,
                Symbols(&module.getDataLayout()),
                DebugInfo(program_, files, std::move(created)),
                Texts(program_),
                {}} {}

  Result<ir::Program> lower() {
    number_globals();
    number_functions();
    for (const auto& [variable, id] : globals_) {
      if (auto done = lower_global(*variable, program_.globals[static_cast<std::size_t>(id)]); !done) {
        return std::unexpected(done.error());
      }
    }
    for (const auto& [function, id] : functions_) lower_body(*function, program_[id]);
    add_entry();
    return std::move(program_);
  }

 private:
  void number_globals() {
    for (const ::llvm::GlobalVariable& variable : module_.globals()) {
      if (!is_ours(variable)) continue;
      auto id = ir::GlobalId(static_cast<std::uint32_t>(program_.globals.size()));
      shared_.symbols.globals[&variable] = id;
      globals_.emplace_back(&variable, id);
      program_.globals.emplace_back().name =
          variable.hasName() ? variable.getName().str() : "global." + std::to_string(globals_.size());
    }
  }

  void number_functions() {
    for (const ::llvm::Function& function : module_) {
      if (!is_ours(function)) continue;
      auto id = ir::FunctionId(static_cast<std::uint32_t>(program_.functions.size()));
      shared_.symbols.functions[&function] = id;
      functions_.emplace_back(&function, id);
      ir::Function& made = program_.functions.emplace_back();
      made.name = function.hasName() ? function.getName().str() : "function." + std::to_string(functions_.size());
      made.shown = shared_.debug.shown(function);
      lower_signature(function, made);
    }
  }

  bool representable_signature(const ::llvm::Function& function) const {
    const ::llvm::FunctionType& type = *function.getFunctionType();
    return representable(type.getReturnType(), module_.getDataLayout()) &&
           std::ranges::all_of(type.params(),
                               [&](const ::llvm::Type* one) { return representable(one, module_.getDataLayout()); });
  }

  void lower_signature(const ::llvm::Function& function, ir::Function& made) {
    if (!representable_signature(function)) return;
    for (const ::llvm::Type* type : function.getFunctionType()->params()) {
      for (const Leaf& leaf : flatten(type, module_.getDataLayout())) made.registers.push_back(leaf.type);
    }
    made.parameters = static_cast<std::uint32_t>(made.registers.size());
    made.variadic = function.isVarArg();
    if (made.variadic) made.registers.push_back(ir::pointer);
    for (const Leaf& leaf : flatten(function.getReturnType(), module_.getDataLayout()))
      made.results.push_back(leaf.type);
  }

  Result<void> lower_global(const ::llvm::GlobalVariable& variable, ir::Global& made) {
    made.constant = variable.isConstant();
    made.thread_local_ = variable.isThreadLocal();
    ::llvm::SmallVector<::llvm::DIGlobalVariableExpression*, 1> known;
    variable.getDebugInfo(known);
    if (!known.empty()) {
      const ::llvm::DIGlobalVariable* described = known.front()->getVariable();
      made.shown = shared_.debug.shown(described);
      made.layout = shared_.debug.layout(described->getType());
      made.at = shared_.debug.position(described);
    }
    return lower_initializer(variable, shared_.symbols, made);
  }

  void lower_body(const ::llvm::Function& function, ir::Function& made) {
    if (function.isDeclaration()) return;
    if (representable_signature(function)) return lower_blocks(shared_, function, made);
    Emitter emitter(shared_, made);
    emitter.go_on_in(emitter.add_block("entry"));
    emitter.unmodelled("a function with a parameter of an unusual type");
    emitter.emit(Op::unreachable, {}, {}, {});
  }

  // --- the entry ----------------------------------------------------------------------------------

  ir::GlobalId add_global(std::string name, std::uint64_t size, std::vector<ir::Relocation> relocations) {
    ir::Global global;
    global.name = std::move(name);
    global.size = size;
    global.relocations = std::move(relocations);
    program_.globals.push_back(std::move(global));
    return ir::GlobalId(static_cast<std::uint32_t>(program_.globals.size() - 1));
  }

  /// These pointers, some to texts that their owner may write to, and NULL.
  ir::GlobalId add_list(const std::string& name, std::vector<ir::Relocation> pointers,
                        const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const ir::GlobalId copy = add_global(fmt::format("{}.{}", name, pointers.size()), text.size() + 1, {});
      program_.globals.back().bytes.assign(text.begin(), text.end());
      pointers.push_back({8 * pointers.size(), Operand::address(copy)});
    }
    const std::uint64_t size = 8 * (pointers.size() + 1);
    return add_global(name, size, std::move(pointers));
  }

  /// main(1, {"program", NULL}, {NULL}), with what is given, as much of it as main takes.
  Operands main_arguments(Emitter& emitter, const ir::Function& main) {
    Operands operands;
    if (main.parameters == 0) return operands;
    ir::GlobalId environment = add_list("fermata.envp", {}, given_.environment);
    ir::GlobalId arguments = add_list("fermata.argv", {{0, shared_.texts.address("program")}}, given_.arguments);
    const std::pair<Operand, ir::Type> given[] = {{Operand::constant(1 + given_.arguments.size()), ir::integer(32)},
                                                  {Operand::address(arguments), ir::pointer},
                                                  {Operand::address(environment), ir::pointer}};
    for (std::uint32_t i = 0; i < main.parameters; ++i) {
      operands.push_back(i < std::size(given) ? emitter.coerce(given[i].first, given[i].second, main.registers[i])
                                              : Operand::constant(0));
    }
    return operands;
  }

  /// Constructors, main, exit. What is to be done at exit is registered with atexit (destructors.cpp).
  void add_entry() {
    ir::Function entry;
    entry.name = "fermata.entry";
    Emitter emitter(shared_, entry);
    emitter.go_on_in(emitter.add_block("entry"));
    auto call = [&](const ::llvm::Function* function, Operands arguments) {
      ir::FunctionId id = shared_.symbols.functions.lookup(function);
      Operands operands{Operand::address(id)};
      operands.insert(operands.end(), arguments.begin(), arguments.end());
      std::vector<ir::Register> results;
      for (ir::Type type : program_[id].results) results.push_back(emitter.fresh(type));
      emitter.emit(Op::call, {}, results, std::move(operands));
      return results;
    };
    for (const ::llvm::Function* constructor : global_constructors(module_)) call(constructor, {});

    const ::llvm::Function* main = module_.getFunction("main");
    const ir::Function& lowered = program_[shared_.symbols.functions.lookup(main)];
    std::vector<ir::Register> results = call(main, main_arguments(emitter, lowered));
    Operand code = Operand::constant(0);
    if (!results.empty()) code = emitter.coerce(Operand::of(results.front()), lowered.results.front(), ir::integer(32));

    const ::llvm::Function* last = module_.getFunction("exit");
    if (last && !last->isDeclaration() && last->arg_size() == 1)
      call(last, {code});
    else
      emitter.emit(Op::intrinsic, {}, {}, {code}).which = ir::Intrinsic::exit_process;
    emitter.emit(Op::unreachable, {}, {}, {});
    program_.entry = ir::FunctionId(static_cast<std::uint32_t>(program_.functions.size()));
    program_.functions.push_back(std::move(entry));
  }

  const ::llvm::Module& module_;
  const Given& given_;
  ir::Program program_;
  Shared shared_;
  std::vector<std::pair<const ::llvm::GlobalVariable*, ir::GlobalId>> globals_;
  std::vector<std::pair<const ::llvm::Function*, ir::FunctionId>> functions_;
};

}  // namespace

Result<ir::Program> lower(const ::llvm::Module& module, const Files& files, Created created, const Given& given) {
  return Program(module, files, std::move(created), given).lower();
}

}  // namespace fermata::frontend::llvm
