// SPDX-License-Identifier: Apache-2.0
// Names from debug information: of places, functions, variables and the bytes inside them.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "ir/program.h"

namespace llvm {
class DICompositeType;
class DIDerivedType;
class DIFile;
class DIGlobalVariable;
class DILocalVariable;
class DILocation;
class DIScope;
class DISubprogram;
class DIType;
class Function;
class Module;
}  // namespace llvm

namespace fermata::frontend::llvm {

/// How files are named, and which of them are not the user's.
struct Files {
  std::vector<std::string> typed;               ///< as on the command line
  std::vector<std::string> system_directories;  ///< beyond those of the compiler and /usr
};

/// What each `new` creates, by the function around it, line and column; inlining keeps all three.
using Created = std::map<std::tuple<const ::llvm::DISubprogram*, unsigned, unsigned>, const ::llvm::DIType*>;
/// Must be called before calls of operator new are inlined, since that removes their metadata.
Created created_objects(const ::llvm::Module& module);

/// Reads LLVM's debug information; adds positions and layouts to `program` as they are asked for.
class DebugInfo {
 public:
  DebugInfo(ir::Program& program, const Files& files, Created created);

  /// The innermost place outside system headers, along what was inlined into what.
  ir::PositionId position(const ::llvm::DILocation* location);
  ir::PositionId position(const ::llvm::DIGlobalVariable* variable);
  ir::LayoutId layout(const ::llvm::DIType* type);
  /// Memory is allocated here: remembers what for, if debug information says so.
  void allocates(const ::llvm::DILocation* location);

  std::string shown(const ::llvm::Function& function);
  std::string shown(const ::llvm::DIGlobalVariable* variable);
  /// Empty for a variable of library code.
  std::string shown(const ::llvm::DILocalVariable* variable);

 private:
  struct File {
    std::string shown;
    bool library = false;
  };
  const File& file(const ::llvm::DIFile* file);
  const std::string& shown(const ::llvm::DISubprogram* function);
  ir::PositionId intern(ir::SourcePosition position);
  ir::Layout describe(const ::llvm::DIType* type);
  ir::Layout describe_alias(const ::llvm::DIDerivedType* type);
  ir::Layout describe_record(const ::llvm::DICompositeType* type);
  ir::Layout describe_array(const ::llvm::DICompositeType* type);
  ir::LayoutId add(ir::Layout layout);

  ir::Program& program_;
  Created created_;
  std::map<std::string, std::string> typed_;  ///< absolute path to what the user typed
  std::vector<std::string> system_;           ///< absolute, each ends in a slash
  std::string here_;
  ::llvm::DenseMap<const ::llvm::DIFile*, File> files_;
  ::llvm::DenseMap<const ::llvm::DILocation*, ir::PositionId> positions_;
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t, std::string, std::string, bool>, ir::PositionId>
      interned_;
  ::llvm::DenseMap<const ::llvm::DIType*, ir::LayoutId> layouts_;
  ::llvm::DenseMap<const ::llvm::DISubprogram*, std::string> functions_;
};

}  // namespace fermata::frontend::llvm
