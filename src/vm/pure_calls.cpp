// SPDX-License-Identifier: Apache-2.0
// Pure calls: a predicate of ownership is executed in the middle of a step, in frames of its own, and must change
// nothing (ownership_monitor.h).
#include <fmt/format.h>

#include "vm/interpreter.h"
#include "vm/names.h"

namespace fermata::vm {

namespace {

constexpr std::uint64_t most_rounds = 10'000;

}  // namespace

bool Interpreter::ask(const Declaration& d, bool& holds) {
  const FunctionCode& mine = code_.function(*code_.function_at(d.mine));
  if (mine.code.empty()) return unmodelled(demangled(mine.source->name));
  CallStack frames(code_, store_);
  stack_.swap(frames);
  const auto self = threads_.self();
  const auto depth = blocks_.depth;
  const auto executed = step_.executed, back_edges = loops_.back_edges, next = loops_.next_checkpoint;

  threads_.run(static_cast<std::uint32_t>(d.thread));
  blocks_.depth = 1;
  loops_.back_edges = 0;
  loops_.next_checkpoint = most_rounds;
  pure_.active = true;
  const std::uint64_t arguments[] = {d.me, d.value};
  stack_.begin(mine, arguments);
  loop();
  pure_.active = false;
  const bool answered = step_.halt == Halt::stored_point;
  if (answered) {
    step_.halt = Halt::none;
    holds = pure_.result != 0;
  } else if (step_.halt == Halt::failed) {
    Failure& failure = step_.out->failure;
    failure.kind = ownership_violation;
    failure.text = fmt::format("asks '{}' who owns what: {}", demangled(mine.source->name), failure.text);
  }

  stack_.swap(frames);
  threads_.run(self);
  blocks_.depth = depth;
  step_.executed = executed, loops_.back_edges = back_edges, loops_.next_checkpoint = next;
  return answered;
}

bool Interpreter::impure(const char* what) {
  const ir::Function& f = *stack_.outermost().code->source;
  return unmodelled(fmt::format("{}: it says who owns what, and {}; it may only read what threads share, and compute",
                                f.shown.empty() ? demangled(f.name) : f.shown, what));
}

bool Interpreter::read_in_predicate(const Object& object, std::uint32_t offset, std::uint32_t size) {
  if (region_of(object.key) == Region::constant) return true;
  // What only its thread can see changes without a step of its own.
  if (!object.shared) return impure("reads memory that only one thread can see");
  ownership_.predicate_reads(object, offset, size);
  return true;
}

bool Interpreter::fail_ownership(Address about, std::string text, ThreadId other) {
  fail(ownership_violation, std::move(text));
  step_.out->failure.about = about;
  step_.out->failure.other = other;
  return false;
}

bool Interpreter::too_many_declarations(std::size_t most) {
  return unmodelled(fmt::format("more than {} declarations of ownership at a time", most));
}

void Interpreter::tell_owner(Address byte, ThreadId owner) {
  if (!watching_) return;
  record_event(Event::Kind::event, byte, 0, 0, owner == ThreadId{threads_.self()} ? "become owner of" : "hand over");
  step_.out->events.back().owner = owner;
}

}  // namespace fermata::vm
