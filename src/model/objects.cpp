// SPDX-License-Identifier: Apache-2.0
#include "model/objects.h"

#include <fmt/format.h>

#include <algorithm>

namespace fermata::model {

namespace {

void put(std::vector<std::uint8_t>& image, std::uint64_t offset, std::uint64_t value) {
  for (unsigned k = 0; k < 8 && offset + k < image.size(); ++k)
    image[offset + k] = static_cast<std::uint8_t>(value >> (8 * k));
}

}  // namespace

Objects::Objects(const ir::Program& program) : program_(program) {
  // Initial values hold addresses of variables, so these come first and are numbered as in the program.
  for (std::uint32_t g = 0; g < program.globals.size(); ++g)
    object({.kind = ObjectName::Kind::global, .thread = main_thread, .number = g});
  for (const ir::Global& g : program.globals) {
    std::vector<std::uint8_t> image(g.bytes);
    image.resize(std::min<std::size_t>(g.size, std::size_t{1} << 26));
    for (const ir::Relocation& r : g.relocations) {
      if (r.target.kind == ir::Operand::Kind::function) put(image, r.offset, address(ir::FunctionId{r.target.index}));
      if (r.target.kind == ir::Operand::Kind::global)
        put(image, r.offset, address(ObjectId{r.target.index}, static_cast<std::uint64_t>(r.target.bits)));
    }
    images_.push_back(std::move(image));
  }
}

ObjectId Objects::object(const ObjectName& name) {
  const auto [it, fresh] = numbers_.try_emplace(name, ObjectId{static_cast<std::uint32_t>(names_.size())});
  if (fresh) names_.push_back(name);
  return it->second;
}

std::optional<PointsTo> Objects::object_at(std::uint64_t address) const {
  const std::uint64_t page = address >> page_bits;
  if (page < first_page || page - first_page >= names_.size()) return std::nullopt;
  return PointsTo{ObjectId{static_cast<std::uint32_t>(page - first_page)},
                  static_cast<std::int64_t>(address & (2 * middle - 1)) - static_cast<std::int64_t>(middle)};
}

std::optional<ir::FunctionId> Objects::function_at(std::uint64_t address) const {
  const std::uint64_t number = (address - first_function) / 16;
  if (address < first_function || address % 16 != 0 || number >= program_.functions.size()) return std::nullopt;
  return ir::FunctionId{static_cast<std::uint32_t>(number)};
}

const ir::Global* Objects::variable(ObjectId id) const {
  const ObjectName& name = names_[index(id)];
  if (name.kind != ObjectName::Kind::global && name.kind != ObjectName::Kind::thread_local_) return nullptr;
  return &program_.globals[name.number];
}

std::optional<std::uint64_t> Objects::fixed_size(ObjectId id) const {
  if (const ir::Global* global = variable(id)) return global->size;
  if (names_[index(id)].kind == ObjectName::Kind::thread) return 24;
  if (names_[index(id)].kind == ObjectName::Kind::section) return 1;
  return std::nullopt;
}

std::uint64_t Objects::first_value(ObjectId id, std::uint64_t offset, unsigned size) const {
  const ObjectName& name = names_[index(id)];
  if (name.kind == ObjectName::Kind::thread) return name.thread == main_thread && offset == 0 ? 1 : 0;  // main runs
  if (!variable(id)) return 0;
  const auto& image = images_[names_[index(id)].number];
  std::uint64_t value = 0;
  for (unsigned k = 0; k < size && offset + k < image.size(); ++k) value |= std::uint64_t{image[offset + k]} << (8 * k);
  return value;
}

std::string Objects::path_in(ir::LayoutId id, std::uint64_t offset) const {
  const ir::Layout& layout = program_[id];
  if (layout.kind == ir::Layout::Kind::array) {
    const std::uint64_t element = program_[layout.element].size;
    if (element != 0) return fmt::format("[{}]{}", offset / element, path_in(layout.element, offset % element));
  }
  if (layout.kind == ir::Layout::Kind::record && !layout.library)
    for (auto field = layout.fields.rbegin(); field != layout.fields.rend(); ++field)
      if (field->offset <= offset && offset < field->offset + std::max<std::uint64_t>(1, program_[field->layout].size))
        return fmt::format(".{}{}", field->name, path_in(field->layout, offset - field->offset));
  return offset == 0 ? "" : fmt::format("+{}", offset);
}

std::string Objects::describe(ObjectId id, std::uint64_t offset, const std::vector<std::string>& thread_names) const {
  const ObjectName& name = names_[index(id)];
  const auto whose = [&] {
    return index(name.thread) < thread_names.size() ? thread_names[index(name.thread)]
                                                    : fmt::format("thread {}", index(name.thread));
  };
  switch (name.kind) {
    case ObjectName::Kind::global:
    case ObjectName::Kind::thread_local_: {
      const ir::Global& global = program_.globals[name.number];
      const std::string text = (global.shown.empty() ? global.name : global.shown) + path_in(global.layout, offset);
      return name.kind == ObjectName::Kind::global ? text : whose() + ": " + text;
    }
    case ObjectName::Kind::stack: {
      const auto& i = program_.functions[name.function].blocks[name.block].instructions[name.instruction];
      return fmt::format("{}: {}/{}{}", whose(), i.text.empty() ? "local" : i.text, name.number,
                         path_in(i.layout, offset));
    }
    case ObjectName::Kind::heap:
      return fmt::format("{}: heap {}{}", whose(), name.number, offset ? fmt::format("+{}", offset) : "");
    case ObjectName::Kind::section: {
      const auto target = object_at(std::uint64_t{name.function} << 32 | name.block);
      return fmt::format(
          "{} is in section {} of {}", whose(), name.number,
          target ? describe(target->object, static_cast<std::uint64_t>(target->offset), thread_names) : "?");
    }
    case ObjectName::Kind::thread:
      return offset == 16 ? fmt::format("what {} sleeps on", whose())
                          : fmt::format("{} of {}", offset == 0 ? "state" : "result", whose());
  }
  return "";
}

}  // namespace fermata::model
