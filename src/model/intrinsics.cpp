// SPDX-License-Identifier: Apache-2.0
// What the runtime asks for: atomic blocks, waiting, choices, threads.
//
// Whatever the runtime is written with becomes guards and updates here; no primitive of threads is known to the lift by
// name. Sections and events say something to people and to reductions; here they are followed only as far as the number
// of a thread that ends with a lock must not be given to another one.
#include "ir/intrinsics.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/section.h"
#include "ir/input_values.h"
#include "model/walk.h"

namespace fermata::model {

namespace {

using ir::Intrinsic;
using ir::Op;

enum State : std::uint64_t { no_thread_there = 0, running = 1, finished = 2, detached = 3 };
enum Why : std::uint32_t { by_input = 0, by_spurious = 1, by_policy = 3 };
constexpr std::uint64_t most_outcomes = 1024;  // of one choice
constexpr std::uint64_t few_outcomes = 3;      // an input with more of them is better a variable, if it may be one

}  // namespace

ObjectId Walk::thread_object(ThreadId thread) {
  return objects_.object({.kind = ObjectName::Kind::thread, .thread = thread});
}

std::string Walk::text_at(std::uint64_t address) {
  std::string text;
  const auto target = objects_.object_at(address);
  if (!target || target->offset < 0 || !objects_.variable(target->object)) return text;
  constexpr std::size_t longest = 200;
  for (auto at = static_cast<std::uint64_t>(target->offset); text.size() < longest; ++at) {
    const auto byte = static_cast<char>(objects_.first_value(target->object, at, 1));
    if (byte == 0) break;
    text.push_back(byte);
  }
  return text;
}

bool Walk::intrinsic(Path& path, const ir::Instruction& i) {
  const auto give_number = [&](std::uint64_t number) {
    give(path, i, 0, terms_.constant(ir::form(i.which).result.bits, number));
    return done(path);
  };
  const auto thread_state = [&](std::uint64_t number) {
    const Target target{thread_object(ThreadId{static_cast<std::uint32_t>(number)}), 0, !alone_};
    return read(path, target, 4);
  };
  switch (i.which) {
    case Intrinsic::atomic_begin:
      if (path.depth == 0) {
        if (stops(path)) return false;
        if (alone_) path.before_block = std::make_shared<Path>(path);
      }
      ++path.depth;
      return done(path);
    case Intrinsic::atomic_end:
      if (path.depth == 0) return fail(path, "the end of an atomic block that was not begun");
      if (--path.depth == 0) path.before_block = nullptr;
      return done(path);
    case Intrinsic::block_until: return block_until(path, value(path, i, 0));
    case Intrinsic::choose: return choose(path, i);
    case Intrinsic::spawn: return spawn(path, i);
    case Intrinsic::thread_exit: return thread_exit(path, value(path, i, 0));
    case Intrinsic::thread_state: {
      const auto number = need(path, value(path, i, 0));
      if (!number) return false;
      give(path, i, 0, thread_state(*number));
      return done(path);
    }
    case Intrinsic::ended: {
      const auto number = need(path, value(path, i, 0));
      if (!number) return false;
      const TermId ended = terms_.binary(Op::eq, thread_state(*number), terms_.constant(32, finished));
      give(path, i, 0, terms_.convert(Op::zext, 32, ended));
      return done(path);
    }
    case Intrinsic::reap: return reap(path, i);
    case Intrinsic::detach: return detach(path, i);
    case Intrinsic::self: return give_number(index(path.me.thread));
    case Intrinsic::section_begin: return begin_section(path, i);
    case Intrinsic::section_end: return end_section(path, i);
    case Intrinsic::next_in_section: return next_in_section(path, i);
    case Intrinsic::acquired:
    case Intrinsic::released:
    case Intrinsic::taken:
    case Intrinsic::given:
    case Intrinsic::observed:
    case Intrinsic::settled:
    case Intrinsic::event:
    case Intrinsic::print:
    case Intrinsic::throws:
    case Intrinsic::time_repeats: return done(path);
    case Intrinsic::fail: {
      if (stops(path)) return false;
      const auto text = terms_.known(value(path, i, 1));
      std::string what = text ? text_at(*text) : "";
      if (what.empty()) what = "an assertion that fails";  // whose text is put together when the program runs
      return end(path, Location::Kind::failed, std::move(what));
    }
    case Intrinsic::alloc: return allocate(path, i);
    case Intrinsic::free: return release(path, i);
    case Intrinsic::object_size: return object_size(path, i);
    case Intrinsic::exit_process:
      if (stops(path)) return false;
      return end(path, Location::Kind::process_ended);
    case Intrinsic::unmodelled: {
      const auto text = terms_.known(value(path, i, 0));
      return end(path, Location::Kind::unmodelled, text ? text_at(*text) : "");
    }
    case Intrinsic::option: {
      const auto which = need(path, value(path, i, 0));
      if (!which) return false;
      switch (*which) {
        case 0: return give_number(semantics_.spurious_wakeups && path.depth < 2);
        case 1: return give_number(static_cast<std::uint64_t>(semantics_.timeouts));
        case 2: return give_number(semantics_.spurious_failures);
        case 4: return give_number(reads_clock_);
        case 5: return give_number(semantics_.writers_first);
        case 6: return give_number(semantics_.abort_ends);
        case 7: return give_number(semantics_.ignores_misuse);
        default: return give_number(0);
      }
    }
    case Intrinsic::place: {
      std::uint64_t hash = 0xcbf29ce484222325;
      for (const Frame& frame : path.me.frames)
        for (std::uint64_t part :
             {static_cast<std::uint64_t>(frame.function), std::uint64_t{frame.block}, std::uint64_t{frame.instruction}})
          hash = (hash ^ part) * 0x100000001b3;
      return give_number(hash ^ hash >> 32);
    }
    case Intrinsic::shown: give(path, i, 0, value(path, i, 0)); return done(path);
    case Intrinsic::owns: return refuse(path, "declared ownership");
    case Intrinsic::input: return input(path, i);
    case Intrinsic::assume: {
      // Where it does not hold there is no step. A location without steps would be taken for one where a thread waits.
      const TermId number = value(path, i, 0);
      const auto holds = terms_.known(number);
      if (holds && *holds != 0) return done(path);
      if (!open_inputs_) return refuse(path, "an assumption that may not hold");
      const TermId condition = terms_.binary(Op::ne, number, terms_.constant(terms_.width(number), 0));
      path.forked = true;
      if (shows(path)) {  // what others can see stays done: there would be a step that ends before the assumption
        Path broken = path;
        if (assume(broken.edge, terms_.negation(condition)))
          refuse(broken, "an assumption that may not hold, after something that others can see");
      }
      return assume(path.edge, condition) && done(path);
    }
    case Intrinsic::sleep_on: return sleep_on(path, i);
    case Intrinsic::sleeps_on: {
      const auto number = need(path, value(path, i, 0));
      if (!number) return false;
      give(path, i, 0, read(path, sleep_of(ThreadId{static_cast<std::uint32_t>(*number)}), 8));
      return done(path);
    }
    case Intrinsic::sleepers: {
      const auto object = need(path, value(path, i, 0));
      if (!object) return false;
      give(path, i, 0, count(sleepers(path, *object)));
      return done(path);
    }
    case Intrinsic::choose_sleeper: return choose_sleeper(path, i);
    case Intrinsic::wake_all: return wake_all(path, i);
    case Intrinsic::clause: return clause(path, i);
    case Intrinsic::unwind: return unwind(path, i);
  }
  return refuse(path, fmt::format("'{}'", ir::form(i.which).name));
}

// --- sections: kept as far as somebody asks who is in one, or a thread ends in one

Walk::Target Walk::section(ThreadId thread, std::uint64_t kind, std::uint64_t object) {
  return {objects_.object({.kind = ObjectName::Kind::section,
                           .thread = thread,
                           .number = static_cast<std::uint32_t>(kind),
                           .function = static_cast<std::uint32_t>(object >> 32),
                           .block = static_cast<std::uint32_t>(object)}),
          0, !alone_};
}

bool Walk::begin_section(Path& path, const ir::Instruction& i) {
  const auto kind = need(path, value(path, i, 0));
  if (!kind) return false;
  const auto object = terms_.known(value(path, i, 1));
  if (static_cast<SectionKind>(*kind) == SectionKind::exclusive) facts_.ends_locked(path.me.thread);  // or may do so
  // A lock whose address is not known stays held, to be on the safe side.
  if (holds_lock(static_cast<SectionKind>(*kind))) {
    path.me.held.insert(object.value_or(0));
    if (object) facts_.holds_lock(*object);
    if (object && static_cast<SectionKind>(*kind) == SectionKind::shared) facts_.does_not_protect(*object);
  }
  if (object && (alone_ || facts_.is_asked_about(*kind, *object)) &&
      !write(path, section(path.me.thread, *kind, *object), 1, terms_.constant(8, 1)))
    return false;
  return done(path);
}

bool Walk::end_section(Path& path, const ir::Instruction& i) {
  const auto kind = need(path, value(path, i, 0));
  if (!kind) return false;
  const auto object = terms_.known(value(path, i, 1));
  if (!object) {
    if (holds_lock(static_cast<SectionKind>(*kind)))
      for (std::uint64_t lock : path.me.held) facts_.does_not_protect(lock);  // which of them it was, is not known
    return done(path);
  }
  const bool kept = alone_ || facts_.is_asked_about(*kind, *object);
  const auto thread = kept ? need(path, value(path, i, 2)) : std::optional<std::uint64_t>{0};
  if (!thread) return false;
  if (holds_lock(static_cast<SectionKind>(*kind)) && path.me.held.erase(*object) == 0) facts_.does_not_protect(*object);
  if (!kept) return done(path);
  const TermId zero = terms_.constant(8, 0);
  const std::size_t count = alone_ ? 1 : facts_.thread_count();
  if (*thread < count) {
    if (!write(path, section(ThreadId{static_cast<std::uint32_t>(*thread)}, *kind, *object), 1, zero)) return false;
    return done(path);
  }
  // That of the running thread, or of the first that has it open.
  TermId over = terms_.constant(1, 0);
  std::vector<ThreadId> order{path.me.thread};
  for (ThreadId t : thread_ids(count))
    if (t != path.me.thread) order.push_back(t);
  for (ThreadId t : order) {
    const Target one = section(t, *kind, *object);
    const TermId open = read(path, one, 1);
    if (!write(path, one, 1, terms_.select(over, open, zero))) return false;
    over = terms_.binary(Op::or_, over, terms_.binary(Op::ne, open, zero));
  }
  return done(path);
}

bool Walk::next_in_section(Path& path, const ir::Instruction& i) {
  const auto kind = need(path, value(path, i, 0));
  if (!kind) return false;
  const auto object = need(path, value(path, i, 1));
  if (!object) return false;
  const auto after = need(path, value(path, i, 2));
  if (!after) return false;
  if (!alone_) facts_.asked_about(*kind, *object);
  const std::uint32_t first = static_cast<std::uint32_t>(sign_extended(*after, 32) < 0 ? 0 : *after + 1);
  TermId result = terms_.constant(32, ~std::uint64_t{0});
  for (auto t = static_cast<std::uint32_t>(alone_ ? 1 : facts_.thread_count()); t-- > first;) {
    const TermId open =
        terms_.binary(Op::ne, read(path, section(ThreadId{t}, *kind, *object), 1), terms_.constant(8, 0));
    result = terms_.select(open, terms_.constant(32, t), result);
  }
  give(path, i, 0, resolved(path.edge, result));
  return done(path);
}

// --- sleep: an address for each thread, so that to wake one of n threads is n + 1 edges, and to wake all of them one

Walk::Target Walk::sleep_of(ThreadId thread) { return {thread_object(thread), 16, !alone_}; }

std::vector<TermId> Walk::sleepers(Path& path, std::uint64_t object) {
  std::vector<TermId> all;
  for (ThreadId t : thread_ids(alone_ ? 1 : facts_.thread_count()))
    all.push_back(terms_.binary(Op::eq, read(path, sleep_of(t), 8), terms_.constant(64, object)));
  return all;
}

TermId Walk::count(const std::vector<TermId>& truths) {
  TermId sum = terms_.constant(32, 0);
  for (TermId truth : truths) sum = terms_.binary(Op::add, sum, terms_.convert(Op::zext, 32, truth));
  return sum;
}

bool Walk::sleep_on(Path& path, const ir::Instruction& i) {
  const auto number = need(path, value(path, i, 0));
  if (!number) return false;
  const TermId object = value(path, i, 1);
  if (!write(path, sleep_of(ThreadId{static_cast<std::uint32_t>(*number)}), 8, object)) return false;
  return done(path);
}

bool Walk::choose_sleeper(Path& path, const ir::Instruction& i) {
  const auto object = need(path, value(path, i, 0));
  if (!object) return false;
  const std::vector<TermId> there = sleepers(path, *object);
  path.forked = true;
  bool possible = true;  // that nobody sleeps there
  Path nobody = path;
  for (auto t = static_cast<std::uint32_t>(there.size()); t-- > 0;) {
    if (ThreadId{t} == path.me.thread) continue;  // it is awake
    const auto decided = decide(path.edge, there[t]);
    if (decided && !*decided) continue;
    possible = possible && assume(nobody.edge, terms_.negation(there[t]));
    Path one = path;
    if (!assume(one.edge, there[t])) continue;
    one.edge.choices.push_back({.why = by_policy, .taken = t, .of = 0, .of_threads = true});
    give(one, i, 0, terms_.constant(32, t));
    done(one);
    stack_.push_back(std::move(one));
  }
  if (!possible) return false;
  path = std::move(nobody);
  give(path, i, 0, terms_.constant(32, ~std::uint64_t{0}));
  return done(path);
}

bool Walk::wake_all(Path& path, const ir::Instruction& i) {
  const auto kind = need(path, value(path, i, 0));
  if (!kind) return false;
  const auto object = need(path, value(path, i, 1));
  if (!object) return false;
  const bool kept =
      low_bits(*kind, 32) != low_bits(~std::uint64_t{0}, 32) && (alone_ || facts_.is_asked_about(*kind, *object));
  std::vector<TermId> there = sleepers(path, *object);
  for (std::uint32_t t = 0; t < there.size(); ++t) {
    const auto decided = decide(path.edge, there[t]);
    if (decided) there[t] = terms_.constant(1, *decided);
    if (decided && !*decided) continue;
    const auto over = [&](const Target& target, unsigned size) {
      const TermId now = terms_.select(there[t], terms_.constant(8 * size, 0), read(path, target, size));
      return write(path, target, size, now);
    };
    if (!over(sleep_of(ThreadId{t}), 8)) return false;
    if (kept && !over(section(ThreadId{t}, *kind, *object), 1)) return false;
  }
  give(path, i, 0, count(there));
  return done(path);
}

bool Walk::block_until(Path& path, TermId number) {
  const TermId condition = terms_.binary(Op::ne, number, terms_.constant(32, 0));
  const auto decided = decide(path.edge, condition);
  if (decided && *decided) {
    path.edge.blocks |= !terms_.known(condition);
    return done(path);
  }
  if (alone_) {  // it will wait, and others may have begun by then: the start ends before the block
    if (!path.before_block) return refuse(path, "a wait outside of an atomic block");
    path = Path(*path.before_block);
    return end(path, Location::Kind::visible);
  }
  path.edge.blocks = true;
  if (decided) return false;  // no way on, as far as is known
  path.forked = true;
  return assume(path.edge, condition) && done(path);
}

bool Walk::choose(Path& path, const ir::Instruction& i) {
  const auto n = need(path, value(path, i, 0));
  if (!n) return false;
  const auto why = need(path, value(path, i, 1));
  if (!why) return false;
  if (stops(path)) return false;
  if (*n > most_outcomes) return refuse(path, fmt::format("a choice of {} values", *n));
  if (*n <= 1) {
    give(path, i, 0, terms_.constant(32, 0));
    return done(path);
  }
  path.forked = true;
  for (std::uint32_t k = static_cast<std::uint32_t>(*n); k-- > 0;) {
    Path one = path;
    one.edge.choices.push_back(
        {.why = static_cast<std::uint32_t>(*why), .taken = k, .of = static_cast<std::uint32_t>(*n)});
    one.edge.input |= *why == by_input;
    one.edge.spurious |= *why == by_spurious && k != 0;
    give(one, i, 0, terms_.constant(32, k));
    done(one);
    stack_.push_back(std::move(one));
  }
  return false;
}

/// Has it changed, since its last location, what is not its own?
bool Walk::shows(const Path& path) const {
  return !alone_ && (!path.to_start.empty() || std::ranges::any_of(path.edge.update, [&](const auto& update) {
    return facts_[update.first].role != Variable::Role::local;
  }));
}

bool Walk::input(Path& path, const ir::Instruction& i) {
  if (stops(path)) return false;
  const ir::Function& function = program_[path.me.frames.back().function];
  const ir::InputValues values = ir::input_values(function, i).within(semantics_.input_range);
  if (open_inputs_ && !values.none && values.last - values.first >= few_outcomes) {
    const auto k = static_cast<std::size_t>(std::ranges::count(path.edge.choices, by_input, &Choice::why));
    const VariableId all = facts_.input(path.me.thread, k, static_cast<std::int64_t>(values.first),
                                        static_cast<std::int64_t>(values.last));
    path.edge.choices.push_back({.why = by_input});
    path.edge.input = true;
    give(path, i, 0, facts_.term(all));
    return done(path);
  }
  if (!values.few() || values.none || values.last - values.first >= most_outcomes)
    return refuse(path, fmt::format("an input of {} bits", values.bits));
  path.forked = true;
  for (std::uint64_t k = values.last;; --k) {
    Path one = path;
    one.edge.choices.push_back({.why = by_input, .taken = k, .of = values.last - values.first + 1});
    one.edge.input = true;
    give(one, i, 0, terms_.constant(64, k));
    done(one);
    stack_.push_back(std::move(one));
    if (k == values.first) return false;
  }
}

bool Walk::spawn(Path& path, const ir::Instruction& i) {
  if (alone_) {  // the start is over: from here on others can see what main does
    if (path.before_block) path = Path(*path.before_block);
    return end(path, Location::Kind::visible);
  }
  const auto address = need(path, value(path, i, 0));
  if (!address) return false;
  const auto function = objects_.function_at(*address);
  if (!function || program_[*function].blocks.empty())
    return fail(path, "a thread is started with something that is not a function");
  if (stops(path)) return false;

  std::uint32_t k = 0;
  while (path.me.started.contains(k)) ++k;
  const ThreadId thread = facts_.thread(path.me.thread, k);
  if (index(thread) >= most_threads) return refuse(path, "the number of threads is not known, or very large");
  path.me.started.insert(k);

  TermId argument = value(path, i, 1);
  ThreadPart part = enter(thread, *function, std::nullopt).me;
  const auto known = terms_.known(argument);
  const auto target = known ? objects_.object_at(*known) : std::nullopt;
  const auto mine = target ? path.me.memory.find(target->object) : path.me.memory.end();
  if (mine != path.me.memory.end() && !shared(target->object) && target->offset == 0 &&
      objects_[target->object].kind == ObjectName::Kind::heap) {
    // It is the new thread's from now on, under a name of its own; what it points to is everybody's.
    facts_.handed_over(target->object);
    if (mine->second.cells)
      for (const auto& [offset, cell] : mine->second.cells->all()) publish(path, cell.value);
    const ObjectId object = objects_.object({.kind = ObjectName::Kind::heap,
                                             .thread = thread,
                                             .number = handed_over_slot,
                                             .block = static_cast<std::uint32_t>(mine->second.size)});
    const PrivateObject content = mine->second;
    path.me.memory.erase(mine);
    path.me.heap.erase(index(target->object));
    if (shared(object)) {  // the new thread is going to publish it
      if (!make(path, object, content.size)) return false;
      if (content.cells)
        for (const auto& [offset, cell] : content.cells->all())
          if (!write_shared(path, object, offset, cell.size, cell.value)) return false;
    } else {
      part.memory[object] = content;
    }
    argument = terms_.constant(64, Objects::address(object));
  } else {
    publish(path, argument);
  }
  if (!part.frames[0].registers.empty() && program_[*function].parameters > 0) part.frames[0].registers[0] = argument;
  path.to_start.push_back(std::move(part));
  if (!write_shared(path, thread_object(thread), 0, 4, terms_.constant(32, running))) return false;
  give(path, i, 0, terms_.constant(32, index(thread)));
  return done(path);
}

bool Walk::thread_exit(Path& path, TermId value) {
  if (path.depth > 0) return fail(path, "an atomic block that is still open when its thread ends");
  if (std::ranges::any_of(path.me.frames, [&](const Frame& frame) {
        return &frame != &path.me.frames.back() && instruction(frame).unwind;
      }))
    return end(path, Location::Kind::unmodelled, "ending a thread inside a scope whose destructors would have to run");
  const bool locals = std::ranges::any_of(path.me.frames, [&](const Frame& frame) {
    return std::ranges::any_of(frame.objects, [&](ObjectId object) { return shared(object); });
  });
  if ((sees_ends_ || locals) && stops(path)) return false;
  for (const Frame& frame : path.me.frames)
    for (ObjectId object : frame.objects)
      if (shared(object)) vanish(path, object);
  if (alone_) return end(path, Location::Kind::ended);
  const ThreadId me = path.me.thread;
  if (!path.me.held.empty()) facts_.ends_locked(me);
  publish(path, value);
  const ObjectId object = thread_object(me);
  if (terms_.width(value) < 64) value = terms_.convert(Op::zext, 64, value);
  if (!write_shared(path, object, 8, 8, value)) return false;
  const TermId was = read_shared(path, object, 0, 4);
  const TermId left = terms_.binary(Op::eq, was, terms_.constant(32, detached));
  const auto decided = decide(path.edge, left);
  const TermId none = terms_.constant(32, no_thread_there), over = terms_.constant(32, finished);
  if (!write_shared(path, object, 0, 4, decided ? (*decided ? none : over) : terms_.select(left, none, over)))
    return false;
  return end(path, Location::Kind::ended);
}

bool Walk::reap(Path& path, const ir::Instruction& i) {
  const auto number = need(path, value(path, i, 0));
  if (!number) return false;
  const ThreadId thread{static_cast<std::uint32_t>(*number)};
  const ObjectId object = thread_object(thread);
  if (alone_) return fail(path, "there is no such thread");
  const TermId over = terms_.binary(Op::eq, read_shared(path, object, 0, 4), terms_.constant(32, finished));
  const auto decided = decide(path.edge, over);
  if (decided && !*decided) return fail(path, "only a thread that has finished can be joined");
  if (!decided) {
    Path fork = path;
    fork.forked = path.forked = true;
    if (assume(fork.edge, terms_.negation(over))) fail(fork, "only a thread that has finished can be joined");
    if (!assume(path.edge, over)) return false;
  }
  give(path, i, 0, read_shared(path, object, 8, 8));
  if (!write_shared(path, object, 0, 4, terms_.constant(32, no_thread_there))) return false;
  // The number of a thread that may have ended with a lock stays taken: its next owner would hold the lock.
  if (thread != main_thread && index(thread) < facts_.thread_count() && !facts_.may_end_locked(thread)) {
    const auto [spawner, place] = facts_.origin(thread);
    if (spawner == path.me.thread) path.me.started.erase(place);
  }
  return done(path);
}

bool Walk::detach(Path& path, const ir::Instruction& i) {
  const auto number = need(path, value(path, i, 0));
  if (!number) return false;
  if (alone_) return fail(path, "there is no such thread");
  const ObjectId object = thread_object(ThreadId{static_cast<std::uint32_t>(*number)});
  const TermId over = terms_.binary(Op::eq, read_shared(path, object, 0, 4), terms_.constant(32, finished));
  const TermId next = terms_.select(over, terms_.constant(32, no_thread_there), terms_.constant(32, detached));
  if (!write_shared(path, object, 0, 4, resolved(path.edge, next))) return false;
  return done(path);
}

}  // namespace fermata::model
