// SPDX-License-Identifier: Apache-2.0
#include "vm/names.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace fermata::vm {

namespace {

struct Found {
  std::string name;
  ir::LayoutId layout{};
  std::uint32_t offset = 0;
};

/// What was allocated: one of these, or several in a row.
struct Allocated {
  ir::LayoutId layout{};
  bool several = false;
};

/// What the library allocates for a container or a pointer has the user's object somewhere inside: a node, a control
/// block. Nothing, if it has none.
std::optional<ir::Layout::Field> of_the_user(const ir::Program& program, ir::LayoutId id, int depth = 0) {
  const ir::Layout& layout = program[id];
  if (!layout.library)
    return layout.name.empty() ? std::nullopt : std::optional(ir::Layout::Field{.name = {}, .offset = 0, .layout = id});
  constexpr int deepest = 8;
  if (layout.kind != ir::Layout::Kind::record || depth == deepest) return std::nullopt;
  for (const auto& field : layout.fields) {
    if (program[field.layout].kind != ir::Layout::Kind::record) continue;
    if (auto inside = of_the_user(program, field.layout, depth + 1)) {
      inside->offset += field.offset;
      return inside;
    }
  }
  return std::nullopt;
}

/// Nothing, if debug information does not say, or says something that does not fit.
std::optional<Allocated> allocated(const ir::Program& program, std::uint32_t origin,
                                   std::optional<std::uint64_t> size) {
  const ir::LayoutId id = program[ir::PositionId{origin}].allocates;
  const ir::Layout& what = program[id];
  if (what.size == 0 || what.kind != ir::Layout::Kind::record) return std::nullopt;
  if (!size || *size == what.size) return Allocated{id, false};
  if (*size % what.size == 0 && *size != 0) return Allocated{id, true};
  return std::nullopt;
}

Found heap_root(const ir::Program& program, ObjectKey key, std::uint32_t origin, std::optional<std::uint32_t> size,
                std::uint32_t offset, const ObjectNumbers* numbers) {
  const ir::SourcePosition& at = program[ir::PositionId{origin}];
  if (at.line == 0) return {"an object on the heap", {}, offset};
  const auto number = numbers ? numbers->of(key, origin) : std::nullopt;
  const auto told = [&](const std::string& type) {
    return number ? fmt::format("{}#{}", type, *number) : fmt::format("{}({}:{})", type, at.file, at.line);
  };
  if (const auto what = allocated(program, origin, size)) {
    std::string index;
    std::uint32_t inside = offset;
    if (what->several) {
      const auto each = static_cast<std::uint32_t>(program[what->layout].size);
      index = fmt::format("[{}]", offset / each), inside = offset % each;
    }
    const auto users = of_the_user(program, what->layout);
    if (users && users->offset <= inside && inside - users->offset < program[users->layout].size)
      return {told(program[users->layout].name) + index, users->layout,
              inside - static_cast<std::uint32_t>(users->offset)};
  }
  if (number && *number > 0)
    return {fmt::format("the object#{} allocated at {}:{}", *number, at.file, at.line), {}, offset};
  return {fmt::format("the object allocated at {}:{}", at.file, at.line), {}, offset};
}

Found local_root(const Code& code, std::uint32_t origin, std::uint32_t offset) {
  const ir::Instruction& variable = code.variable(origin);
  return {variable.text.empty() ? "a local variable" : variable.text, variable.layout, offset};
}

/// Byte `offset` of what is on page `key`. Without `memory`: of objects that were made like `origin` says.
Found root_of(const Code& code, Memory* memory, ObjectKey key, std::uint32_t origin, std::uint32_t offset,
              const ObjectNumbers* numbers) {
  const ir::Program& program = code.program();
  auto global = [&](ir::GlobalId id) {
    const ir::Global& g = program[id];
    return Found{g.shown.empty() ? demangled(g.name) : g.shown, g.layout, offset};
  };
  const Object* object = memory ? memory->find(key) : nullptr;
  switch (region_of(key)) {
    case Region::global:
    case Region::constant:
      if (const ir::GlobalId* id = code.layout().global_at(key)) return global(*id);
      break;
    case Region::function:
      if (static_page_of(key) < code.function_count()) {
        const ir::Function& f = program.functions[static_page_of(key)];
        return {f.shown.empty() ? demangled(f.name) : f.shown, {}, 0};
      }
      break;
    case Region::stack:
      if (const auto index = code.layout().thread_local_pages.at(page_of(key)))
        return global(code.layout().thread_locals[*index]);
      if (!memory) return local_root(code, origin, offset);
      if (object) return local_root(code, object->origin, offset);
      break;
    case Region::heap:
      if (!memory) return heap_root(program, key, origin, std::nullopt, offset, nullptr);
      if (object) return heap_root(program, object->key, object->origin, object->size, offset, numbers);
      return {"freed memory", {}, 0};
    case Region::none: break;
  }
  return {"no object", {}, 0};
}

Found root_of(const Code& code, Memory& memory, Address address, const ObjectNumbers* numbers) {
  if (address == 0) return {"null", {}, 0};
  const ObjectKey page = key_of(address);
  const Object* object = memory.find(page);
  return root_of(code, &memory, page, 0, object ? offset_in(object->key, address) : offset_in(page, address), numbers);
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
      if (field.offset <= found.offset &&
          found.offset < field.offset + std::max<std::uint64_t>(program[field.layout].size, 1)) {
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

/// The part of the library that a function of many parameters belongs to, as the user knows it.
std::optional<std::string> part_of_library(const std::string& name) {
  if (name.starts_with("std::filesystem::")) return "std::filesystem";
  for (const std::string_view asks : {"std::use_facet<", "std::has_facet<"})
    if (name.find(asks) == 0 || name.find(fmt::format(" {}", asks)) != name.npos) {
      const std::size_t begin = name.find(asks) + asks.size();
      const std::string facet = name.substr(begin, name.find_first_of("<>", begin) - begin);
      if (facet == "std::time_get") return "std::get_time";
      if (facet == "std::money_get" || facet == "std::money_put") return "std::get_money and std::put_money";
      return facet;
    }
  const bool streams = name.find("stream") != name.npos || name.find("std::locale") != name.npos;
  if (streams && name.find("<wchar_t") != name.npos) return "wide streams (std::wcout and its like)";
  return std::nullopt;
}

}  // namespace

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text ? text : name;
  std::free(text);
  // What is thrown is named by its type.
  constexpr std::string_view said_of_it = "typeinfo for ";
  if (result.starts_with(said_of_it)) result.erase(0, said_of_it.size());
  return result;
}

std::string known_as(const std::string& linker_name) {
  std::string name = demangled(linker_name);
  if (name == linker_name) return name;
  for (const std::string_view said_of_it : {"VTT for ", "vtable for ", "guard variable for ", "typeinfo name for "})
    if (name.starts_with(said_of_it)) name.erase(0, said_of_it.size());
  const auto replace = [&](std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = name.find(from, at)) != name.npos; at += to.size())
      name.replace(at, from.size(), to);
  };
  replace("__cxx11::", "");
  if (auto part = part_of_library(name)) return *part;
  replace(", std::char_traits<char>", "");
  replace(", std::allocator<char>", "");
  replace("<char >", "<char>");
  for (const std::string_view stream :
       {"string", "ifstream", "ofstream", "fstream", "filebuf", "istream", "ostream", "iostream", "istringstream",
        "ostringstream", "stringstream", "stringbuf", "streambuf", "ios"})
    replace(fmt::format("std::basic_{}<char>", stream), fmt::format("std::{}", stream));
  // A constructor or destructor of theirs is the class to the user, and nobody writes its parameters.
  const std::size_t class_end = name.find("::basic_", std::string_view("std::").size()), destructor = name.find("::~");
  name.resize(std::min({name.size(), class_end, destructor}));
  return name;
}

std::string with_names_of_types(const std::string& text) {
  constexpr std::string_view mangled = "_ZTS", said_of_it = "typeinfo name for ";
  const std::size_t begin = text.find(mangled);
  if (begin == text.npos) return text;
  const auto* const last = std::find_if(text.data() + begin, text.data() + text.size(), [](char c) {
    return c != '_' && c != '.' && c != '$' && !std::isalnum(static_cast<unsigned char>(c));
  });
  const std::size_t end = static_cast<std::size_t>(last - text.data());
  std::string name = demangled(text.substr(begin, end - begin));
  if (name.starts_with(said_of_it)) name.erase(0, said_of_it.size());
  return text.substr(0, begin) + name + with_names_of_types(text.substr(end));
}

void ObjectNumbers::made(ObjectKey object, std::uint32_t origin, const std::string& type) {
  if (numbers_.contains({object, origin})) return;
  numbers_.emplace(std::pair(object, origin), count_[type]++);
}

std::optional<std::uint32_t> ObjectNumbers::of(ObjectKey object, std::uint32_t origin) const {
  const auto known = numbers_.find({object, origin});
  return known == numbers_.end() ? std::nullopt : std::optional(known->second);
}

std::string sort_of_object(const Code& code, std::uint32_t origin, std::uint64_t size) {
  const ir::Program& program = code.program();
  const ir::SourcePosition& at = program[ir::PositionId{origin}];
  if (const auto what = allocated(program, origin, size))
    if (const auto users = of_the_user(program, what->layout)) return program[users->layout].name;
  return fmt::format("{}:{}", at.file, at.line);
}

std::string name_of(const Code& code, Memory& memory, Address address, const ObjectNumbers* numbers) {
  return in_words(code, root_of(code, memory, address, numbers));
}

std::string name_of(const Code& code, ObjectKey object, std::uint32_t origin, std::uint32_t offset) {
  return in_words(code, root_of(code, nullptr, object, origin, offset, nullptr));
}

std::string show_value(const Code& code, Memory& memory, Address address, std::uint64_t value, std::uint32_t size,
                       const ObjectNumbers* numbers) {
  Found found = root_of(code, memory, address, numbers);
  descend(code.program(), found);
  const std::uint32_t up = size && size < 8 ? 64 - 8 * size : 0;
  const auto as_signed = static_cast<std::int64_t>(value << up) >> up;
  switch (code.program()[found.layout].kind) {
    case ir::Layout::Kind::boolean: return value ? "true" : "false";
    case ir::Layout::Kind::character:
      if (value >= 32 && value < 127) return fmt::format("'{}'", static_cast<char>(value));
      return fmt::format("{}", as_signed);
    case ir::Layout::Kind::unsigned_: return fmt::format("{}", value);
    case ir::Layout::Kind::pointer: break;
    default:
      if (size < 8 || region_of(key_of(value)) == Region::none) return fmt::format("{}", as_signed);
  }
  if (value == 0) return "null";
  // A pointer to the beginning of what was allocated is one to all of it.
  if (const Found whole = root_of(code, memory, value, numbers); in_heap(value) && whole.offset == 0)
    return "&" + whole.name;
  return "&" + name_of(code, memory, value, numbers);
}

}  // namespace fermata::vm
