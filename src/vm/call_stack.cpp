// SPDX-License-Identifier: Apache-2.0
#include "vm/call_stack.h"

#include <algorithm>

namespace fermata::vm {

namespace {

constexpr std::size_t header_words = 3;

void append(std::vector<Word>& words, std::uint64_t value) {
  words.push_back(static_cast<Word>(value));
  words.push_back(static_cast<Word>(value >> 32));
}

}  // namespace

Component CallStack::first_frame(const FunctionCode& function, std::uint32_t height, std::uint64_t argument) {
  buffer_ = {function.id, 0, height};
  for (std::uint32_t slot : function.live_before(0)) {
    const bool is_argument = !function.parameter_slots.empty() && slot == function.parameter_slots[0];
    append(buffer_, is_argument ? argument : 0);
  }
  return store_.intern(buffer_);
}

void CallStack::load(std::span<const Component> frames) {
  frames_.clear();
  slots_.clear();
  for (Component c : frames) frames_.push_back({.packed = c});
  unpack_top(true);
}

void CallStack::save(std::vector<Component>& frames) {
  frames.clear();
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const Frame& frame = frames_[i];
    frames.push_back(frame.packed != Component::nothing ? frame.packed : pack(frame, i + 1 == frames_.size()));
  }
}

/// A frame whose registers are 0; the caller fills in what they hold.
void CallStack::push(const FunctionCode& function, std::uint32_t height) {
  const std::size_t base = slots_.size();
  slots_.resize(base + function.slots());
  std::ranges::copy(function.constants, slots_.begin() + static_cast<std::ptrdiff_t>(base + function.registers));
  frames_.push_back({.code = &function, .height = height, .base = base});
}

void CallStack::unpack_top(bool innermost) {
  const auto words = store_[frames_.back().packed];
  const FrameHeader header = frame_header(words);
  frames_.pop_back();
  push(code_.function(header.function), header.height);
  Frame& frame = frames_.back();
  frame.pc = header.pc;
  std::size_t at = header_words;
  for (std::uint32_t slot : innermost ? frame.code->live_before(frame.pc) : frame.code->live_across(frame.pc)) {
    slots_[frame.base + slot] = words[at] | std::uint64_t{words[at + 1]} << 32;
    at += 2;
  }
}

Component CallStack::pack(const Frame& frame, bool innermost) {
  buffer_.clear();
  buffer_.insert(buffer_.end(), {frame.code->id, frame.pc, frame.height});
  for (std::uint32_t slot : innermost ? frame.code->live_before(frame.pc) : frame.code->live_across(frame.pc))
    append(buffer_, slots_[frame.base + slot]);
  return store_.intern(buffer_);
}

void CallStack::begin(const FunctionCode& function, std::span<const std::uint64_t> arguments) {
  frames_.clear();
  slots_.clear();
  push(function, 0);
  for (std::size_t k = 0; k < function.parameter_slots.size() && k < arguments.size(); ++k)
    slots_[function.parameter_slots[k]] = arguments[k];
}

void CallStack::call(const FunctionCode& callee, std::span<const std::uint32_t> arguments, std::uint32_t height) {
  const std::size_t caller = frames_.back().base;
  push(callee, height);
  const std::size_t base = frames_.back().base;
  for (std::size_t k = 0; k < arguments.size() && k < callee.parameter_slots.size(); ++k) {
    const std::uint32_t from = arguments[k] & ~wide_bit;
    slots_[base + callee.parameter_slots[k]] = slots_[caller + from];
    if (callee.parameter_wide[k])
      slots_[base + callee.parameter_slots[k] + 1] = arguments[k] & wide_bit ? slots_[caller + from + 1] : 0;
  }
}

void CallStack::return_to_caller(std::span<const std::uint32_t> values) {
  const std::size_t base = frames_.back().base;
  returned_.clear();
  for (std::uint32_t v : values) {
    const std::uint32_t slot = v & ~wide_bit;
    returned_.push_back(slots_[base + slot]);
    returned_.push_back(v & wide_bit ? slots_[base + slot + 1] : 0);
  }
  frames_.pop_back();
  slots_.resize(base);
  if (frames_.back().packed != Component::nothing) unpack_top(false);
  Frame& caller = frames_.back();
  const auto results = code_.list(caller.code->code[caller.pc].d);
  // Through a pointer of another type, fewer values may come back than are awaited.
  returned_.resize(std::max(returned_.size(), 2 * results.size()));
  for (std::size_t k = 0; k < results.size(); ++k) {
    slots_[caller.base + (results[k] & ~wide_bit)] = returned_[2 * k];
    if (results[k] & wide_bit) slots_[caller.base + (results[k] & ~wide_bit) + 1] = returned_[2 * k + 1];
  }
  ++caller.pc;
}

void CallStack::unwind_to(std::size_t caller, std::uint64_t exception, std::uint64_t selector) {
  const std::size_t to = frames_.size() - 1 - caller;
  for (std::size_t k = frames_.size() - 1; k > to; --k) {
    if (frames_[k].packed == Component::nothing) slots_.resize(frames_[k].base);
    frames_.pop_back();
  }
  if (frames_.back().packed != Component::nothing) unpack_top(false);
  Frame& frame = frames_.back();
  const Pc landing = frame.code->code[frame.pc].target2 - 1;
  const Instruction& i = frame.code->code[landing];
  slots_[frame.base + i.d] = exception;
  slots_[frame.base + i.d2] = selector;
  frame.pc = landing + 1;
}

FrameHeader CallStack::header_of(const Frame& frame) const {
  if (frame.packed == Component::nothing) return {frame.code->id, frame.pc, frame.height};
  return frame_header(store_[frame.packed]);
}

const Instruction& CallStack::current(const Frame& frame) const {
  const FrameHeader header = header_of(frame);
  return code_.function(header.function).code[header.pc];
}

const Instruction* CallStack::landing_of(std::size_t caller) const {
  const FrameHeader header = header_of(frames_[frames_.size() - 1 - caller]);
  const auto& code = code_.function(header.function).code;
  const Instruction& call = code[header.pc];
  return call.op == ir::Op::call && call.target2 ? &code[call.target2 - 1] : nullptr;
}

std::uint32_t CallStack::height_of_call(std::size_t caller) const {
  return header_of(frames_[frames_.size() - caller]).height;
}

ir::PositionId CallStack::user_position() const {
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const ir::PositionId at = current(frames_[i]).at;
    const ir::SourcePosition& p = code_.program()[at];
    if (!p.library && p.line) return at;
  }
  return {};
}

std::vector<ir::PositionId> CallStack::user_positions() const {
  std::vector<ir::PositionId> all;
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const ir::PositionId at = current(frames_[i]).at;
    const ir::SourcePosition& p = code_.program()[at];
    if (!p.library && p.line) all.push_back(at);
  }
  return all;
}

std::uint32_t CallStack::fingerprint() const {
  std::uint32_t hash = 2166136261;  // FNV-1a
  for (const Frame& frame : frames_) {
    const FrameHeader here = header_of(frame);
    for (std::uint32_t word : {here.function, here.pc}) hash = (hash ^ word) * 16777619;
  }
  return hash ? hash : 1;
}

bool CallStack::would_unwind() const {
  for (std::size_t k = 0; k + 1 < frames_.size(); ++k)
    if (current(frames_[k]).target2) return true;
  return false;
}

}  // namespace fermata::vm
