// SPDX-License-Identifier: Apache-2.0
#include "vm/inspect.h"

#include <functional>

#include "vm/machine_impl.h"
#include "vm/names.h"

namespace fermata::vm {

std::vector<ir::SourcePosition> positions(const Machine& machine, std::span<const Word> state, ThreadId thread) {
  return machine.impl().positions(state, thread);
}

ir::SourcePosition position(const Machine& machine, std::span<const Word> state, ThreadId thread) {
  const auto all = positions(machine, state, thread);
  return all.empty() ? ir::SourcePosition{.library = true} : all.front();
}

std::string name(Machine& machine, std::span<const Word> state, Address address) {
  Memory& memory = machine.impl().interpreter.memory();
  memory.load(state);
  return name_of(machine.impl().shared->code, memory, address, &machine.impl().interpreter.numbers());
}

std::string name(const Machine& machine, ObjectKey object, std::uint32_t origin, std::uint32_t offset) {
  return name_of(machine.impl().shared->code, object, origin, offset);
}

std::size_t record_word(const Machine& machine, ThreadId thread) { return machine.impl().shape.thread(index(thread)); }

void pieces(const Machine& machine, std::span<const Word> state, std::vector<Piece>& out) {
  out.clear();
  if (Machine::ended(state)) return;
  const StateShape& shape = machine.impl().shape;
  ComponentStore& store = machine.impl().shared->store;
  const Code& code = machine.impl().shared->code;
  const Layout& layout = code.layout();
  for (std::uint32_t g = 0; g < layout.variables.size(); ++g)
    out.push_back({false, layout.key[static_cast<std::size_t>(layout.variables[g])],
                   Memory::component_of(code, store, state, g)});
  for (std::uint32_t t = 0; t < machine.threads(state); ++t) {
    out.push_back({true, t, state[shape.thread(t)]});
    for (Region region : {Region::heap, Region::stack}) {
      std::vector<Word> pages;
      unfold_all(store, shape.lists(region, t).of(state), pages);
      for (std::uint32_t page = 0; page < pages.size(); ++page) {
        const ObjectKey key = object_key(region, t, page);
        if (begins_object(pages[page]))
          out.push_back({false, key, Memory::component_of(code, store, state, key, pages[page])});
      }
    }
  }
}

namespace {

StoredObject stored(const Machine& machine, const Piece& object) {
  const ComponentStore& store = machine.impl().shared->store;
  return Memory::stored(store, store[Component{object.content}]);
}

}  // namespace

std::uint32_t size_of(const Machine& machine, const Piece& object) { return stored(machine, object).size; }

std::uint8_t byte_of(const Machine& machine, const Piece& object, std::uint32_t offset) {
  return stored(machine, object).byte(machine.impl().shared->store, offset);
}

void each_difference(const Machine& machine, const Piece& one, const Piece& other,
                     const std::function<bool(std::uint32_t)>& visit) {
  each_difference(machine.impl().shared->store, stored(machine, one), stored(machine, other), visit);
}

bool is_shared_data(const Machine& machine, const Piece& object) {
  const auto& shared = *machine.impl().shared;
  if (region_of(object.which) != Region::global) return stored(machine, object).shared;
  const Code& code = shared.code;
  return !code.program()[*code.layout().global_at(object.which)].name.starts_with("__fermata_");
}

}  // namespace fermata::vm
