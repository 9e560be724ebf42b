// SPDX-License-Identifier: Apache-2.0
#include "vm/names.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <optional>

#include "vm/machine.h"

namespace fermata::vm {

namespace {

struct Found {
  std::string name;
  ir::LayoutId layout{};
  std::uint32_t offset = 0;
};

Found heap_root(const ir::Program& program, std::uint32_t origin, std::optional<std::uint32_t> size, std::uint32_t offset) {
  const ir::SourcePosition& at = program[ir::PositionId{origin}];
  if (at.line == 0) return {"an object on the heap", {}, offset};
  const ir::Layout& what = program[at.allocates];
  if (what.size && !what.library && (!size || what.size == *size))
    return {fmt::format("{}({}:{})", what.name, at.file, at.line), at.allocates, offset};
  return {fmt::format("the object allocated at {}:{}", at.file, at.line), {}, offset};
}

Found local_root(const Code& code, std::uint32_t origin, std::uint32_t offset) {
  const ir::Instruction& variable = code.variable(origin);
  return {variable.text.empty() ? "a local variable" : variable.text, variable.layout, offset};
}

/// Without `memory`: of objects that were made like `origin` says.
Found root_of(const Code& code, Memory* memory, std::uint32_t origin, Address address) {
  const ir::Program& program = code.program();
  const ObjectKey key = key_of(address);
  auto global = [&](ir::GlobalId id) {
    const ir::Global& g = program[id];
    return Found{g.shown.empty() ? demangled(g.name) : g.shown, g.layout, offset_of(address)};
  };
  switch (region_of(key)) {
    case Region::global:
      if (index_of(key) < code.layout().variables.size()) return global(code.layout().variables[index_of(key)]);
      break;
    case Region::constant:
      if (index_of(key) < code.layout().constants.size()) return global(code.layout().constants[index_of(key)]);
      break;
    case Region::function:
      if (index_of(key) < code.function_count()) {
        const ir::Function& f = program.functions[index_of(key)];
        return {f.shown.empty() ? demangled(f.name) : f.shown, {}, 0};
      }
      break;
    case Region::stack: {
      const auto& thread_locals = code.layout().thread_locals;
      if (slot_of(key) < thread_locals.size()) return global(thread_locals[slot_of(key)]);
      if (!memory) return local_root(code, origin, offset_of(address));
      if (const Object* object = memory->find(key)) return local_root(code, object->origin, offset_of(address));
      break;
    }
    case Region::heap:
      if (!memory) return heap_root(program, origin, std::nullopt, offset_of(address));
      if (const Object* object = memory->find(key)) return heap_root(program, object->origin, object->size, offset_of(address));
      return {"freed memory", {}, 0};
    case Region::none: break;
  }
  return {address == 0 ? "null" : "no object", {}, 0};
}

/// Follows fields and elements down to what lies at the offset; stops at library types.
void descend(const ir::Program& program, Found& found) {
  for (;;) {
    const ir::Layout& layout = program[found.layout];
    if (layout.library) return;
    if (layout.kind == ir::Layout::Kind::array) {
      const std::uint64_t size = program[layout.element].size;
      if (size == 0) return;
      found.name += fmt::format("[{}]", found.offset / size);
      found.offset = static_cast<std::uint32_t>(found.offset % size);
      found.layout = layout.element;
      continue;
    }
    if (layout.kind != ir::Layout::Kind::record) return;
    const ir::Layout::Field* inside = nullptr;
    for (const auto& field : layout.fields)
      if (field.offset <= found.offset && found.offset < field.offset + std::max<std::uint64_t>(program[field.layout].size, 1)) {
        inside = &field;
        break;
      }
    if (!inside) return;
    if (!inside->name.empty()) found.name += "." + inside->name;
    found.offset -= static_cast<std::uint32_t>(inside->offset);
    found.layout = inside->layout;
  }
}

std::string in_words(const Code& code, Found found) {
  descend(code.program(), found);
  const bool unnamed = static_cast<std::uint32_t>(found.layout) == 0;
  if (unnamed && found.offset) found.name += fmt::format(" + {}", found.offset);
  return found.name;
}

}  // namespace

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text ? text : name;
  std::free(text);
  return result;
}

std::string name_of(const Code& code, Memory& memory, Address address) {
  return in_words(code, root_of(code, &memory, 0, address));
}

std::string name_of(const Code& code, std::uint32_t origin, Address address) {
  return in_words(code, root_of(code, nullptr, origin, address));
}

std::string show_value(const Code& code, Memory& memory, Address address, std::uint64_t value, std::uint32_t size) {
  Found found = root_of(code, &memory, 0, address);
  descend(code.program(), found);
  const std::uint32_t up = size && size < 8 ? 64 - 8 * size : 0;
  const auto as_signed = static_cast<std::int64_t>(value << up) >> up;
  switch (code.program()[found.layout].kind) {
    case ir::Layout::Kind::boolean: return value ? "true" : "false";
    case ir::Layout::Kind::character:
      if (value >= 32 && value < 127) return fmt::format("'{}'", static_cast<char>(value));
      return fmt::format("{}", as_signed);
    case ir::Layout::Kind::unsigned_: return fmt::format("{}", value);
    case ir::Layout::Kind::pointer:
      break;
    default:
      if (size < 8 || region_of(key_of(value)) == Region::none) return fmt::format("{}", as_signed);
  }
  return value == 0 ? "null" : "&" + name_of(code, memory, value);
}

}  // namespace fermata::vm
