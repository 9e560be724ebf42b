// SPDX-License-Identifier: Apache-2.0
// Intrinsics: what the runtime asks of the machine (runtime/fermata_intrinsics.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "vm/interpreter.h"
#include "vm/names.h"

namespace fermata::vm {

namespace {

constexpr std::array<std::string_view, 8> failure_kinds{
    "assertion",          "abort", "misuse", "invalid-access", "double-free", "uncaught-exception", "division-by-zero",
    "undefined-behaviour"};

bool contains(const std::vector<Section>& sections, const Section& section) {
  return std::ranges::find(sections, section) != sections.end();
}

/// As many bytes as there are; of what is no object, nothing.
std::string text_at(Memory& memory, Address address, std::uint64_t length) {
  Object* object = memory.find(key_of(address));
  const std::uint32_t begin = object ? offset_in(object->key, address) : 0;
  if (!object || begin >= object->size) return {};
  std::string text(std::min<std::uint64_t>(length, object->size - begin), 0);
  memory.read(*object, begin, text.data(), static_cast<std::uint32_t>(text.size()));
  return text;
}

/// The text that ends with a zero.
std::string text_at(Memory& memory, Address address) {
  constexpr std::uint64_t piece = 64;
  std::string text;
  for (;;) {
    const std::string next = text_at(memory, address + text.size(), piece);
    const auto end = next.find('\0');
    text += next.substr(0, end);
    if (end != next.npos || next.size() < piece) return text;
  }
}

/// Changes no state. (What is said of locks would matter only with a change.)
bool only_looks(ir::Intrinsic which) {
  using ir::Intrinsic;
  switch (which) {
    case Intrinsic::atomic_begin:
    case Intrinsic::atomic_end:
    case Intrinsic::block_until:
    case Intrinsic::choose:
    case Intrinsic::input:
    case Intrinsic::assume:
    case Intrinsic::thread_state:
    case Intrinsic::ended:
    case Intrinsic::self:
    case Intrinsic::next_in_section:
    case Intrinsic::sleeps_on:
    case Intrinsic::sleepers:
    case Intrinsic::choose_sleeper:
    case Intrinsic::observed:
    case Intrinsic::settled:
    case Intrinsic::event:
    case Intrinsic::print:
    case Intrinsic::object_size:
    case Intrinsic::option:
    case Intrinsic::place:
    case Intrinsic::throws:
    case Intrinsic::clause: return true;
    default: return false;
  }
}

}  // namespace

bool Interpreter::intrinsic(const Instruction& i) {
  using ir::Intrinsic;
  std::uint64_t* r = stack_.registers();
  const auto which = static_cast<Intrinsic>(i.sub);
  if (pure_.active && which != Intrinsic::self) return impure("does more than to look");
  const auto thread = [&] { return static_cast<std::uint32_t>(r[i.a]); };
  if (!only_looks(which)) step_.changed = true;
  switch (which) {
    case Intrinsic::atomic_begin: return begin_block(i);
    case Intrinsic::atomic_end: return end_block(i);
    case Intrinsic::block_until: return block_until((r[i.a] & mask(32)) != 0);
    case Intrinsic::choose: return make_choice(i);
    case Intrinsic::spawn: return spawn(i);
    case Intrinsic::thread_exit: return end_thread(r[i.a]);
    case Intrinsic::thread_state:
      r[i.d] = thread() < threads_.size() ? static_cast<std::uint64_t>(threads_[thread()].state) : 0;
      if (footprint_.records()) footprint_.operation().sees_threads = true;
      return true;
    case Intrinsic::ended:
      r[i.d] = thread() < threads_.size() && threads_[thread()].state == ThreadState::finished;
      if (footprint_.records()) footprint_.operation().sees_ends = true;
      return true;
    case Intrinsic::reap: return join(thread(), r[i.d]);
    case Intrinsic::detach: return detach(thread());
    case Intrinsic::self: r[i.d] = threads_.self(); return true;
    case Intrinsic::section_begin: {
      const Section section{static_cast<SectionKind>(r[i.a]), r[i.b]};
      if (const std::uint32_t self = threads_.self(); !contains(threads_[self].sections, section))
        threads_.change(self).sections.push_back(section);
      footprint_.section_begins(section);
      return true;
    }
    case Intrinsic::section_end:
      end_section({static_cast<SectionKind>(r[i.a]), r[i.b]}, static_cast<std::uint32_t>(r[i.c]));
      return true;
    case Intrinsic::next_in_section: {
      const Section section{static_cast<SectionKind>(r[i.a]), r[i.b]};
      footprint_.section_asked(section);
      const auto after = static_cast<std::int32_t>(r[i.c]);
      auto t = static_cast<std::uint32_t>(std::max(after, -1) + 1);
      while (t < threads_.size() && !contains(threads_[t].sections, section)) ++t;
      r[i.d] = t < threads_.size() ? t : mask(32);
      return true;
    }
    case Intrinsic::acquired:
      if (footprint_.records()) footprint_.operation().acquired.push_back(r[i.a]);
      return true;
    case Intrinsic::released:
      if (footprint_.records()) footprint_.operation().released.push_back(r[i.a]);
      return true;
    case Intrinsic::taken:
      if (footprint_.records()) footprint_.operation().taken.push_back(r[i.a]);
      return true;
    case Intrinsic::given:
      if (footprint_.records()) footprint_.operation().given.push_back(r[i.a]);
      return true;
    case Intrinsic::observed:
      if (footprint_.records()) footprint_.operation().observed.push_back(r[i.a]);
      return true;
    case Intrinsic::settled:
      if (footprint_.records())
        for (Access& a : footprint_.operation().accesses)
          a.settled |= !a.write && (r[i.a] == 0 ? a.origin == Access::sleep && a.offset == threads_.self()
                                                : !a.of_sleep() && r[i.a] - address_of(a.object, a.offset) < a.size);
      return true;
    case Intrinsic::time_repeats: noticed_.time_repeats.store(true, std::memory_order_relaxed); return true;
    case Intrinsic::event:
      if (watching_) record_event(Event::Kind::event, r[i.b], 0, 0, text_at(memory_, r[i.a]));
      return true;
    case Intrinsic::fail: {
      if (stop_before()) return false;
      const std::uint64_t kind = std::min<std::uint64_t>(r[i.a] & mask(32), failure_kinds.size() - 1);
      return fail(std::string(failure_kinds[kind]), with_names_of_types(text_at(memory_, r[i.b])));
    }
    case Intrinsic::alloc: return allocate(i);
    case Intrinsic::free: return release(i);
    case Intrinsic::object_size: return object_size(i);
    case Intrinsic::exit_process: return !stop_before() && end_process(r[i.a]);
    case Intrinsic::print:
      if (watching_) record_event(Event::Kind::print, 0, 0, 0, text_at(memory_, r[i.a], r[i.b]));
      return true;
    case Intrinsic::shown: r[i.d] = r[i.a]; return true;
    case Intrinsic::unmodelled: return unmodelled(text_at(memory_, r[i.a]));
    case Intrinsic::option: r[i.d] = option(r[i.a]); return true;
    case Intrinsic::owns: return declare_ownership(i);
    case Intrinsic::place: r[i.d] = stack_.fingerprint(); return true;
    case Intrinsic::input: return take_input(i);
    case Intrinsic::assume: return (r[i.a] & mask(32)) != 0 || break_assumption();
    case Intrinsic::sleep_on:
      if (thread() >= threads_.size()) return fail("misuse", "there is no such thread");
      sleep_on(thread(), r[i.b]);
      return true;
    case Intrinsic::sleeps_on:
      r[i.d] = thread() < threads_.size() ? threads_[thread()].sleeps_on : 0;
      footprint_.sleep_seen(thread(), false);
      return true;
    case Intrinsic::sleepers:
      footprint_.sleepers_seen(r[i.a], false);
      r[i.d] = threads_.sleepers(r[i.a]).size();
      return true;
    case Intrinsic::choose_sleeper: return choose_sleeper(i);
    case Intrinsic::wake_all: {
      const std::uint64_t kind = r[i.a] & mask(32), object = r[i.b];
      footprint_.sleepers_seen(object, false);
      const auto sleepers = threads_.sleepers(object);
      for (std::uint32_t t : sleepers) {
        sleep_on(t, 0);
        if (kind != mask(32)) end_section({static_cast<SectionKind>(kind), object}, t);
      }
      r[i.d] = sleepers.size();
      return true;
    }
    case Intrinsic::throws: return true;
    case Intrinsic::clause: r[i.d] = clause(r[i.a] & mask(32), r[i.b] & mask(32)); return true;
    case Intrinsic::unwind: return unwind(r[i.a] & mask(32), r[i.b] & mask(32), r[i.c]);
  }
  return true;
}

// --- choices -----------------------------------------------------------------------------------

/// Before a choice among so many.
bool Interpreter::may_choose(Why why, std::uint64_t n) {
  const Step& out = *step_.out;
  if (!blocks_.inside()) {
    // An input is a step of its own; of other choices a step makes one.
    if (why == Why::input ? step_.executed > 0 : out.chooses) return halt(Halt::stored_point);
    step_.moved = true;
  }
  // Inputs are chosen by the environment, the rest by the scheduler: one step cannot be both.
  if (n > 1 && out.chooses && out.input != (why == Why::input))
    return unmodelled("an input and another choice in one step");
  return true;
}

bool Interpreter::make_choice(const Instruction& i) {
  std::uint64_t* r = stack_.registers();
  const auto why = static_cast<Why>(r[i.b] & 3);
  const auto n = static_cast<std::uint32_t>(r[i.a]);
  if (!may_choose(why, n)) return false;
  r[i.d] = choose(n, why);
  if (watching_ && why == Why::input)
    record_event(Event::Kind::event, 0, r[i.d], 0, fmt::format("input is {}", r[i.d]));
  return true;
}

/// There is no such step. In an atomic block the work up to it is kept, as for a thread that must wait there; so is
/// what others can see: it has happened before. What was only read may be read again.
bool Interpreter::break_assumption() {
  if (blocks_.inside() && !blocks_.opens_step) return halt(Halt::too_far);
  if (!blocks_.inside() && step_.shows && threads_.alive() > 1) {
    end_attempt(role_here());
    return halt(Halt::stored_point);
  }
  step_.out->breaks = true;
  return halt(Halt::blocked);
}

/// A run may have any value of the type; whoever tries all of them needs to know which there are.
bool Interpreter::take_input(const Instruction& i) {
  const ir::InputValues& all = code_.input(i.list);
  const ir::InputValues values = all.within(options_.semantics.input_range);
  Step& out = *step_.out;
  if (!may_choose(Why::input, 2)) return false;
  const std::size_t k = out.choices.size();
  const bool given = k < step_.script.size() && all.has(step_.script[k]);
  if (!given && !values.few())
    return unmodelled(fmt::format(
        "an input of {} bits: say which values it can have, right after it with an assumption such as 0 <= x && x <= 9 "
        "(in C __VERIFIER_assume, or assume_abort_if_not with --conventions svcomp); or for all inputs, those of "
        "std::random_device among them, with --input-range 0..9. At most {} are tried",
        all.bits, ir::InputValues::most));
  if (!given && values.none) return break_assumption();
  const std::uint64_t taken = given ? step_.script[k] : values.first;
  out.choices.push_back(taken);
  out.last.push_back(values.none ? taken : values.last);
  out.input = out.chooses = true;
  note_reason(Why::input);
  stack_.registers()[i.d] = taken;
  if (watching_) record_event(Event::Kind::event, 0, taken, 0, fmt::format("input is {}", all.shown(taken)));
  return true;
}

std::uint32_t Interpreter::choose(std::uint32_t n, Why why) {
  if (n <= 1) return 0;
  Step& out = *step_.out;
  const std::size_t k = out.choices.size();
  const auto taken =
      static_cast<std::uint32_t>(k < step_.script.size() ? std::min<std::uint64_t>(step_.script[k], n - 1) : 0);
  out.choices.push_back(taken);
  out.last.push_back(n - 1);
  out.chooses = true;
  if (why == Why::input) out.input = true;
  if (why == Why::spurious && taken != 0) out.spurious = true;
  note_reason(why);
  return taken;
}

/// What is taken is the number of a thread, also if there is only one: it means the same whoever else sleeps.
bool Interpreter::choose_sleeper(const Instruction& i) {
  std::uint64_t* r = stack_.registers();
  footprint_.sleepers_seen(r[i.a], false);
  const auto sleepers = threads_.sleepers(r[i.a]);
  if (sleepers.empty()) {
    r[i.d] = mask(32);
    return true;
  }
  Step& out = *step_.out;
  if (sleepers.size() > 1 && out.chooses && out.input) return unmodelled("an input and another choice in one step");
  const std::size_t k = out.choices.size();
  const std::uint64_t least = k < step_.script.size() ? step_.script[k] : 0;
  const auto taken = std::ranges::lower_bound(sleepers, least);
  r[i.d] = taken == sleepers.end() ? sleepers.back() : *taken;
  out.choices.push_back(r[i.d]);
  out.last.push_back(sleepers.back());
  if (sleepers.size() > 1) out.chooses = true, note_reason(Why::policy);
  return true;
}

void Interpreter::note_reason(Why why) {
  if (watching_) step_.out->reasons |= static_cast<std::uint8_t>(1u << static_cast<unsigned>(why));
}

/// The numbers are those of runtime/fermata_intrinsics.h.
std::uint64_t Interpreter::option(std::uint64_t which) {
  switch (which) {
    case 0:
      note_reason(Why::spurious);
      // Who waits in an atomic block of the user's would never get past it in another way: that is no excuse.
      return options_.semantics.spurious_wakeups && blocks_.depth < 2;
    case 1: note_reason(Why::timeout); return static_cast<std::uint64_t>(options_.semantics.timeouts);
    case 2: return options_.semantics.spurious_failures;
    case 3: return static_cast<std::uint64_t>(options_.clock);
    case 4: return code_.reads_clock();
    case 5: return options_.semantics.writers_first;
    case 6: return options_.semantics.abort_ends;
    case 7: return options_.semantics.ignores_misuse;
    default: return 0;
  }
}

// --- threads and sections ----------------------------------------------------------------------

bool Interpreter::spawn(const Instruction& i) {
  const std::uint64_t* r = stack_.registers();
  const auto function = code_.function_at(r[i.a]);
  const std::uint64_t argument = r[i.b];
  if (!function || code_.function(*function).code.empty())
    return fail("invalid-access", "a thread is started with something that is not a function");
  if (stop_before()) return false;
  const std::uint32_t thread = threads_.free_number();
  if (thread >= max_threads) return unmodelled(fmt::format("more than {} threads at a time", max_threads));
  memory_.clear_stack(thread);
  if (options_.heap.hand_over)
    memory_.hand_over(argument, threads_.self(), thread);
  else
    memory_.publish(argument);
  threads_.start(thread, stack_.first_frame(code_.function(*function), memory_.stack_height(thread), argument));
  if (footprint_.records()) footprint_.operation().starts = true;
  step_.moved = step_.shows = true;  // from here on the new thread may be faster than this one
  step_.to_start.push_back(thread);
  stack_.registers()[i.d] = thread;
  return true;
}

bool Interpreter::join(std::uint32_t thread, std::uint64_t& result) {
  if (thread >= threads_.size()) return fail("misuse", "there is no such thread");
  if (footprint_.records()) footprint_.operation().joins = true;
  const ThreadRecord& record = threads_[thread];
  if (record.state != ThreadState::finished) return fail("misuse", "only a thread that has finished can be joined");
  result = record.value;
  return release_finished(thread);
}

bool Interpreter::detach(std::uint32_t thread) {
  if (thread >= threads_.size()) return fail("misuse", "there is no such thread");
  if (footprint_.records()) footprint_.operation().detaches = true;
  step_.shows = true;
  if (threads_[thread].state == ThreadState::finished) return release_finished(thread);
  threads_.change(thread).state = ThreadState::detached;
  return true;
}

bool Interpreter::release_finished(std::uint32_t thread) {
  step_.shows = true;
  if (!threads_[thread].sections.empty()) return true;  // a lock that it still holds keeps its number taken
  const auto freed = threads_[thread].freed;
  threads_.release(thread);
  memory_.free_pages_of(freed, options_.heap.freers_reuse);
  return true;
}

void Interpreter::sleep_on(std::uint32_t thread, Address object) {
  footprint_.sleepers_seen(threads_[thread].sleeps_on, true);
  footprint_.sleepers_seen(object, true);
  footprint_.sleep_seen(thread, true);
  threads_.change(thread).sleeps_on = object;
  step_.shows = true;
}

/// Of `thread`, if there is one with that number; else of the running thread, or of the first that has it open.
void Interpreter::end_section(const Section& section, std::uint32_t thread) {
  const auto close = [&](std::uint32_t t) {
    if (!contains(threads_[t].sections, section)) return false;
    auto& sections = threads_.change(t).sections;
    sections.erase(std::ranges::find(sections, section));
    step_.out->ended.push_back(instance(section, ThreadId{t}));
    return true;
  };
  if (thread < threads_.size()) {
    close(thread);
    return;
  }
  const std::uint32_t self = threads_.self();
  if (close(self)) return;
  for (std::uint32_t t = 0; t < threads_.size(); ++t)
    if (t != self && close(t)) return;
}

// --- ownership ---------------------------------------------------------------------------------

/// Begins or ends a declaration of the running thread's.
bool Interpreter::declare_ownership(const Instruction& i) {
  const std::uint64_t* r = stack_.registers();
  const bool begins = r[i.a] != 0;
  std::uint32_t offset;
  constexpr std::uint32_t given = sizeof(Declaration) - sizeof(std::uint64_t);  // all but the thread
  Object* words = reach(r[i.c], given, false, offset);
  if (!words) return false;
  Declaration d;
  memory_.read(*words, offset, static_cast<void*>(&d), given);
  d.thread = threads_.self();
  Object* object = begins && d.size ? reach(d.object, d.size, false, offset) : nullptr;
  if (step_.halt != Halt::none || stop_before()) return false;
  step_.shows = true;
  if (footprint_.records() && !blocks_.inside()) footprint_.begin_operation();
  if (!begins) return ownership_.withdraw(d);
  if (!code_.function_at(d.mine)) return fail("misuse", "ownership is declared with something that is not a function");
  return !object || ownership_.declare(d, *object, offset);
}

}  // namespace fermata::vm
