// SPDX-License-Identifier: Apache-2.0
// Programs of a few lines, and questions about what became of them.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/llvm/load.h"
#include "ir/ops.h"
#include "ir/text.h"
#include "ir/validate.h"

namespace fermata::frontend::llvm {

/// Files for one test, gone afterwards.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "fermata-test-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  Folder(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string write(const std::string& name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

struct File {
  std::string name;
  std::string text;
};

/// Without limits, so that nothing stops it.
inline Result<Loaded> load_now(const Input& input) {
  auto loaded = load(input);
  if (loaded) return std::move(*loaded);
  if (auto* stopped = std::get_if<Stopped>(&loaded.error()))
    return std::unexpected(Error{"stopped: " + stopped->reason, "", ""});
  return std::unexpected(std::get<Error>(loaded.error()));
}

inline Result<Loaded> try_load(const std::vector<File>& files, std::vector<std::string> flags = {}) {
  Folder folder;
  Input input{{}, std::move(flags)};
  for (const File& file : files) input.files.push_back(folder.write(file.name, file.text));
  return load_now(input);
}

/// The program, which must be valid.
inline ir::Program load_program(const std::vector<File>& files, std::vector<std::string> flags = {}) {
  auto loaded = try_load(files, std::move(flags));
  if (!loaded) {
    ADD_FAILURE() << loaded.error().what << "\n" << loaded.error().where << "\n" << loaded.error().hint;
    return {};
  }
  for (const Error& error : ir::validate(loaded->program)) ADD_FAILURE() << error.what;
  return std::move(loaded->program);
}
inline ir::Program load_c(std::string_view text, std::vector<std::string> flags = {}) {
  return load_program({{"program.c", std::string(text)}}, std::move(flags));
}
inline ir::Program load_cxx(std::string_view text, std::vector<std::string> flags = {}) {
  return load_program({{"program.cpp", std::string(text)}}, std::move(flags));
}

/// A function by the name the user gave it.
inline const ir::Function* find_function(const ir::Program& program, std::string_view shown) {
  for (const ir::Function& function : program.functions) {
    if (function.shown == shown || function.name == shown) return &function;
  }
  return nullptr;
}
inline const ir::Function& function(const ir::Program& program, std::string_view shown) {
  static const ir::Function none;
  const ir::Function* found = find_function(program, shown);
  if (!found) ADD_FAILURE() << "there is no function " << shown << " in\n" << ir::to_text(program);
  return found ? *found : none;
}
inline const ir::Global* find_global(const ir::Program& program, std::string_view shown) {
  for (const ir::Global& global : program.globals) {
    if (global.shown == shown || global.name == shown) return &global;
  }
  return nullptr;
}

inline std::vector<const ir::Instruction*> instructions(const ir::Function& function,
                                                        const std::function<bool(const ir::Instruction&)>& wanted) {
  std::vector<const ir::Instruction*> found;
  for (const ir::Block& block : function.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      if (wanted(i)) found.push_back(&i);
    }
  }
  return found;
}
inline std::vector<const ir::Instruction*> instructions(const ir::Function& function, ir::Op op) {
  return instructions(function, [op](const ir::Instruction& i) { return i.op == op; });
}
inline std::vector<const ir::Instruction*> intrinsics(const ir::Function& function, ir::Intrinsic which) {
  return instructions(function,
                      [which](const ir::Instruction& i) { return i.op == ir::Op::intrinsic && i.which == which; });
}

/// Does `operand` point into the global, as far as offsets from it in `function` tell?
inline bool points_into(const ir::Program& program, const ir::Function& function, const ir::Operand& operand,
                        std::string_view global) {
  std::set<ir::Register> derived;
  auto inside = [&](const ir::Operand& o) {
    if (o.kind == ir::Operand::Kind::reg) return derived.contains(o.index);
    return o.kind == ir::Operand::Kind::global &&
           (program.globals[o.index].shown == global || program.globals[o.index].name == global);
  };
  for (bool grown = true; grown;) {
    grown = false;
    for (const ir::Instruction* i : instructions(function, ir::Op::offset)) {
      if (inside(i->operands[0])) grown |= derived.insert(i->results[0]).second;
    }
  }
  return inside(operand);
}

/// Accesses to the global in one function. A copy between two parts of it counts twice.
inline std::vector<const ir::Instruction*> accesses(const ir::Program& program, const ir::Function& function,
                                                    std::string_view global) {
  std::vector<const ir::Instruction*> found;
  for (const ir::Instruction* i :
       instructions(function, [](const ir::Instruction& one) { return ir::is_memory_access(one.op); })) {
    std::vector<std::size_t> addresses{0};
    if (i->op == ir::Op::store) addresses = {1};
    if (i->op == ir::Op::copy_bytes) addresses = {0, 1};
    if (i->op == ir::Op::fence) addresses = {};
    for (std::size_t at : addresses) {
      if (points_into(program, function, i->operands[at], global)) found.push_back(i);
    }
  }
  return found;
}

inline std::size_t count_accesses(const ir::Program& program, std::string_view global) {
  std::size_t count = 0;
  for (const ir::Function& function : program.functions) count += accesses(program, function, global).size();
  return count;
}

/// Can control come back to this instruction?
inline bool in_loop(const ir::Function& function, const ir::Instruction* instruction) {
  std::size_t home = function.blocks.size();
  for (std::size_t b = 0; b < function.blocks.size(); ++b) {
    for (const ir::Instruction& i : function.blocks[b].instructions) {
      if (&i == instruction) home = b;
    }
  }
  std::set<std::size_t> seen;
  std::vector<std::size_t> open{home};
  while (!open.empty()) {
    std::size_t block = open.back();
    open.pop_back();
    for (ir::BlockId target : function.blocks[block].instructions.back().targets) {
      auto next = static_cast<std::size_t>(target);
      if (next == home) return true;
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return false;
}

}  // namespace fermata::frontend::llvm
