// SPDX-License-Identifier: Apache-2.0
#include "frontend/llvm/lower_debug.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace fermata::frontend::llvm {
namespace {

namespace fs = std::filesystem;

std::string normal(const fs::path& path) { return path.lexically_normal().string(); }

std::string absolute(const ::llvm::DIFile* file) {
  fs::path name(file->getFilename().str());
  if (name.is_absolute()) return normal(name);
  return normal(fs::path(file->getDirectory().str()) / name);
}

/// `push<int>` is `push`; operators keep their signs.
std::string without_template_arguments(std::string_view name) {
  if (name.starts_with("operator()")) return "operator()";
  if (name.starts_with("operator")) return std::string(name);
  return std::string(name.substr(0, name.find('<')));
}

std::string join(std::string scope, std::string name) {
  if (scope.empty()) return name;
  if (name.empty()) return scope;
  return scope + "::" + name;
}

const ::llvm::DISubprogram* function_around(const ::llvm::DIScope* scope) {
  for (; scope; scope = scope->getScope()) {
    if (auto* function = ::llvm::dyn_cast<::llvm::DISubprogram>(scope)) return function;
  }
  return nullptr;
}

std::string name_of(const ::llvm::DISubprogram* function);

/// The classes and namespaces around something. A class without a name is a lambda's.
std::string name_of_scope(const ::llvm::DIScope* scope) {
  if (!scope) return {};
  if (auto* space = ::llvm::dyn_cast<::llvm::DINamespace>(scope)) {
    std::string name = space->getExportSymbols() ? std::string() : space->getName().str();
    return join(name_of_scope(space->getScope()), name);
  }
  if (auto* type = ::llvm::dyn_cast<::llvm::DICompositeType>(scope)) {
    if (!type->getName().empty())
      return join(name_of_scope(type->getScope()), without_template_arguments(type->getName()));
    const ::llvm::DISubprogram* around = function_around(type->getScope());
    return join(around ? name_of(around) : name_of_scope(type->getScope()), "lambda");
  }
  return {};
}

std::string name_of(const ::llvm::DISubprogram* function) {
  std::string name = without_template_arguments(function->getName());
  const ::llvm::DIScope* scope = function->getScope();
  auto* type = ::llvm::dyn_cast_or_null<::llvm::DICompositeType>(scope);
  bool of_lambda = type && type->getName().empty() && (name == "operator()" || name == "__invoke");
  return join(name_of_scope(scope), of_lambda ? std::string() : name);
}

/// The name of a function that has no debug information, without its parameters.
std::string demangled(const std::string& name) {
  ::llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(name.c_str()) || !demangler.isFunction()) return name;
  auto text = [](char* made) {
    std::unique_ptr<char, decltype(&std::free)> owner(made, std::free);
    return std::string(made ? made : "");
  };
  return join(text(demangler.getFunctionDeclContextName(nullptr, nullptr)),
              without_template_arguments(text(demangler.getFunctionBaseName(nullptr, nullptr))));
}

ir::Layout scalar(ir::Layout::Kind kind, const ::llvm::DIType* type) {
  return {.kind = kind, .size = type->getSizeInBits() / 8, .name = type->getName().str(), .fields = {}, .element = {}};
}

ir::Layout::Kind kind_of(const ::llvm::DIBasicType* type) {
  using Kind = ir::Layout::Kind;
  switch (type->getEncoding()) {
    case ::llvm::dwarf::DW_ATE_boolean: return Kind::boolean;
    case ::llvm::dwarf::DW_ATE_signed_char:
    case ::llvm::dwarf::DW_ATE_unsigned_char:
    case ::llvm::dwarf::DW_ATE_ASCII:
    case ::llvm::dwarf::DW_ATE_UTF: return Kind::character;
    case ::llvm::dwarf::DW_ATE_signed: return Kind::signed_;
    case ::llvm::dwarf::DW_ATE_unsigned: return Kind::unsigned_;
    case ::llvm::dwarf::DW_ATE_float: return Kind::floating;
    case ::llvm::dwarf::DW_ATE_address: return Kind::pointer;
    default: return type->getTag() == ::llvm::dwarf::DW_TAG_unspecified_type ? Kind::pointer : Kind::unknown;
  }
}

std::uint64_t count_of(const ::llvm::DISubrange* range) {
  auto count = range->getCount();
  auto* number = ::llvm::dyn_cast_if_present<::llvm::ConstantInt*>(count);
  return number && number->getSExtValue() > 0 ? number->getZExtValue() : 0;
}

}  // namespace

DebugInfo::DebugInfo(ir::Program& program, const Files& files, Created created)
    : program_(program), created_(std::move(created)) {
  std::error_code ignored;
  fs::path here = fs::current_path(ignored);
  here_ = normal(here / "");
  for (const std::string& name : files.typed) typed_.emplace(normal(here / name), name);
  system_ = {"/usr/include/", "/usr/lib/", "/usr/local/include/"};
  for (const std::string& directory : files.system_directories) system_.push_back(normal(here / directory / ""));
}

const DebugInfo::File& DebugInfo::file(const ::llvm::DIFile* file) {
  auto [entry, fresh] = files_.try_emplace(file);
  if (!fresh) return entry->second;
  File& result = entry->second;
  if (!file) {
    result.library = true;
    return result;
  }
  std::string path = absolute(file);
  result.library =
      path.find("/lib/clang/") != std::string::npos || path.ends_with("/fermata/fermata.h") ||
      std::ranges::any_of(system_, [&](const std::string& directory) { return path.starts_with(directory); });
  if (auto typed = typed_.find(path); typed != typed_.end()) {
    result.shown = typed->second;
    result.library = false;
  } else if (path.starts_with(here_)) {
    result.shown = path.substr(here_.size());
  } else if (fs::path name(file->getFilename().str()); name.is_relative() && !result.library) {
    result.shown = normal(name);
  } else {
    result.shown = path;
  }
  return result;
}

const std::string& DebugInfo::shown(const ::llvm::DISubprogram* function) {
  auto [entry, fresh] = functions_.try_emplace(function);
  if (fresh && function) entry->second = name_of(function);
  return entry->second;
}

std::string DebugInfo::shown(const ::llvm::Function& function) {
  if (const auto* known = function.getSubprogram()) return shown(known);
  return demangled(function.getName().str());
}

std::string DebugInfo::shown(const ::llvm::DIGlobalVariable* variable) {
  // The definition of a static member stands outside of its class; the declaration is inside.
  const auto* member = variable->getStaticDataMemberDeclaration();
  const ::llvm::DIScope* scope = member ? member->getScope() : variable->getScope();
  return join(name_of_scope(scope), without_template_arguments(variable->getName()));
}

std::string DebugInfo::shown(const ::llvm::DILocalVariable* variable) {
  if (file(variable->getFile()).library || variable->isArtificial()) return {};
  return variable->getName().str();
}

ir::PositionId DebugInfo::intern(ir::SourcePosition position) {
  auto key = std::tuple(position.file, position.line, position.column, position.function, position.outermost,
                        position.library);
  auto [entry, fresh] = interned_.try_emplace(std::move(key));
  if (fresh) {
    entry->second = ir::PositionId(static_cast<std::uint32_t>(program_.positions.size()));
    program_.positions.push_back(std::move(position));
  }
  return entry->second;
}

ir::PositionId DebugInfo::position(const ::llvm::DILocation* location) {
  if (!location) return {};
  if (auto found = positions_.find(location); found != positions_.end()) return found->second;
  const ::llvm::DILocation* best = nullptr;
  const ::llvm::DILocation* outermost = nullptr;
  for (const auto* place = location; place; place = place->getInlinedAt()) {
    if (file(place->getFile()).library) continue;
    outermost = place;
    // Line 0: LLVM has merged two places and will not say which.
    if (place->getLine() != 0 && !best) best = place;
  }
  bool library = !best;
  if (library) best = location;
  ir::PositionId id = intern({.file = file(best->getFile()).shown,
                              .line = best->getLine(),
                              .column = best->getColumn(),
                              .function = shown(best->getScope()->getSubprogram()),
                              .outermost = outermost ? shown(outermost->getScope()->getSubprogram()) : "",
                              .allocates = {},
                              .library = library});
  positions_.try_emplace(location, id);
  return id;
}

namespace {

/// What a pointer of this type points to; nothing, if that is `void`, or if it is no pointer.
const ::llvm::DIType* pointee(const ::llvm::DIType* type) {
  auto* derived = ::llvm::dyn_cast_or_null<::llvm::DIDerivedType>(type);
  while (derived && derived->getTag() != ::llvm::dwarf::DW_TAG_pointer_type)
    derived = ::llvm::dyn_cast_or_null<::llvm::DIDerivedType>(derived->getBaseType());
  return derived ? derived->getBaseType() : nullptr;
}

/// The type of a variable, from what the front end says of its place.
const ::llvm::DIType* type_of_variable(const ::llvm::Value* place) {
  if (auto* global = ::llvm::dyn_cast<::llvm::GlobalVariable>(place)) {
    ::llvm::SmallVector<::llvm::DIGlobalVariableExpression*, 1> told;
    global->getDebugInfo(told);
    return told.empty() ? nullptr : told.front()->getVariable()->getType();
  }
  auto* local = const_cast<::llvm::Value*>(place);
  for (const auto* record : ::llvm::findDVRDeclares(local)) return record->getVariable()->getType();
  for (const auto* declare : ::llvm::findDbgDeclares(local)) return declare->getVariable()->getType();
  return nullptr;
}

/// Types of C by the name that clang gives them: `struct.queue`.
using Records = std::map<std::string, const ::llvm::DICompositeType*>;

Records records_of_c(const ::llvm::Module& module) {
  ::llvm::DebugInfoFinder finder;
  finder.processModule(module);
  Records records;
  for (const ::llvm::DIType* type : finder.types()) {
    auto* record = ::llvm::dyn_cast<::llvm::DICompositeType>(type);
    if (record && record->getTag() == ::llvm::dwarf::DW_TAG_structure_type && !record->getName().empty())
      records.emplace("struct." + record->getName().str(), record);
    // `typedef struct { ... } queue;`
    auto* alias = ::llvm::dyn_cast<::llvm::DIDerivedType>(type);
    if (!alias || alias->getTag() != ::llvm::dwarf::DW_TAG_typedef) continue;
    record = ::llvm::dyn_cast_or_null<::llvm::DICompositeType>(alias->getBaseType());
    if (record && record->getName().empty()) records.emplace("struct." + alias->getName().str(), record);
  }
  return records;
}

/// The type of the field at `place`, if that is one.
const ::llvm::DIType* type_of_field(const ::llvm::Value* place, const Records& records, const ::llvm::Module& module) {
  auto* field = ::llvm::dyn_cast<::llvm::GetElementPtrInst>(place);
  auto* type = field ? ::llvm::dyn_cast<::llvm::StructType>(field->getSourceElementType()) : nullptr;
  if (!type || !type->hasName() || field->getNumIndices() != 2) return nullptr;
  const auto record = records.find(type->getName().str());
  auto* number = ::llvm::dyn_cast<::llvm::ConstantInt>(field->getOperand(2));
  if (record == records.end() || !number) return nullptr;
  const auto index = static_cast<unsigned>(number->getZExtValue());
  const std::uint64_t bits = module.getDataLayout().getStructLayout(type)->getElementOffsetInBits(index);
  for (const ::llvm::DINode* element : record->second->getElements()) {
    auto* member = ::llvm::dyn_cast_or_null<::llvm::DIDerivedType>(element);
    if (member && member->getTag() == ::llvm::dwarf::DW_TAG_member && member->getOffsetInBits() == bits)
      return member->getBaseType();
  }
  return nullptr;
}

/// malloc does not know what for; the first typed place that its result goes to does.
const ::llvm::DIType* what_for(const ::llvm::CallInst& call, const Records& records) {
  const ::llvm::Module& module = *call.getModule();
  for (const ::llvm::User* user : call.users()) {
    const ::llvm::DIType* pointer = nullptr;
    if (auto* store = ::llvm::dyn_cast<::llvm::StoreInst>(user); store && store->getValueOperand() == &call) {
      const ::llvm::Value* place = store->getPointerOperand();
      pointer = type_of_variable(place);
      if (!pointer) pointer = type_of_field(place, records, module);
    } else if (::llvm::isa<::llvm::ReturnInst>(user)) {
      const auto* function = call.getFunction()->getSubprogram();
      const auto types = function ? function->getType()->getTypeArray() : ::llvm::DITypeRefArray();
      if (types.size() > 0) pointer = types[0];
    }
    if (const ::llvm::DIType* type = pointee(pointer)) return type;
  }
  return nullptr;
}

/// The allocator of a container is made for one type of elements.
const ::llvm::DIType* element_of_allocator(const ::llvm::DILocation* at) {
  const ::llvm::DISubprogram* function = at->getScope()->getSubprogram();
  if (const auto* declaration = function->getDeclaration()) function = declaration;
  auto* allocator = ::llvm::dyn_cast_or_null<::llvm::DICompositeType>(function->getScope());
  if (!allocator || !allocator->getName().contains("new_allocator<")) return nullptr;
  for (const auto* parameter : allocator->getTemplateParams())
    if (auto* type = ::llvm::dyn_cast<::llvm::DITemplateTypeParameter>(parameter)) return type->getType();
  return nullptr;
}

}  // namespace

Created created_objects(const ::llvm::Module& module) {
  Created created;
  const auto enter = [&](const ::llvm::Instruction& i, const ::llvm::DIType* type) {
    const ::llvm::DILocation* at = i.getDebugLoc();
    if (type && at) created[{at->getScope()->getSubprogram(), at->getLine(), at->getColumn()}] = type;
  };
  for (const ::llvm::Function& function : module) {
    for (const ::llvm::Instruction& i : ::llvm::instructions(function))
      enter(i, ::llvm::dyn_cast_or_null<::llvm::DIType>(i.getMetadata("heapallocsite")));
  }
  std::optional<Records> records;  // of a program that calls one of these
  for (const char* name : {"malloc", "calloc", "realloc", "aligned_alloc"}) {
    const ::llvm::Function* allocator = module.getFunction(name);
    if (!allocator || allocator->use_empty()) continue;
    if (!records) records = records_of_c(module);
    for (const ::llvm::User* user : allocator->users())
      if (auto* call = ::llvm::dyn_cast<::llvm::CallInst>(user); call && call->getCalledFunction() == allocator)
        enter(*call, what_for(*call, *records));
  }
  return created;
}

void DebugInfo::allocates(const ::llvm::DILocation* location) {
  if (!location) return;
  auto found = created_.find({location->getScope()->getSubprogram(), location->getLine(), location->getColumn()});
  const ::llvm::DIType* type = found != created_.end() ? found->second : element_of_allocator(location);
  if (!type) return;
  const ir::LayoutId what = layout(type);
  // A container may make several things in one place: those that have the user's names first.
  ir::LayoutId& known = program_.positions[static_cast<std::size_t>(position(location))].allocates;
  if (static_cast<std::uint32_t>(known) == 0 || program_[known].library || !program_[what].library) known = what;
}

ir::PositionId DebugInfo::position(const ::llvm::DIGlobalVariable* variable) {
  const File& place = file(variable->getFile());
  return intern({.file = place.shown,
                 .line = variable->getLine(),
                 .column = 0,
                 .function = {},
                 .outermost = {},
                 .allocates = {},
                 .library = place.library});
}

ir::LayoutId DebugInfo::add(ir::Layout layout) {
  program_.layouts.push_back(std::move(layout));
  return ir::LayoutId(static_cast<std::uint32_t>(program_.layouts.size() - 1));
}

ir::LayoutId DebugInfo::layout(const ::llvm::DIType* type) {
  if (!type) return {};
  auto [entry, fresh] = layouts_.try_emplace(type);
  if (!fresh) return entry->second;
  // The number is given before the description is made: a list node contains a list node.
  ir::LayoutId id = entry->second = add({});
  ir::Layout layout = describe(type);
  program_.layouts[static_cast<std::size_t>(id)] = std::move(layout);
  return id;
}

ir::Layout DebugInfo::describe(const ::llvm::DIType* type) {
  if (auto* basic = ::llvm::dyn_cast<::llvm::DIBasicType>(type)) return scalar(kind_of(basic), type);
  if (auto* derived = ::llvm::dyn_cast<::llvm::DIDerivedType>(type)) return describe_alias(derived);
  if (auto* composite = ::llvm::dyn_cast<::llvm::DICompositeType>(type)) {
    switch (composite->getTag()) {
      case ::llvm::dwarf::DW_TAG_array_type: return describe_array(composite);
      case ::llvm::dwarf::DW_TAG_enumeration_type: {
        auto* base = ::llvm::dyn_cast_or_null<::llvm::DIBasicType>(composite->getBaseType());
        bool is_signed = base && kind_of(base) == ir::Layout::Kind::signed_;
        return scalar(is_signed ? ir::Layout::Kind::signed_ : ir::Layout::Kind::unsigned_, type);
      }
      default: return describe_record(composite);
    }
  }
  return {};
}

ir::Layout DebugInfo::describe_alias(const ::llvm::DIDerivedType* type) {
  const ::llvm::DIType* base = type->getBaseType();
  switch (type->getTag()) {
    case ::llvm::dwarf::DW_TAG_pointer_type:
    case ::llvm::dwarf::DW_TAG_reference_type:
    case ::llvm::dwarf::DW_TAG_rvalue_reference_type:
    case ::llvm::dwarf::DW_TAG_ptr_to_member_type: {
      ir::Layout pointer = scalar(ir::Layout::Kind::pointer, type);
      pointer.size = std::max<std::uint64_t>(pointer.size, 8);
      bool reference = type->getTag() == ::llvm::dwarf::DW_TAG_reference_type;
      pointer.name = (base ? base->getName().str() : std::string("void")) + (reference ? "&" : "*");
      return pointer;
    }
    default: {
      if (!base) return {};
      ir::Layout same = program_[layout(base)];
      // `typedef struct { ... } queue;`: the struct has only this name. pthread_mutex_t is one of these.
      if (type->getTag() == ::llvm::dwarf::DW_TAG_typedef && same.name.empty()) {
        same.name = type->getName().str();
        same.library = same.library || file(type->getFile()).library;
      }
      return same;
    }
  }
}

ir::Layout DebugInfo::describe_record(const ::llvm::DICompositeType* type) {
  ir::Layout record = scalar(ir::Layout::Kind::record, type);
  record.name = without_template_arguments(record.name);
  record.library = type->getFile() && file(type->getFile()).library;
  // clang's own type of va_list, of which it tells nothing where headers are precompiled.
  if (type->getName() == "__va_list_tag") return record;
  // In the nodes and control blocks of the library the user's object is in a buffer of this sort.
  if (record.library && record.name.starts_with("__aligned_")) {
    for (const auto* parameter : type->getTemplateParams())
      if (auto* element = ::llvm::dyn_cast<::llvm::DITemplateTypeParameter>(parameter)) {
        record.fields.push_back({.name = {}, .offset = 0, .layout = layout(element->getType())});
        return record;
      }
  }
  for (const ::llvm::DINode* element : type->getElements()) {
    auto* member = ::llvm::dyn_cast_or_null<::llvm::DIDerivedType>(element);
    if (!member || member->isStaticMember() || member->isArtificial()) continue;
    bool base = member->getTag() == ::llvm::dwarf::DW_TAG_inheritance;
    // Where a virtual base lies depends on the object.
    if (base && (member->getFlags() & ::llvm::DINode::FlagVirtual)) continue;
    if (!base && member->getTag() != ::llvm::dwarf::DW_TAG_member) continue;
    std::uint64_t bits = member->getOffsetInBits();
    if (member->isBitField()) {
      if (auto* storage = ::llvm::dyn_cast_or_null<::llvm::ConstantInt>(member->getStorageOffsetInBits()))
        bits = storage->getZExtValue();
    }
    ir::LayoutId inside = layout(member->getBaseType());
    // A class of which this file saw only the outside still has a size here.
    if (program_[inside].size == 0 && member->getSizeInBits() != 0) {
      ir::Layout sized = program_[inside];
      sized.size = member->getSizeInBits() / 8;
      inside = add(std::move(sized));
    }
    record.fields.push_back({base ? std::string() : member->getName().str(), bits / 8, inside});
  }
  return record;
}

ir::Layout DebugInfo::describe_array(const ::llvm::DICompositeType* type) {
  ir::LayoutId element = layout(type->getBaseType());
  std::vector<std::uint64_t> counts;
  for (const ::llvm::DINode* range : type->getElements()) {
    if (auto* subrange = ::llvm::dyn_cast_or_null<::llvm::DISubrange>(range)) counts.push_back(count_of(subrange));
  }
  ir::Layout array;
  for (std::size_t i = counts.size(); i-- > 0;) {
    array = {.kind = ir::Layout::Kind::array,
             .size = counts[i] * program_[element].size,
             .name = program_[element].name + "[]",
             .fields = {},
             .element = element};
    if (i != 0) element = add(array);
  }
  return array;
}

}  // namespace fermata::frontend::llvm
