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
// While threads are being started, their numbers lie in private memory, too: in a vector of threads, or in one that is
// about to be put there.
constexpr std::size_t most_in_memory_of_spawners = 256;
constexpr std::uint64_t kept_in_variable = ~std::uint64_t{0};

}  // namespace

void Locations::keep(Key& key, const Facts::Slot& slot, const std::string& name, TermId& value, std::size_t most_known,
                     Location& location, std::map<VariableId, TermId>& update) {
  const auto known = terms_.known(value);
  if (known) {
    const std::size_t most = Objects::looks_like_address(*known) ? std::max(most_known, most_wanted) : most_known;
    if (!facts_.holds(slot, *known, most)) {
      key.insert(key.end(), {0, *known});
      return;
    }
  } else {
    facts_.varies_from_now_on(slot);
  }
  // A pointer that moves in its object: the object is known, and the variable is where in it.
  const auto base = base_of(value);
  const TermId kept = base ? terms_.binary(ir::Op::sub, value, terms_.constant(64, *base)) : value;
  const VariableId variable = facts_.local(location.thread, base ? name + " in its object" : name, terms_.width(value));
  update[variable] = kept;
  value = facts_.term(variable);
  if (base) value = terms_.binary(ir::Op::add, value, terms_.constant(64, *base));
  location.live.push_back(variable);
  key.insert(key.end(), {kept_in_variable, base.value_or(0)});
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
    Facts::Slot stack{index(part.thread)};
    for (const Frame& frame : part.frames) {
      const Place place{frame.function, frame.block, frame.instruction};
      location.stack.push_back(place);
      for (std::uint64_t p :
           {static_cast<std::uint64_t>(place.function), std::uint64_t{place.block}, std::uint64_t{place.instruction}})
        stack.push_back(p);
    }
    key.insert(key.end(), stack.begin(), stack.end());
    const auto slot = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
      Facts::Slot one = stack;
      one.insert(one.end(), {a, b, c});
      return one;
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
        const std::string& own = r < function.register_names.size() ? function.register_names[r] : "";
        const std::size_t most = !code_.wanted(frame.function, r) ? most_unwanted
                                 : code_.spawns(frame.function)   ? most_in_spawners
                                                                  : most_wanted;
        keep(key, slot(0, depth, r), fmt::format("{}/{}: {}#{}", function.name, depth, own, r), *registers[r], most,
             location, update);
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
        keep(key, slot(1, index(object), offset << 8 | cell.size), fmt::format("object {}+{}", index(object), offset),
             cell.value, spawner ? most_in_memory_of_spawners : most_in_memory, location, update);
      });
      content.cells = std::make_shared<Cells>(std::move(cells));
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

}  // namespace fermata::model
