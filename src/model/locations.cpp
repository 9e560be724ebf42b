// SPDX-License-Identifier: Apache-2.0
// A location is a thread, its stack of calls, and whatever else of its own is known there: numbers in live registers
// and in private memory, which objects and threads it has made. A number that is not known, or that takes many values
// at the same stack of calls, is kept in a variable of the thread instead.
#include "model/locations.h"

#include <fmt/format.h>

#include <algorithm>

namespace fermata::model {

namespace {

constexpr std::size_t most_wanted = 64, most_in_spawners = 1024, most_in_memory = 4, most_unwanted = 1;
constexpr std::size_t most_places = 4;  // objects that a pointer points into, and places in one of them
// While threads are being started, their numbers lie in private memory, too: in a vector of threads, or in one that is
// about to be put there.
constexpr std::size_t most_in_memory_of_spawners = 256;
constexpr std::size_t most_crowds = 16;  // a stack that has a part of all edges as large as this is crowded
constexpr std::uint64_t kept_in_variable = ~std::uint64_t{0};

}  // namespace

void Locations::keep(Key& key, const Facts::Slot& slot, const Name& name, TermId& value, std::size_t most_known,
                     Location& location, std::map<VariableId, TermId>& update) {
  const auto base = base_of(value);
  const auto known = terms_.known(value);
  // Of an address, first the object is a matter of the location, then where in it.
  const bool to_shared = base && facts_.shared(objects_.object_at(*base)->object);
  const std::size_t most_addresses = most_known > most_wanted ? most_known : to_shared ? most_places : most_wanted;
  const bool object_known = !base || !facts_.holds(slot, *base, most_addresses);
  Facts::Slot inside = slot;
  inside.object = base.value_or(0);
  if (!known) {
    facts_.varies_from_now_on(inside);
  } else if (object_known && !facts_.holds(inside, *known, base ? most_addresses : most_known)) {
    key.insert(key.end(), {0, *known});
    return;
  }
  const bool walks = base && object_known;
  const VariableId variable =
      facts_.local(location.thread, walks ? name() + " in its object" : name(), terms_.width(value));
  if (walks) facts_.is_offset_in(variable, objects_.object_at(*base)->object);
  update[variable] = walks ? terms_.binary(ir::Op::sub, value, terms_.constant(64, *base)) : value;
  value = facts_.term(variable);
  if (walks) value = terms_.binary(ir::Op::add, value, terms_.constant(64, *base));
  location.live.push_back(variable);
  key.insert(key.end(), {kept_in_variable, walks ? *base : 0});
}

/// The address of the object that it points into, if that can be read off.
std::optional<std::uint64_t> Locations::base_of(TermId id) const {
  const Term& term = terms_[id];
  auto known = terms_.known(id);
  if (term.kind == Term::Kind::operation && term.op == ir::Op::add) known = terms_.known(term.operands[1]);
  if (!known || term.width != 64) return std::nullopt;
  const auto target = objects_.object_at(*known);
  if (!target) return std::nullopt;
  return Objects::address(target->object);
}

Locations::Arrival Locations::arrive(Rest& rest, std::map<VariableId, TermId>& update) {
  ThreadPart& part = rest.part;
  Location location{.thread = part.thread, .kind = rest.kind, .at = rest.at, .what = rest.what};
  Key key{index(part.thread), static_cast<std::uint64_t>(rest.kind)};
  if (rest.kind == Location::Kind::visible || rest.kind == Location::Kind::silent) {
    for (const Frame& frame : part.frames) location.stack.push_back({frame.function, frame.block, frame.instruction});
    const std::uint32_t number = stack_number(part.thread, location.stack);
    key.push_back(number);
    const unsigned crowding = facts_.crowding(number);
    if (crowding > 1) return refuse(rest);
    const auto slot = [number](std::uint32_t kind, std::uint64_t a, std::uint64_t b) {
      return Facts::Slot{.stack = number, .kind = kind, .a = a, .b = b};
    };
    for (std::size_t depth = 0; depth < part.frames.size(); ++depth) {
      Frame& frame = part.frames[depth];
      const bool top = depth + 1 == part.frames.size();
      const auto& live = top ? code_.live_before(frame.function, frame.block, frame.instruction)
                             : code_.live_across(frame.function, frame.block, frame.instruction);
      const ir::Function& function = program_[frame.function];
      std::vector<std::optional<TermId>> registers(frame.registers.size());
      for (ir::Register r : live) {
        if (!frame.registers[r]) continue;
        registers[r] = frame.registers[r];
        key.push_back(r);
        const auto name = [&] {
          return fmt::format("{}/{}: {}#{}", function.name, depth,
                             r < function.register_names.size() ? function.register_names[r] : "", r);
        };
        const std::size_t most = crowding > 0                       ? most_unwanted
                                 : !code_.wanted(frame.function, r) ? most_unwanted
                                 : code_.spawns(frame.function)     ? most_in_spawners
                                                                    : most_wanted;
        keep(key, slot(0, depth, r), name, *registers[r], most, location, update);
      }
      frame.registers = std::move(registers);
      key.push_back(kept_in_variable - 1);
      for (ObjectId object : frame.objects) key.push_back(index(object));
      key.push_back(kept_in_variable - 2);
      for (ObjectId object : frame.over) key.push_back(index(object));
    }
    const bool spawner = std::ranges::any_of(part.frames, [&](const Frame& f) { return code_.spawns(f.function); });
    for (auto& [object, content] : part.memory) {
      key.insert(key.end(), {kept_in_variable - 3, index(object), content.size});
      if (!content.cells || content.cells->all().empty()) continue;
      Cells cells = *content.cells;
      cells.each([&](std::uint64_t offset, Cells::Cell& cell) {
        key.insert(key.end(), {offset, cell.size});
        const auto name = [&] { return fmt::format("object {}+{}", index(object), offset); };
        keep(key, slot(1, index(object), offset << 8 | cell.size), name, cell.value,
             crowding > 0 ? most_unwanted
             : spawner    ? most_in_memory_of_spawners
                          : most_in_memory,
             location, update);
      });
      content.cells = std::make_shared<Cells>(std::move(cells));
    }
    std::erase_if(part.heap, [&](std::uint32_t object) {
      return facts_.does_wander(part.thread, objects_[ObjectId{object}].block);
    });
    std::map<std::uint32_t, std::vector<std::uint32_t>> slots;
    for (std::uint32_t object : part.heap) {
      const ObjectName& name = objects_[ObjectId{object}];
      slots[name.block].push_back(name.number);
    }
    for (auto& [size, one] : slots) {
      std::ranges::sort(one);
      facts_.has_on_heap(number, part.thread, size, one);
    }
    for (const auto* set : {&part.heap, &part.started}) {
      key.push_back(kept_in_variable - 4);
      key.insert(key.end(), set->begin(), set->end());
    }
    key.push_back(kept_in_variable - 5);
    key.insert(key.end(), part.held.begin(), part.held.end());
  } else {
    key.push_back(static_cast<std::uint64_t>(rest.at));
    for (char c : rest.what) key.push_back(static_cast<unsigned char>(c));
    if (rest.kind == Location::Kind::ended) location.at = {}, key.resize(2);
  }
  const auto [it, fresh] = numbers_.try_emplace(std::move(key), LocationId{static_cast<std::uint32_t>(all_.size())});
  if (fresh) all_.push_back(std::move(location));
  return {it->second, fresh};
}

void Locations::merge_most() {
  std::map<std::uint32_t, std::size_t> edges;
  std::size_t all = 0, largest = 0;
  for (const Location& location : all_) {
    if (location.stack.empty()) continue;
    edges[stack_number(location.thread, location.stack)] += location.out.size();
    all += location.out.size();
  }
  for (const auto& [stack, here] : edges) largest = std::max(largest, here);
  for (const auto& [stack, here] : edges)
    if (here * most_crowds >= all || here == largest) facts_.crowded(stack);
}

/// Of a thread.
std::uint32_t Locations::stack_number(ThreadId thread, const std::vector<Place>& stack) {
  std::vector<std::uint64_t> numbers{index(thread)};
  for (const Place& place : stack)
    numbers.insert(numbers.end(), {static_cast<std::uint64_t>(place.function), std::uint64_t{place.block},
                                   std::uint64_t{place.instruction}});
  return facts_.stack_number(numbers);
}

Locations::Arrival Locations::refuse(Rest& rest) {
  rest.part = ThreadPart{.thread = rest.part.thread};
  rest.kind = Location::Kind::refused;
  rest.what = "more cases than can be told apart";
  std::map<VariableId, TermId> nothing_kept;
  return arrive(rest, nothing_kept);
}

}  // namespace fermata::model
