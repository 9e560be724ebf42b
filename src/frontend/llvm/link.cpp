// SPDX-License-Identifier: Apache-2.0
// Parsing, checking and linking of modules.
//
// The runtime is linked like an archive: only what is asked for, and never against a definition of
// the user's. It has no debug information, so that an inlined piece of it carries the line of the
// user's call, and the rest of it carries none (the caller's frame knows the line).
#include "frontend/llvm/link.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/require.h"
#include "frontend/llvm/compile.h"
#include "frontend/llvm/cycle_counter.h"
#include "frontend/llvm/destructors.h"
#include "frontend/llvm/no_wrap.h"
#include "frontend/llvm/printed_numbers.h"
#include "frontend/llvm/verifier_names.h"

namespace fermata::frontend::llvm {
namespace {

using ModulePointer = std::unique_ptr<::llvm::Module>;

/// Keeps LLVM's messages instead of printing them and ending the process, which is its default.
class Messages : public ::llvm::DiagnosticHandler {
 public:
  explicit Messages(std::string& errors, std::string& warnings) : errors_(errors), warnings_(warnings) {}

  bool handleDiagnostics(const ::llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() == ::llvm::DS_Remark || info.getSeverity() == ::llvm::DS_Note) return true;
    ::llvm::raw_string_ostream stream(info.getSeverity() == ::llvm::DS_Error ? errors_ : warnings_);
    ::llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    stream << '\n';
    return true;
  }

 private:
  std::string& errors_;
  std::string& warnings_;
};

std::string without_newlines_at_end(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

Result<ModulePointer> parse(::llvm::LLVMContext& context, ::llvm::StringRef bytes, const std::string& file) {
  if (bytes.empty()) {
    return std::unexpected(Error{"the file is empty", file, "did the step that makes it succeed?"});
  }
  ::llvm::SMDiagnostic diagnostic;
  auto buffer = ::llvm::MemoryBuffer::getMemBuffer(bytes, file, /*RequiresNullTerminator=*/false);
  // Assembly is lexed up to a terminating zero, so it needs a copy that has one.
  if (!::llvm::isBitcode(reinterpret_cast<const unsigned char*>(bytes.bytes_begin()),
                         reinterpret_cast<const unsigned char*>(bytes.bytes_end()))) {
    buffer = ::llvm::MemoryBuffer::getMemBufferCopy(bytes, file);
  }
  ModulePointer module = ::llvm::parseIR(buffer->getMemBufferRef(), diagnostic, context);
  if (!module) {
    std::string where = file;
    if (diagnostic.getLineNo() > 0)
      where += fmt::format(":{}:{}", diagnostic.getLineNo(), diagnostic.getColumnNo() + 1);
    return std::unexpected(Error{"LLVM 19 cannot read this file: " + diagnostic.getMessage().str(), where,
                                 "bitcode and assembly must come from clang 19 or older"});
  }
  if (language_of(file) != Language::bitcode) return module;  // clang has just made it
  std::string complaint;
  ::llvm::raw_string_ostream stream(complaint);
  if (::llvm::verifyModule(*module, &stream)) {
    return std::unexpected(Error{"this is not a correct LLVM module: " + without_newlines_at_end(complaint), file, ""});
  }
  return module;
}

/// The variadic calling convention and the sizes of pthread types are those of this target.
Result<void> check_target(const ::llvm::Module& module, const std::string& file) {
  ::llvm::Triple triple(module.getTargetTriple());
  if (module.getTargetTriple().empty()) return {};
  if (triple.getArch() == ::llvm::Triple::x86_64 && triple.isOSLinux() && !triple.isX32()) return {};
  return std::unexpected(
      Error{fmt::format("this was compiled for {}", triple.str()), file,
            "Fermata knows programs compiled for x86-64 Linux; leave out -m32, --target and the like"});
}

std::string shown(::llvm::StringRef name) { return ::llvm::demangle(std::string_view(name.data(), name.size())); }

Result<void> refuse_second_definitions(const std::vector<ModulePointer>& modules, const std::vector<Unit>& units) {
  std::map<std::string, std::size_t> defined;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    for (const ::llvm::GlobalValue& value : modules[i]->global_values()) {
      if (value.isDeclaration() || !value.hasExternalLinkage()) continue;
      auto [first, fresh] = defined.emplace(value.getName().str(), i);
      if (fresh) continue;
      return std::unexpected(Error{fmt::format("'{}' is defined twice", shown(value.getName())), units[i].file,
                                   fmt::format("the other definition is in {}", units[first->second].file)});
    }
  }
  return {};
}

/// Removes optnone and noinline, which were meant for the user's compiler; our pipeline decides anew.
void drop_optimisation_marks(::llvm::Module& module) {
  for (::llvm::Function& function : module) {
    function.removeFnAttr(::llvm::Attribute::OptimizeNone);
    function.removeFnAttr(::llvm::Attribute::NoInline);
  }
}

/// Where one of clang's checks (compile.cpp) fails, it calls a function. We make that a trap, which adds nothing to the
/// cost of inlining. Its number is the one that clang itself uses: see lower_intrinsics.cpp.
void make_checks_trap(::llvm::Module& module) {
  constexpr std::pair<const char*, std::uint8_t> handlers[] = {
      {"__ubsan_handle_builtin_unreachable_minimal", 1},
      {"__ubsan_handle_divrem_overflow_minimal_abort", 3},
      {"__ubsan_handle_invalid_builtin_minimal_abort", 8},
      {"__ubsan_handle_missing_return_minimal", 11},
      {"__ubsan_handle_out_of_bounds_minimal_abort", 18},
      {"__ubsan_handle_shift_out_of_bounds_minimal_abort", 20},
      {"__ubsan_handle_vla_bound_not_positive_minimal_abort", 24}};
  for (auto& [name, number] : handlers) {
    ::llvm::Function* handler = module.getFunction(name);
    if (!handler || !handler->isDeclaration()) continue;
    for (::llvm::User* user : ::llvm::make_early_inc_range(handler->users())) {
      auto* call = ::llvm::dyn_cast<::llvm::CallInst>(user);
      if (!call) continue;
      ::llvm::IRBuilder<> code(call);
      auto* trap = code.CreateIntrinsic(::llvm::Intrinsic::ubsantrap, {}, {code.getInt8(number)});
      trap->addFnAttr(::llvm::Attribute::NoMerge);  // each has a line of its own
      trap->setDoesNotReturn();
      call->eraseFromParent();
    }
  }
}

/// LLVM believes what __builtin_assume says. Here it is checked, by the runtime.
void check_assumptions(::llvm::Module& module) {
  ::llvm::Function* assume = module.getFunction("llvm.assume");
  if (!assume) return;
  auto check = module.getOrInsertFunction("__fermata_assumed", assume->getFunctionType());
  for (::llvm::User* user : ::llvm::make_early_inc_range(assume->users())) {
    auto* call = ::llvm::cast<::llvm::CallInst>(user);
    if (!call->hasOperandBundles()) call->setCalledFunction(check);
  }
}

bool mentions_cxx(const ::llvm::Module& module) {
  for (const ::llvm::GlobalValue& value : module.global_values()) {
    for (::llvm::StringRef prefix : {"_Z", "__cxa_", "__gxx_"}) {
      if (value.getName().starts_with(prefix)) return true;
    }
  }
  return false;
}

void forget_body(::llvm::GlobalObject& object) {
  if (auto* function = ::llvm::dyn_cast<::llvm::Function>(&object)) function->deleteBody();
  if (auto* variable = ::llvm::dyn_cast<::llvm::GlobalVariable>(&object)) variable->setInitializer(nullptr);
  object.setLinkage(::llvm::GlobalValue::ExternalLinkage);
  object.setComdat(nullptr);
}

/// Bodies in headers of functions that also are in libstdc++.so (available_externally). LLVM would drop them in the end
/// and rely on the library; we keep those that the runtime does not replace.
void settle_bodies_of_the_library(::llvm::Module& program, const std::set<std::string>& runtime_defines) {
  for (::llvm::GlobalObject& object : program.global_objects()) {
    if (!object.hasAvailableExternallyLinkage()) continue;
    if (runtime_defines.contains(object.getName().str()))
      forget_body(object);
    else
      object.setLinkage(::llvm::GlobalValue::InternalLinkage);
  }
}

::llvm::FunctionType* without_last_parameter(const ::llvm::Function& function) {
  const ::llvm::FunctionType* type = function.getFunctionType();
  return ::llvm::FunctionType::get(type->getReturnType(), type->params().drop_back(), type->isVarArg());
}

/// Gives `function` a body: a call of the other one with the same arguments and one more.
void call_with_number(::llvm::Function& function, ::llvm::FunctionCallee callee, std::uint64_t number) {
  function.setLinkage(::llvm::GlobalValue::InternalLinkage);
  function.setSubprogram(nullptr);
  ::llvm::IRBuilder<> at(::llvm::BasicBlock::Create(function.getContext(), "", &function));
  std::vector<::llvm::Value*> arguments;
  for (::llvm::Argument& argument : function.args()) arguments.push_back(&argument);
  arguments.push_back(::llvm::ConstantInt::get(callee.getFunctionType()->params().back(), number));
  ::llvm::Value* result = at.CreateCall(callee, arguments);
  if (function.getReturnType()->isVoidTy())
    at.CreateRetVoid();
  else
    at.CreateRet(result);
}

/// What a header has a body for. A template is static where one of its arguments is: a lambda, or a class without a
/// name for the linker. If several files have one, LLVM adds numbers to their names.
std::optional<::llvm::StringRef> name_in_header(const ::llvm::Function& function) {
  ::llvm::StringRef name = function.getName();
  if (function.hasLinkOnceODRLinkage()) return name;
  if (!function.hasInternalLinkage() || function.isDeclaration()) return std::nullopt;
  const auto [before, after] = name.rsplit('.');
  const bool numbered = !after.empty() && after.find_first_not_of("0123456789") == ::llvm::StringRef::npos;
  return numbered ? before : name;
}

/// Some functions of the runtime stand for what a header of the C++ library has a body of its own for
/// (runtime/cxx/instead.h).
void take_stand_ins(::llvm::Module& program, const ::llvm::Module& runtime) {
  std::map<std::string, const ::llvm::Function*, std::greater<>>
      stand_ins;  // of two that begin alike, the longer one comes first
  for (const ::llvm::Function& function : runtime)
    if (!function.isDeclaration() && function.getSection() == "fermata.instead")
      stand_ins.emplace(function.getName().str(), &function);
  for (auto& [name, function] : stand_ins) {
    const std::size_t wildcard = name.find_first_of("*#");
    const ::llvm::StringRef beginning = ::llvm::StringRef(name).take_front(wildcard);
    const ::llvm::StringRef end = wildcard == name.npos ? "" : ::llvm::StringRef(name).substr(wildcard + 1);
    const bool numbered = wildcard != name.npos && name[wildcard] == '#';
    std::vector<std::pair<::llvm::Function*, std::uint64_t>> found;
    for (::llvm::Function& other : program) {
      const std::optional<::llvm::StringRef> in_header = name_in_header(other);
      if (!in_header) continue;
      ::llvm::StringRef called = *in_header;
      std::uint64_t number = 0;
      if (!called.consume_front(beginning) || !called.consume_back(end)) continue;
      if (wildcard == name.npos ? !called.empty() : numbered && called.getAsInteger(10, number)) continue;
      if (other.getFunctionType() == (numbered ? without_last_parameter(*function) : function->getFunctionType()))
        found.emplace_back(&other, number);
    }
    for (auto [other, number] : found) {
      forget_body(*other);
      if (wildcard == name.npos) continue;
      ::llvm::FunctionCallee stand_in = program.getOrInsertFunction(name, function->getFunctionType());
      if (numbered)
        call_with_number(*other, stand_in, number);
      else
        other->replaceAllUsesWith(stand_in.getCallee());
    }
  }
}

/// clang checks that noreturn functions do not return. Those of the runtime do not, so their checks are removed.
void believe_that_the_library_does_not_return(::llvm::Module& program, const ::llvm::Module& runtime) {
  for (const ::llvm::Function& known : runtime) {
    ::llvm::Function* function =
        known.isDeclaration() || !known.doesNotReturn() ? nullptr : program.getFunction(known.getName());
    if (!function || !function->isDeclaration()) continue;
    function->setDoesNotReturn();
    std::vector<::llvm::WeakVH> uses(function->user_begin(),
                                     function->user_end());  // what follows one goes, and may be another
    for (const ::llvm::WeakVH& use : uses) {
      auto* call = ::llvm::dyn_cast_or_null<::llvm::CallInst>(static_cast<::llvm::Value*>(use));
      if (!call || call->getCalledOperand() != function) continue;
      call->setDoesNotReturn();
      ::llvm::changeToUnreachable(call->getNextNode());
    }
  }
}

::llvm::StringRef characters(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Runtime::Runtime(::llvm::LLVMContext& context, std::span<const std::byte> c, std::span<const std::byte> c_and_cxx)
    : context_(context), c_(c), c_and_cxx_(c_and_cxx) {}
Runtime::~Runtime() = default;

void Runtime::read_ahead(For programs) {
  const ::llvm::StringRef bytes = characters(programs == For::c ? c_ : c_and_cxx_);
  auto module = ::llvm::getLazyBitcodeModule(::llvm::MemoryBufferRef(bytes, "runtime"), context_);
  FERMATA_REQUIRE(module, "the runtime is bitcode of this LLVM");
  ahead_ = std::move(*module);
  // The user's strings have such names, too, and how many differs with precompiled headers. They keep theirs.
  for (::llvm::GlobalVariable& variable : ahead_->globals())
    if (variable.hasLocalLinkage() && variable.getName().starts_with(".str"))
      variable.setName("fermata" + variable.getName());
  ahead_for_ = programs;
}

ModulePointer Runtime::take(For programs) {
  if (!ahead_ || ahead_for_ != programs) read_ahead(programs);
  return std::move(ahead_);
}

Result<ModulePointer> link(::llvm::LLVMContext& context, const std::vector<Unit>& units, Runtime& runtime,
                           std::string& warnings, const Doing& doing) {
  std::string errors;
  context.setDiagnosticHandler(std::make_unique<Messages>(errors, warnings));
  context.enableDebugTypeODRUniquing();  // a class that several files see is one class

  std::vector<ModulePointer> modules;
  for (const Unit& unit : units) {
    doing("reading " + unit.file);
    auto module = parse(context, unit.bytes, unit.file);
    if (!module) return module;
    if (auto target = check_target(**module, unit.file); !target) return std::unexpected(target.error());
    drop_optimisation_marks(**module);
    make_checks_trap(**module);
    check_assumptions(**module);
    read_cycles_from_clock(**module);
    if (language_of(unit.file) == Language::bitcode)
      forget_no_wrap(**module);
    else
      set_aside_no_wrap(**module);
    follow_verifier_names(**module);
    modules.push_back(std::move(*module));
  }
  if (auto single = refuse_second_definitions(modules, units); !single) return std::unexpected(single.error());

  doing("linking the program");
  auto program = std::make_unique<::llvm::Module>("program", context);
  program->setDataLayout(modules.front()->getDataLayout());
  program->setTargetTriple(modules.front()->getTargetTriple());
  auto failed = [&](const std::string& file) {
    return std::unexpected(Error{"cannot link: " + without_newlines_at_end(errors), file, ""});
  };
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (::llvm::Linker::linkModules(*program, std::move(modules[i]))) return failed(units[i].file);
  }

  const ::llvm::Function* main = program->getFunction("main");
  if (!main || main->isDeclaration()) {
    std::vector<std::string> files;
    for (const Unit& unit : units) files.push_back(unit.file);
    return std::unexpected(Error{"there is no main", fmt::format("{}", fmt::join(files, ", ")),
                                 "a program is followed from main on; give the file that defines it, too"});
  }

  // What has been optimised need not look as it was written.
  if (std::ranges::none_of(units, [](const Unit& unit) { return language_of(unit.file) == Language::bitcode; }))
    mark_printed_numbers(*program);
  run_destructors_at_exit(*program);
  // The program's last act (see the entry in lower.cpp).
  program->getOrInsertFunction("exit", ::llvm::Type::getVoidTy(context), ::llvm::Type::getInt32Ty(context));
  const bool cxx = mentions_cxx(*program);
  // What goes on after cleaning up; it is called once the passes have run (pipeline.cpp).
  if (cxx)
    program->getOrInsertFunction("_Unwind_Resume", ::llvm::Type::getVoidTy(context),
                                 ::llvm::PointerType::get(context, 0));
  ModulePointer offered = runtime.take(cxx ? Runtime::For::c_and_cxx : Runtime::For::c);
  std::set<std::string> runtime_defines;
  for (const ::llvm::GlobalValue& value : offered->global_values()) {
    if (!value.isDeclaration() && !value.hasLocalLinkage()) runtime_defines.insert(value.getName().str());
  }
  settle_bodies_of_the_library(*program, runtime_defines);
  take_stand_ins(*program, *offered);
  believe_that_the_library_does_not_return(*program, *offered);
  if (program->getTargetTriple().empty()) {
    program->setTargetTriple(offered->getTargetTriple());
    program->setDataLayout(offered->getDataLayout());
  }
  if (::llvm::Linker::linkModules(*program, std::move(offered), ::llvm::Linker::LinkOnlyNeeded))
    return failed("the runtime");
  return program;
}

}  // namespace fermata::frontend::llvm
