// SPDX-License-Identifier: Apache-2.0
#include "vm/footprint_recorder.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace fermata::vm {

namespace {

constexpr std::size_t operations_between_looks = 4096;  // at the limits

}  // namespace

void FootprintRecorder::begin_step() {
  footprint_.clear();
  inner_block_ended_ = false;
}

const Footprint* FootprintRecorder::end_step(ThreadId thread, bool blocked, bool ownership_violation) {
  if (!on_) return nullptr;
  footprint_.thread = thread;
  footprint_.blocked = blocked;
  footprint_.publishes = memory_.shared_since() > 0;
  footprint_.ownership_violation = ownership_violation;
  return footprints_.intern(footprint_);
}

Operation& FootprintRecorder::begin_operation() {
  inner_block_ended_ = false;
  footprint_.leave_out_repetition();
  if (footprint_.operations().size() % operations_between_looks == operations_between_looks - 1)
    store_.stop().claim(2 * operations_between_looks * sizeof(Operation));
  Operation& operation = footprint_.begin();
  for (const Section& s : threads_[threads_.self()].sections)
    if (s.kind == SectionKind::critical)
      operation.held.push_back(s.object);
    else if (s.kind == SectionKind::shared)
      operation.shared.push_back(s.object);
  operation.alone = threads_.alive() < 2;
  return operation;
}

std::size_t FootprintRecorder::finished_operations() {
  footprint_.leave_out_repetition();
  return footprint_.operations().size();
}

void FootprintRecorder::add(Operation& operation, const Access& access) {
  constexpr std::size_t few = 8;
  std::vector<Access>& all = operation.accesses;
  const auto recent = all.end() - static_cast<std::ptrdiff_t>(std::min(few, all.size()));
  if (std::find(recent, all.end(), access) == all.end()) all.push_back(access);
}

void FootprintRecorder::access_to_gone(ObjectKey page) {
  const Region region = region_of(page);
  const Object* object = memory_.find(page);
  if (object && !object->shared) object = nullptr;  // what is there now is something else
  if (!records() || (object && !object->over) || (region != Region::heap && region != Region::stack)) return;
  operation_of_access().accesses.push_back({.object = object ? object->key : page,
                                            .origin = object ? object->origin : Access::gone,
                                            .size = object ? object->size : 1});
}

void FootprintRecorder::lifetime_changes(const Object& object) {
  if (!records()) return;
  operation_of_access().accesses.push_back({object.key, object.origin, 0, object.size, true});
}

void FootprintRecorder::locals_vanish(std::uint32_t height) {
  const std::uint32_t self = threads_.self();
  if (!records() || !others_reach_locals(memory_, self, height)) return;
  if (!blocks_.inside()) begin_operation();
  for (std::uint32_t page = height; page < memory_.stack_height(self); ++page) {
    const ObjectKey key = object_key(Region::stack, self, page);
    const Object* object = memory_.find(key);
    if (object && object->key == key && object->shared && !object->over)
      operation().accesses.push_back({key, object->origin, 0, object->size, true});
  }
}

void FootprintRecorder::allocated(Address address, std::uint64_t size, std::span<const ObjectKey> passed) {
  if (!records()) return;
  Operation& o = passed.empty() ? operation() : operation_of_access();
  for (std::uint32_t page = 0; page < pages_for(size); ++page) o.fresh.push_back(key_of(address) + page);
  if (passed.empty()) return;
  // There may be thousands. Both are ascending.
  std::vector<ObjectKey> all;
  std::ranges::set_union(o.passed, passed, std::back_inserter(all));
  o.passed = std::move(all);
}

void FootprintRecorder::freed(ObjectKey object) {
  if (records() && arena_of(object) != threads_.self()) operation().frees.push_back(object);
}

void FootprintRecorder::section_begins(const Section& section) {
  if (records() && !blocks_.inside()) operation().begins.push_back(wait_key(section));
}

// Who sleeps on a condition variable is also in its set of sleepers, which is memory like any other.
void FootprintRecorder::section_asked(const Section& section) {
  if (!records() || section.kind == SectionKind::condition) return;
  auto& asked = operation().asks;
  if (std::ranges::find(asked, wait_key(section)) == asked.end()) asked.push_back(wait_key(section));
}

void FootprintRecorder::sleepers_seen(Address object, bool changed) {
  if (records() && object)
    add(operation(),
        {.object = key_of(object), .origin = Access::sleepers, .offset = in_page(object), .size = 1, .write = changed});
}

void FootprintRecorder::sleep_seen(std::uint32_t thread, bool changed) {
  if (records()) add(operation(), {.origin = Access::sleep, .offset = thread, .size = 1, .write = changed});
}

void FootprintRecorder::thread_ends(bool detached) {
  if (!on_) return;
  footprint_.ends_thread = true;
  footprint_.ends_detached |= detached;
}

bool others_reach_locals(Memory& memory, std::uint32_t thread, std::uint32_t height) {
  for (std::uint32_t page = height; page < memory.stack_height(thread); ++page)
    if (const Object* object = memory.find(object_key(Region::stack, thread, page));
        object && object->shared && !object->over)
      return true;
  return false;
}

}  // namespace fermata::vm
