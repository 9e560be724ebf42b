// SPDX-License-Identifier: Apache-2.0
// The calls that the running thread is in, and their registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "vm/code.h"
#include "vm/stored.h"

namespace fermata::vm {

/// A frame's component: [function, pc, stack height at entry, live slots as two words each...].
/// The innermost frame keeps the slots that are live before pc, the others those live across the call at pc.
struct FrameHeader {
  std::uint32_t function, pc, height;
};
inline FrameHeader frame_header(std::span<const Word> words) { return {words[0], words[1], words[2]}; }

/// One call. It stays packed, as the state has it, until control comes back to it: most steps need only the innermost.
struct Frame {
  Component packed = Component::nothing;  ///< if not nothing, the other fields mean nothing
  const FunctionCode* code = nullptr;
  Pc pc = 0;
  std::uint32_t height = 0;  ///< of the object stack when it was entered
  std::size_t base = 0;      ///< of its slots
};

/// The frames of one thread, outermost first, and one stack of 64-bit slots for all of them. The innermost frame is
/// never packed.
class CallStack {
 public:
  CallStack(const Code& code, ComponentStore& store) : code_(code), store_(store) {}

  /// The only frame of a thread that is about to run `function`; registers that were never assigned are 0.
  Component first_frame(const FunctionCode& function, std::uint32_t height, std::uint64_t argument);

  /// The frames of a thread's record, of which there is at least one.
  void load(std::span<const Component> frames);
  void save(std::vector<Component>& frames);
  /// Without a caller: a function that is called by the machine itself.
  void begin(const FunctionCode& function, std::span<const std::uint64_t> arguments);
  /// Calls `callee` from the innermost frame. `arguments` are slots (see wide_bit).
  void call(const FunctionCode& callee, std::span<const std::uint32_t> arguments, std::uint32_t height);
  /// The innermost frame returns `values`, slots of its own, to its caller, which goes on after its call.
  void return_to_caller(std::span<const std::uint32_t> values);

  /// The landing of the call that a caller is in; null, if there is none. Callers are counted outwards, from 0, which
  /// is the innermost frame.
  const Instruction* landing_of(std::size_t caller) const;
  /// Of the object stack when that caller made its call; it is not the innermost frame.
  std::uint32_t height_of_call(std::size_t caller) const;
  /// The frames inside of that caller are gone, and it goes on behind its landing.
  void unwind_to(std::size_t caller, std::uint64_t exception, std::uint64_t selector);

  std::size_t size() const { return frames_.size(); }
  Frame& top() { return frames_.back(); }
  const Frame& outermost() const { return frames_.front(); }
  /// The slots of the innermost frame; good until the next call or return.
  std::uint64_t* registers() { return slots_.data() + frames_.back().base; }

  /// Where the thread is in the user's code: of the innermost frame that is in it. 0 if there is none.
  ir::PositionId user_position() const;
  /// Of all frames that are the user's, innermost first.
  std::vector<ir::PositionId> user_positions() const;
  /// A number for the chain of calls, never 0.
  std::uint32_t fingerprint() const;
  /// Some caller has destructors to run if an exception passes through it.
  bool would_unwind() const;

  void swap(CallStack& other) {
    frames_.swap(other.frames_);
    slots_.swap(other.slots_);
  }

 private:
  void push(const FunctionCode& function, std::uint32_t height);
  void unpack_top(bool innermost);
  Component pack(const Frame& frame, bool innermost);
  FrameHeader header_of(const Frame& frame) const;
  const Instruction& current(const Frame& frame) const;

  const Code& code_;
  ComponentStore& store_;
  std::vector<Frame> frames_;
  std::vector<std::uint64_t> slots_;
  std::vector<std::uint64_t> returned_;  ///< two for each value
  std::vector<Word> buffer_;
};

}  // namespace fermata::vm
