// SPDX-License-Identifier: Apache-2.0
// LLVM's -O1 without what is correct for one thread and wrong for several.
//
// A compiler may delete `while (!flag) {}` (C++ lets it assume that loops make progress), read a
// plain flag once instead of each turn, merge `x = 1; x = 2;`, or turn a branch around a store into
// a store of a select. All of these change which hangs and races exist. So:
//
//   1. every `mustprogress` and every loop hint goes, and all knowledge about library functions:
//      the runtime's malloc and pthread_mutex_lock are ordinary code;
//   2. inlining and promotion to registers, which move no access to memory that others see;
//   3. every access to such memory is marked `volatile`, which no pass touches;
//   4. -O1 without unrolling and vectorisation, and without the merging of stores of simplifycfg;
//      After it, conditions that are known where they are asked again: they keep loops from being seen as bounded
//      (ir/bounded_spins.h). In loops with such an access, equal counters are not made one;
//   5. the marks go, except where the source says volatile. `resume` becomes a call.
//
// Operations that fail must not be removed either, although they are undefined behaviour: bad_accesses.cpp prevents
// that in 2 and 4.
//
// Marking before 2 would keep small methods of local objects from dissolving: `this` is only known to
// lead to a private variable after inlining. Not marking at all and using only passes that look
// harmless (sroa, mem2reg, simplifycfg, adce) was tried: it loses unused reads and merges
// `if (a) y = 1; if (b) y = 2;`.
//
// Keeps: deadlocks, fair cycles, each shared access on each path. Loses: private loops that LLVM
// proves finite, the order of accesses that only this thread can see.
#include "frontend/llvm/pipeline.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>

#include <mutex>
#include <string>
#include <vector>

#include "base/require.h"
#include "frontend/llvm/bad_accesses.h"
#include "frontend/llvm/label_addresses.h"
#include "frontend/llvm/library_spins.h"
#include "frontend/llvm/no_wrap.h"
#include "frontend/llvm/shared_memory.h"

namespace fermata::frontend::llvm {
namespace {

constexpr const char* really_volatile = "fermata.volatile";

/// These can only be set as command-line options of LLVM. They hold for the whole process, so they are set once.
void set_options_of_passes() {
  static std::once_flag once;
  std::call_once(once, [] {
    auto& options = ::llvm::cl::getRegisteredOptions();
    for (const char* name : {"simplifycfg-hoist-common", "simplifycfg-sink-common", "simplifycfg-merge-cond-stores",
                             "speculate-one-expensive-inst"}) {
      auto found = options.find(name);
      FERMATA_REQUIRE(found != options.end(), "LLVM 19 has this option of simplifycfg");
      found->second->addOccurrence(0, name, "false");
    }
    // `i < limit` stays, which says more about a loop that counts than `i == limit`.
    auto replacement = options.find("disable-lftr");
    FERMATA_REQUIRE(replacement != options.end(), "LLVM 19 has this option of indvars");
    replacement->second->addOccurrence(0, "disable-lftr", "true");
    // Rotation turns `while (c) body` into `if (c) do body while (c)`: two program points for one condition, and so two
    // states where the source has one.
    auto rotation = options.find("rotation-max-header-size");
    FERMATA_REQUIRE(rotation != options.end(), "LLVM 19 has this option of loop rotation");
    rotation->second->addOccurrence(0, "rotation-max-header-size", "0");
  });
}

/// Equal counters become one: `n`, which bounds a spin, and `mine`, which is only printed. So this pass is for loops
/// that others cannot see, which it helps to delete.
bool may_run(::llvm::StringRef pass, const ::llvm::Any& unit) {
  const auto* loop = ::llvm::any_cast<const ::llvm::Loop*>(&unit);
  if (pass != "IndVarSimplifyPass" || !loop) return true;
  for (const ::llvm::BasicBlock* block : (*loop)->blocks())
    for (const ::llvm::Instruction& i : *block)
      if (i.isVolatile()) return false;
  return true;
}

void run_passes(::llvm::Module& program, const std::string& text) {
  ::llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = false;
  tuning.LoopVectorization = false;
  tuning.LoopInterleaving = false;
  tuning.SLPVectorization = false;
  ::llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(may_run);
  ::llvm::PassBuilder builder(nullptr, tuning, std::nullopt, &callbacks);
  ::llvm::LoopAnalysisManager loops;
  ::llvm::FunctionAnalysisManager functions;
  ::llvm::CGSCCAnalysisManager components;
  ::llvm::ModuleAnalysisManager modules;

  ::llvm::TargetLibraryInfoImpl no_library;
  no_library.disableAllFunctions();
  functions.registerPass([&] { return ::llvm::TargetLibraryAnalysis(no_library); });

  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ::llvm::ModulePassManager passes;
  if (auto error = builder.parsePassPipeline(passes, text)) {
    FERMATA_REQUIRE(false, ::llvm::toString(std::move(error)).c_str());
  }
  passes.run(program, modules);
}

/// Step 1.
void forget_promises(::llvm::Module& program) {
  for (::llvm::Function& function : program) {
    if (function.isIntrinsic()) continue;
    // Promises: to return, to touch no memory, to behave like malloc.
    for (auto promise : {::llvm::Attribute::MustProgress, ::llvm::Attribute::WillReturn, ::llvm::Attribute::Memory,
                         ::llvm::Attribute::AllocKind, ::llvm::Attribute::AllocSize, ::llvm::Attribute::NoSync,
                         ::llvm::Attribute::NoFree, ::llvm::Attribute::NoRecurse, ::llvm::Attribute::Builtin}) {
      function.removeFnAttr(promise);
    }
    // Without a target machine LLVM inlines only between equal targets; -march= must not matter.
    for (const char* target : {"target-cpu", "target-features", "tune-cpu"}) function.removeFnAttr(target);
    // Neither must the flags of the user's file differ from those of the runtime's.
    function.addFnAttr(::llvm::Attribute::NullPointerIsValid);
    function.addFnAttr("no-builtins");
    // A recursion without end is a crash, not a loop.
    function.addFnAttr("disable-tail-calls", "true");
    if (function.isDeclaration() && function.getName().starts_with("__fermata_") &&
        function.getName() != "__fermata_unwind")
      function.setDoesNotThrow();

    for (::llvm::Instruction& instruction : ::llvm::instructions(function)) {
      instruction.setMetadata(::llvm::LLVMContext::MD_loop, nullptr);
      auto* call = ::llvm::dyn_cast<::llvm::CallBase>(&instruction);
      if (!call || ::llvm::isa<::llvm::IntrinsicInst>(call)) continue;
      for (auto promise : {::llvm::Attribute::WillReturn, ::llvm::Attribute::Memory, ::llvm::Attribute::AllocSize,
                           ::llvm::Attribute::NoSync, ::llvm::Attribute::Builtin}) {
        call->removeFnAttr(promise);
      }
    }
  }
}

bool is_volatile(const ::llvm::Instruction& i) {
  if (auto* load = ::llvm::dyn_cast<::llvm::LoadInst>(&i)) return load->isVolatile();
  if (auto* store = ::llvm::dyn_cast<::llvm::StoreInst>(&i)) return store->isVolatile();
  if (auto* rmw = ::llvm::dyn_cast<::llvm::AtomicRMWInst>(&i)) return rmw->isVolatile();
  if (auto* exchange = ::llvm::dyn_cast<::llvm::AtomicCmpXchgInst>(&i)) return exchange->isVolatile();
  if (auto* bytes = ::llvm::dyn_cast<::llvm::MemIntrinsic>(&i)) return bytes->isVolatile();
  return false;
}

void set_volatile(::llvm::Instruction& i, bool value) {
  if (auto* load = ::llvm::dyn_cast<::llvm::LoadInst>(&i)) load->setVolatile(value);
  if (auto* store = ::llvm::dyn_cast<::llvm::StoreInst>(&i)) store->setVolatile(value);
  if (auto* rmw = ::llvm::dyn_cast<::llvm::AtomicRMWInst>(&i)) rmw->setVolatile(value);
  if (auto* exchange = ::llvm::dyn_cast<::llvm::AtomicCmpXchgInst>(&i)) exchange->setVolatile(value);
  if (auto* bytes = ::llvm::dyn_cast<::llvm::MemIntrinsic>(&i)) {
    bytes->setVolatile(::llvm::ConstantInt::getBool(i.getContext(), value));
  }
}

/// Another thread may see or change what this reads or writes, or it may fail. Other instructions: false.
bool matters(const ::llvm::Instruction& i, SharedMemory& memory) {
  const ::llvm::DataLayout& layout = i.getModule()->getDataLayout();
  auto shared = [&](const ::llvm::Value* pointer) { return !memory.is_local(pointer) || is_held(pointer); };
  auto read = [&](const ::llvm::Value* pointer, std::uint64_t size) {
    return shared(pointer) && !is_known(pointer, size, layout);
  };
  if (auto* load = ::llvm::dyn_cast<::llvm::LoadInst>(&i))
    return read(load->getPointerOperand(), layout.getTypeStoreSize(load->getType()));
  if (auto* store = ::llvm::dyn_cast<::llvm::StoreInst>(&i)) return shared(store->getPointerOperand());
  // Atomics too: globalopt makes a private variable of an atomic one that a single function uses,
  // also if many threads run that function.
  if (auto* rmw = ::llvm::dyn_cast<::llvm::AtomicRMWInst>(&i)) return shared(rmw->getPointerOperand());
  if (auto* exchange = ::llvm::dyn_cast<::llvm::AtomicCmpXchgInst>(&i)) return shared(exchange->getPointerOperand());
  if (auto* transfer = ::llvm::dyn_cast<::llvm::MemTransferInst>(&i)) {
    auto* length = ::llvm::dyn_cast<::llvm::ConstantInt>(transfer->getLength());
    return shared(transfer->getRawDest()) ||
           read(transfer->getRawSource(), length ? length->getZExtValue() : ~std::uint64_t{0});
  }
  if (auto* bytes = ::llvm::dyn_cast<::llvm::MemIntrinsic>(&i)) return shared(bytes->getRawDest());
  return false;
}

template <class Visit>
void for_each_instruction(::llvm::Module& program, Visit visit) {
  for (::llvm::Function& function : program) {
    for (::llvm::Instruction& instruction : ::llvm::instructions(function)) visit(instruction);
  }
}

/// Names are shown of variables in memory (lower_instructions.cpp). What is noted about those in registers would be
/// copied with every function that is inlined.
void forget_names_of_registers(::llvm::Module& program) {
  for_each_instruction(program, [](::llvm::Instruction& i) {
    for (::llvm::DbgRecord& record : ::llvm::make_early_inc_range(i.getDbgRecordRange())) {
      auto* about = ::llvm::dyn_cast<::llvm::DbgVariableRecord>(&record);
      if (about && !about->isDbgDeclare()) i.dropOneDbgRecord(&record);
    }
  });
}

/// An exception goes on after destructors have run: a call, as of the runtime of a compiled program. Earlier, the
/// inliner would not know what it means. A program in C has no such function, and nothing that throws.
void resume_by_calls(::llvm::Module& program) {
  ::llvm::Function* go_on = program.getFunction("_Unwind_Resume");
  if (!go_on) return;
  std::vector<::llvm::ResumeInst*> all;
  for_each_instruction(program, [&](::llvm::Instruction& i) {
    if (auto* resume = ::llvm::dyn_cast<::llvm::ResumeInst>(&i)) all.push_back(resume);
  });
  for (::llvm::ResumeInst* resume : all) {
    ::llvm::IRBuilder<> code(resume);
    code.CreateCall(go_on, {code.CreateExtractValue(resume->getValue(), 0)})->setDoesNotReturn();
    code.CreateUnreachable();
    resume->eraseFromParent();
  }
}

/// Step 2. The pass removes accesses outside of a variable, so it gets none to see.
void promote_to_registers(::llvm::Module& program) {
  hold(program);
  run_passes(program, "function(sroa<modify-cfg>,mem2reg)");
  let_go(program);
  forget_names_of_registers(program);
}

}  // namespace

void shrink_keeping_hangs(::llvm::Module& program) {
  set_options_of_passes();
  replace_label_addresses(program);
  spin_once(program);
  forget_promises(program);
  auto* tag = ::llvm::MDNode::get(program.getContext(), {});
  for_each_instruction(program, [&](::llvm::Instruction& i) {
    if (is_volatile(i)) i.setMetadata(really_volatile, tag);
  });

  forget_constants(program);
  // Coroutines become functions here: their frames are memory like any other and must be marked.
  run_passes(program,
             "internalize<preserve-gv=main;preserve-gv=exit;preserve-gv=_Unwind_Resume>,globaldce,coro-early,cgscc("
             "coro-split),coro-cleanup,"
             "function(mem2reg)");
  promote_to_registers(program);
  run_passes(program, "always-inline,cgscc(inline),function(mem2reg)");
  // Once for variables that point to others, once for those others.
  promote_to_registers(program);
  promote_to_registers(program);
  run_passes(program, "globaldce");
  remember_constants(program);

  hold(program);
  SharedMemory memory;
  for_each_instruction(program, [&](::llvm::Instruction& i) {
    if (matters(i, memory)) set_volatile(i, true);
  });
  const UnchangedArithmetic arithmetic(program);
  run_passes(program, "default<O1>,function(early-cse,simplifycfg)");
  arithmetic.drop_changed(program);
  let_go(program);
  for_each_instruction(program, [&](::llvm::Instruction& i) {
    if (is_volatile(i)) set_volatile(i, i.hasMetadata(really_volatile));
  });
  resume_by_calls(program);
  run_passes(program, "internalize<preserve-gv=main;preserve-gv=exit>,globaldce");
}

}  // namespace fermata::frontend::llvm
