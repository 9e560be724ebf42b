// SPDX-License-Identifier: Apache-2.0
// A state is compared piece by piece: globals, then of each thread its record, its heap, its stack. A piece that has
// changed and that others can observe must be among what the step says.
//
// Nobody observes what a thread does before there is another one, or after all others were joined; nor objects that are
// private, as long as their owner alone touches them; nor what output streams keep to themselves.
//
// Two steps that touch nothing in common must commute: that finds what a step *reads* and does not say, and what cannot
// be seen in two states, such as free memory that is taken anew while another thread still has the old address.
#include "vm/check_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "vm/names.h"
#include "vm/threads.h"

namespace fermata::vm {

namespace {

template <class Property>
bool says(const Footprint& footprint, Property property) {
  return std::ranges::any_of(footprint.operations(), property);
}

bool contains(std::span<const Address> addresses, Address address) {
  return std::ranges::find(addresses, address) != addresses.end();
}

/// The number of threads that others may still wait for, besides `thread`.
std::uint32_t others(const ComponentStore& store, const StateShape& shape, std::span<const Word> state,
                     std::uint32_t thread) {
  std::uint32_t count = 0;
  for (std::uint32_t t = 0; t < shape.threads(state.size()); ++t)
    count += t != thread && thread_state(store[Component{state[shape.thread(t)]}]) != ThreadState::none;
  return count;
}

bool overlap(const Access& a, const Access& b) {
  if (a.object != b.object || (a.of_sleep() || b.of_sleep() ? a.origin != b.origin : false)) return false;
  return a.origin == Access::gone || b.origin == Access::gone ||
         (a.offset < b.offset + b.size && b.offset < a.offset + a.size);
}

bool changes(const Access& a) { return a.write || a.declares; }

bool meet(const Operation& a, const Operation& b) {
  auto concerns_threads = [](const Operation& o) { return o.starts || o.joins || o.sees_threads || o.detaches; };
  if (concerns_threads(a) && concerns_threads(b)) return true;
  if (a.declares || b.declares) return true;
  // Who still has the address of what was there before.
  auto takes_place = [](const Operation& o, const Operation& late) {
    return std::ranges::any_of(late.accesses, [&](const Access& access) {
      return std::ranges::find(o.fresh, access.object) != o.fresh.end();
    });
  };
  if (takes_place(a, b) || takes_place(b, a)) return true;
  auto makes_room = [](const Operation& o, const Operation& allocates) {
    return std::ranges::find_first_of(o.frees, allocates.passed) != o.frees.end();
  };
  if (makes_room(a, b) || makes_room(b, a)) return true;
  for (const Access& x : a.accesses) {
    for (const Access& y : b.accesses)
      if (overlap(x, y) && (changes(x) || changes(y) || x.origin == Access::gone || y.origin == Access::gone))
        return true;
    for (const Access& y : b.guards)
      if (overlap(x, y) && changes(x)) return true;
  }
  for (const Access& x : a.guards)
    for (const Access& y : b.accesses)
      if (overlap(x, y) && changes(y)) return true;
  return false;
}

}  // namespace

/// Of the states before and after one step.
struct StepCheck::Comparison {
  const StepCheck& check;
  std::span<const Word> from, to;
  std::uint32_t self;
  const Step& step;
  const Footprint& said = *step.footprint;

  std::string find() const {
    if (std::string wrong = in_threads(); !wrong.empty()) return wrong;
    if (!watched()) return {};
    for (std::uint32_t g = 0; g < check.code_.layout().variables.size(); ++g)
      if (std::string wrong = in_object(check.global(g), check.component_of(from, g), check.component_of(to, g));
          !wrong.empty())
        return wrong;
    for (std::uint32_t t = 0; t < threads(to); ++t)
      for (Region region : {Region::heap, Region::stack})
        if (std::string wrong = in_arena(region, t); !wrong.empty()) return wrong;
    return {};
  }

  // --- threads ---------------------------------------------------------------------------------

  std::uint32_t threads(std::span<const Word> state) const { return check.shape_.threads(state.size()); }
  std::uint32_t others_of(std::span<const Word> state) const { return others(check.store_, check.shape_, state, self); }
  ThreadRecord record(std::span<const Word> state, std::uint32_t t) const {
    ThreadRecord found;
    if (t < threads(state)) unpack(check.store_[Component{state[check.shape_.thread(t)]}], found);
    return found;
  }
  /// It did not exist before this step, which began it; perhaps under the number of one that was joined just before.
  bool started(std::uint32_t t) const {
    if (t == self) return false;
    const ThreadState before = record(from, t).state, after = record(to, t).state;
    if (before == ThreadState::finished)
      return joins() && starts() &&
             (after == ThreadState::running || after == ThreadState::detached || said.ends_thread);
    return before == ThreadState::none && after != ThreadState::none;
  }
  /// There were others all the time: a thread that joins the last one, and starts another, was alone in between.
  bool watched() const { return others_of(from) > 0 && others_of(to) > 0 && !(joins() && starts()); }
  bool starts() const { return says(said, &Operation::starts); }
  bool joins() const {
    return says(said, [](const Operation& o) { return o.joins || o.detaches; });
  }
  /// Its memory is nobody else's concern.
  bool acts(std::uint32_t t) const { return t == self || started(t); }

  std::string in_threads() const {
    for (std::uint32_t t = 0; t < threads(to); ++t) {
      const ThreadRecord before = record(from, t), after = record(to, t);
      if (std::string wrong = in_state(t, before, after); !wrong.empty()) return wrong;
      if (std::string wrong = in_sections(t, before, after); !wrong.empty()) return wrong;
    }
    return {};
  }

  std::string in_state(std::uint32_t t, const ThreadRecord& before, const ThreadRecord& after) const {
    const bool tracked = others_of(from) > 0;
    const auto unsaid = [&](const char* what) { return fmt::format("{} thread {} and does not say so", what, t); };
    if (started(t)) return starts() ? "" : unsaid("starts");
    if (t == self) {
      const bool ends = !after.alive();
      if (ends != said.ends_thread && !(said.ends_thread && step_started()))
        return ends ? unsaid("ends") : "says that a thread ends, but it goes on";
      if (ends && before.state == ThreadState::detached && !said.ends_detached)
        return "ends a thread that nobody joins, and does not say so";
    } else if (before.state == ThreadState::finished && after.state == ThreadState::none) {
      return joins() ? "" : unsaid("joins");
    } else if (before.alive() && !after.alive()) {
      return fmt::format("ends thread {}, which has not moved", t);
    } else if (before.frames != after.frames || before.value != after.value) {
      return fmt::format("changes where thread {} stands, or what it returns", t);
    }
    if (before.sleeps_on != after.sleeps_on && watched() && !says(said, [&](const Operation& o) {
          return std::ranges::any_of(
              o.accesses, [&](const Access& a) { return a.origin == Access::sleep && a.offset == t && a.write; });
        }))
      return fmt::format("{} thread {} and does not say so", after.sleeps_on ? "lets sleep" : "wakes", t);
    if (before.state == ThreadState::running && after.state == ThreadState::detached && tracked &&
        !says(said, &Operation::detaches))
      return unsaid("detaches");
    return {};
  }
  bool step_started() const {
    for (std::uint32_t t = 0; t < threads(to); ++t)
      if (started(t)) return true;
    return false;
  }

  std::string in_sections(std::uint32_t t, const ThreadRecord& before, const ThreadRecord& after) const {
    const bool tracked = watched();
    for (const Section& s : before.sections) {
      if (std::ranges::find(after.sections, s) != after.sections.end()) continue;
      const std::string what = fmt::format("a section of thread {} on '{}'", t, name(s.object));
      if (std::ranges::none_of(step.ended, [&](const SectionInstance& e) {
            return e.kind == s.kind && e.object == s.object && e.thread == ThreadId{t};
          }))
        return "ends " + what + " and does not say so";
      if (tracked && s.kind == SectionKind::critical && !says(said, [&](const Operation& o) {
            return contains(o.released, s.object) || contains(o.observed, s.object);
          }))
        return "ends " + what + " and does not say that it lets the lock go";
      if (tracked && s.kind == SectionKind::shared && !says(said, [&](const Operation& o) {
            return contains(o.given, s.object) || contains(o.observed, s.object);
          }))
        return "ends " + what + " and does not say that it gives its share back";
    }
    for (const Section& s : after.sections) {
      if (std::ranges::find(before.sections, s) != before.sections.end()) continue;
      const std::string what = fmt::format("a section of thread {} on '{}'", t, name(s.object));
      if (!acts(t)) return "begins " + what + ", which has not moved";
      if (tracked && s.kind == SectionKind::critical &&
          !says(said, [&](const Operation& o) { return contains(o.acquired, s.object); }))
        return "begins " + what + " and does not say that it takes the lock";
      if (tracked && s.kind == SectionKind::shared &&
          !says(said, [&](const Operation& o) { return contains(o.taken, s.object); }))
        return "begins " + what + " and does not say that it takes a share";
    }
    if (t != self || said.operations().size() != 1) return {};
    for (Address lock : said.operations()[0].held)
      if (std::ranges::find(before.sections, Section{SectionKind::critical, lock}) == before.sections.end())
        return fmt::format("says that it has '{}', which it has not", name(lock));
    return {};
  }

  // --- memory ----------------------------------------------------------------------------------

  StoredObject stored(Word id) const { return Memory::stored(check.store_, check.store_[Component{id}]); }

  /// Of the object that is there now, or was.
  std::string name(ObjectKey key, const StoredObject& object, std::uint32_t offset) const {
    return name_of(check.code_, key, object.origin, offset);
  }
  std::string name(Address address) const {
    const ObjectKey key = key_of(address);
    const Region region = region_of(key);
    if (region == Region::heap || region == Region::stack) {
      if (arena_of(key) >= threads(from)) return "an object";
      const auto objects = check.objects(from, region, arena_of(key));
      if (page_of(key) >= objects.size() || objects[page_of(key)] == 0) return "an object";
      return name(key, stored(objects[page_of(key)]), offset_in(key, address));
    }
    return name_of(check.code_, key, 0, offset_in(key, address));
  }

  /// Where a write ends, as the step says, that has byte `at`; 0: there is none.
  std::uint32_t written_up_to(ObjectKey key, std::uint32_t at) const {
    std::uint32_t end = 0;
    for (const Operation& o : said.operations())
      for (const Access& a : o.accesses)
        if (a.object == key && a.write && !a.declares && !a.of_sleep() && a.offset <= at && at - a.offset < a.size)
          end = std::max(end, a.offset + a.size);
    return end;
  }
  bool writes_all(ObjectKey key, std::uint32_t size) const {
    std::uint32_t at = 0;
    while (at < size) {
      const std::uint32_t end = written_up_to(key, at);
      if (end == 0) return false;
      at = end;
    }
    return true;
  }

  std::string in_arena(Region region, std::uint32_t t) const {
    const auto before = t < threads(from) ? check.objects(from, region, t) : std::vector<Word>();
    const auto after = check.objects(to, region, t);
    for (std::uint32_t page = 0; page < std::max(before.size(), after.size()); ++page) {
      const Word was = page < before.size() ? before[page] : 0, is = page < after.size() ? after[page] : 0;
      if (std::string wrong = in_object(object_key(region, t, page), was, is); !wrong.empty()) return wrong;
    }
    return {};
  }

  std::string in_object(ObjectKey key, Word was, Word is) const {
    if (was == is || check.code_.quiet(key)) return {};
    const StoredObject before = stored(was), after = stored(is);
    const bool global = region_of(key) == Region::global;
    if (!before.exists()) {  // nobody can have its address yet
      // Who has freed a place may use it again (HeapRules::freers_reuse), and says so.
      const bool says_so =
          says(said, [&](const Operation& o) { return std::ranges::find(o.fresh, key) != o.fresh.end(); });
      if (after.exists() && !acts(arena_of(key)) && !says_so)
        return fmt::format("makes '{}' in the memory of thread {}, which has not moved", name(key, after, 0),
                           arena_of(key));
      return {};
    }
    if (!before.shared) {
      if (!acts(before.owner))
        return fmt::format("touches '{}', which is private to thread {}", name(key, before, 0), before.owner);
      return {};
    }
    if (!after.exists() && region_of(key) == Region::heap && arena_of(key) != self &&
        !says(said, [&](const Operation& o) { return std::ranges::find(o.frees, key) != o.frees.end(); }))
      return fmt::format("makes room in the heap of thread {} and does not say so", arena_of(key));
    if (!after.exists()) {  // a variable whose scope was left before is out of reach already
      return before.over || writes_all(key, before.size)
                 ? ""
                 : fmt::format("ends '{}' and does not say so", name(key, before, 0));
    }
    if (!after.shared || before.origin != after.origin || before.size != after.size)
      return before.over || writes_all(key, before.size)
                 ? ""
                 : fmt::format("ends '{}' and has another object in its place at once", name(key, before, 0));
    if (before.over != after.over && !writes_all(key, before.size))
      return fmt::format("{} the life of '{}' and does not say so", after.over ? "ends" : "begins",
                         name(key, before, 0));
    if (global && key == check.table_)
      return says(said, &Operation::declares) ? "" : "changes what is declared about ownership and does not say so";
    std::string wrong;
    each_difference(check.store_, before, after, [&](std::uint32_t at) {
      if (!written_up_to(key, at)) wrong = fmt::format("writes '{}' and does not say so", name(key, before, at));
      return wrong.empty();
    });
    return wrong;
  }
};

std::string StepCheck::left_out(std::span<const Word> from, ThreadId thread, const Step& step) const {
  if (step.outcome != Step::Outcome::moved || Machine::ended(step.target)) return {};
  return Comparison{*this, from, step.target, index(thread), step}.find();
}

bool StepCheck::independent(const Step& a, const Step& b) {
  // What is left of a thread that has ended goes when it has been detached and its last section has ended.
  const auto ends_for_others = [](const Step& step) {
    return std::ranges::any_of(step.ended,
                               [&](const SectionInstance& e) { return e.thread != step.footprint->thread; });
  };
  const auto detaches = [](const Step& step) { return says(*step.footprint, &Operation::detaches); };
  if ((ends_for_others(a) && detaches(b)) || (ends_for_others(b) && detaches(a))) return false;
  for (const Operation& x : a.footprint->operations())
    for (const Operation& y : b.footprint->operations())
      if (meet(x, y)) return false;
  return true;
}

bool StepCheck::is_asked_about(std::span<const Word> from, ThreadId thread, const Step& step, const Step& other) const {
  if (step.outcome != Step::Outcome::moved || Machine::ended(step.target)) return false;
  ThreadRecord before, after;
  unpack(store_[Component{from[shape_.thread(index(thread))]}], before);
  unpack(store_[Component{step.target[shape_.thread(index(thread))]}], after);
  const auto touched = [&](const Section& section) {
    return says(*other.footprint, [&](const Operation& o) {
      return std::ranges::find(o.asks, wait_key(section)) != o.asks.end() ||
             (section.kind == SectionKind::condition &&
              std::ranges::find(o.accesses, key_of(section.object), &Access::object) != o.accesses.end());
    });
  };
  const auto changed = [&](const std::vector<Section>& one, const std::vector<Section>& those) {
    return std::ranges::any_of(one, [&](const Section& section) {
      return std::ranges::find(those, section) == those.end() && touched(section);
    });
  };
  return changed(before.sections, after.sections) || changed(after.sections, before.sections);
}

std::string StepCheck::difference(std::span<const Word> one, std::span<const Word> other) const {
  if (one.size() != other.size()) return "there are not as many threads";
  for (std::uint32_t g = 0; g < code_.layout().variables.size(); ++g)
    if (component_of(one, g) != component_of(other, g))
      return fmt::format("'{}' differs", name_of(code_, global(g), 0, 0));
  for (std::uint32_t t = 0; t < shape_.threads(one.size()); ++t) {
    if (one[shape_.thread(t)] != other[shape_.thread(t)]) return fmt::format("thread {} stands elsewhere", t);
    if (objects(one, Region::heap, t) != objects(other, Region::heap, t))
      return fmt::format("the heap of thread {} differs", t);
    if (objects(one, Region::stack, t) != objects(other, Region::stack, t))
      return fmt::format("the stack of thread {} differs", t);
  }
  if (!one.empty() && !std::ranges::equal(one.subspan(1), other.subspan(1))) return "what belongs to no object differs";
  return {};
}

std::vector<Word> StepCheck::objects(std::span<const Word> state, Region region, std::uint32_t thread) const {
  std::vector<Word> all;
  unfold_all(store_, shape_.lists(region, thread).of(state), all);
  for (std::uint32_t page = 0; page < all.size(); ++page)
    all[page] = begins_object(all[page])
                    ? Memory::component_of(code_, store_, state, object_key(region, thread, page), all[page])
                    : 0;
  return all;
}

bool StepCheck::renames(std::span<const Word> from, std::span<const Word> to, ThreadId other) const {
  const auto before = objects(from, Region::heap, index(other)), after = objects(to, Region::heap, index(other));
  if (before.size() != after.size()) return true;
  for (std::size_t page = 0; page < before.size(); ++page)
    if ((before[page] == 0) != (after[page] == 0)) return true;
  return false;
}

}  // namespace fermata::vm
