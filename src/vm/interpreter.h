// SPDX-License-Identifier: Apache-2.0
// Executes instructions of one thread, from one stored point to the next.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "store/components.h"
#include "vm/code.h"
#include "vm/machine.h"
#include "vm/memory.h"
#include "vm/threads.h"

namespace fermata::vm {

/// A frame's component: [function, pc, stack height at entry, live slots as two words each...].
/// The innermost frame keeps the slots that are live before pc, the others those live across the call at pc.
struct FrameHeader {
  std::uint32_t function, pc, height;
};
inline FrameHeader frame_header(std::span<const Word> words) { return {words[0], words[1], words[2]}; }

class Interpreter {
 public:
  /// `time_repeated` is set when the clock goes back.
  Interpreter(const Code& code, ComponentStore& store, FootprintStore footprints, const Options& options,
              std::atomic<bool>& time_repeated);
  Interpreter(const Interpreter&) = delete;  // its memory asks it who lives

  std::vector<Word> initial();
  ThreadState state_of(std::span<const Word> state, std::uint32_t thread);
  Company company(std::span<const Word> state, std::uint32_t thread);
  Company company(std::span<const Word> state, std::vector<std::uint32_t>& alive);
  void step(std::span<const Word> from, std::uint32_t thread, const Company& company,
            std::span<const std::uint32_t> script, Step& out);
  /// The step that was just taken depended on nothing but its thread's words, those it read, and the company.
  bool repeatable() const { return !checkpointed_; }
  std::span<const std::uint32_t> reads() const { return memory_.reads(); }
  void watch(bool on) { watching_ = on; }
  void track(bool on) { tracking_ = on; }
  bool watching() const { return watching_; }
  bool tracking() const { return tracking_; }
  const StateShape& shape() const { return shape_; }
  Memory& memory() { return memory_; }

 private:
  enum class Halt : std::uint8_t {
    none,
    stored_point,
    blocked,
    thread_ended,
    process_ended,
    failed,
    unmodelled,
    disowned,
    too_far
  };

  struct Frame {
    Component component = Component::nothing;  ///< set while it has not been unpacked
    const FunctionCode* code = nullptr;
    Pc pc = 0;
    std::uint32_t height = 0;  ///< of the object stack when it was entered
    std::size_t base = 0;      ///< of its slots in slots_
  };
  /// Other threads' records that this step has looked at.
  struct Open {
    bool loaded = false, changed = false;
    ThreadRecord record;
  };

  /// One try: up to the end of the step, or until it is found that the step should have ended before the last of
  /// `blocks_`.
  void go(std::span<const Word> from, std::uint32_t thread, const Company& company,
          std::span<const std::uint32_t> script, Step& out, std::uint64_t last_block);

  // The run of one thread.
  void start_thread(std::uint32_t thread);
  void run();
  void loop();
  void leave_thread();
  void save(std::vector<Word>& state);
  void unpack_top();
  Component pack_frame(const Frame& frame, bool top);
  bool call(const Instruction& i);
  bool do_return(const Instruction& i);
  bool leave_locals(std::uint32_t height);
  bool jump_back();

  // Memory accesses; false: the run has halted.
  Object* reach(Address address, std::uint64_t size, bool write, const Instruction& i, std::uint32_t& offset);
  bool visible(const Object& object, const Instruction& i);
  bool stop_before();  ///< at a visible operation: true if the step ends here
  void track_gone(ObjectKey key);
  void track_leaving(std::uint32_t height);
  bool others_reach(std::uint32_t height);
  bool track_life(const Object& object);
  void track_fresh(Address address, std::uint64_t size);
  bool tracked() const { return tracking_ && others_ > 0; }
  Operation& begin_operation();
  Operation& operation();
  bool track(const Object& object, std::uint32_t offset, std::uint64_t size, bool write, const Instruction& i,
             bool same_operation = false);
  bool load(const Instruction& i);
  bool store(const Instruction& i);
  bool read_modify_write(const Instruction& i);
  bool compare_exchange(const Instruction& i);
  bool copy_bytes(const Instruction& i);
  bool fill_bytes(const Instruction& i);
  bool intrinsic(const Instruction& i);
  bool spawn(const Instruction& i);
  bool end_thread(std::uint64_t value);
  std::uint32_t choose(std::uint32_t n, Why why);
  void note_reason(Why why) {
    if (watching_) out_->reasons |= static_cast<std::uint8_t>(1u << static_cast<unsigned>(why));
  }

  bool fail(std::string kind, std::string text, const Instruction* i);
  bool unmodelled(std::string what, const Instruction* i);
  void record_event(Event::Kind kind, Address object, std::uint64_t value, std::uint32_t size);
  const Instruction& current(const Frame& frame) const;
  ir::PositionId user_at() const;  ///< the innermost place in the user's code
  Position user_position() const;
  std::uint32_t user_origin() const { return static_cast<std::uint32_t>(user_at()); }
  std::uint32_t place() const;  ///< a number for the chain of calls, never 0
  std::string text_at(Address address);
  Open& open(std::uint32_t thread);
  bool lives(std::uint32_t thread);  ///< it has begun and not ended
  void end_section(SectionKind kind, Address object, std::uint32_t thread);

  void wide(const Instruction& i, std::uint64_t* slots);  // wide.cpp: everything beyond 64 bits

  // Who owns what: ownership.cpp. Where they give a bool, false: the run has halted.
  void find_table();
  void read_declarations();
  bool write_declarations();
  bool declare(const Instruction& i);
  bool bury(const Object& object, const char* verb);
  bool bury_locals(std::uint32_t height);
  bool forget_declarations_of(std::uint32_t thread);
  bool buried();
  bool consult();
  bool ask(const Declaration& declaration, bool& holds);
  bool impure(const char* what);
  bool glance(const Object& object, std::uint32_t offset, std::uint32_t size);
  bool fail_ownership(Address about, std::string text, const Declaration* other);
  bool may_access(const Object& object, std::uint32_t offset, std::uint64_t size, const char* verb);
  bool settle(const Object& object, std::uint32_t offset, std::uint64_t size);
  bool review(const Ownership& before);
  bool nobody_lost(const Ownership& before);
  bool nobody_shares();
  void tell_owners(const Ownership& before);
  void note_guards(Operation& operation);
  void note_access(Operation& operation, const Access& whole);

  const Code& code_;
  ComponentStore& store_;
  FootprintStore footprints_;
  Options options_;
  std::atomic<bool>& time_repeated_;
  Memory memory_;
  StateShape shape_;

  std::span<const Word> from_;
  std::vector<Word> state_;  ///< being built
  Step* out_ = nullptr;
  std::span<const std::uint32_t> script_;
  std::vector<Open> threads_;
  std::uint32_t alive_ = 0;
  std::uint32_t others_ = 0;  ///< threads but this one that have not been joined, whether they run or not
  std::uint32_t self_ = 0;
  std::vector<Frame> frames_;
  std::vector<std::uint64_t> slots_;
  std::vector<std::uint64_t> returned_;  ///< of the function that returns: two for each register
  std::vector<std::uint32_t> to_start_;  ///< spawned in this step
  Halt halt_ = Halt::none;
  bool moved_ = false;          ///< a visible operation was done: stop before the next
  std::uint64_t executed_ = 0;  ///< instructions
  std::uint32_t depth_ = 0;     ///< of atomic blocks
  std::uint64_t blocks_ = 0;    ///< outermost atomic blocks that have begun in this step
  static constexpr std::uint64_t no_block = ~std::uint64_t{0};
  std::uint64_t last_block_ = no_block;  ///< before this one it stops
  bool block_at_start_ = false;          ///< the step began with the current one
  ir::PositionId block_at_{};            ///< where the current one begins
  bool inner_block_over_ = false;        ///< one inside another has just ended
  std::uint64_t back_edges_ = 0, next_checkpoint_ = 0;
  std::uint32_t calls_ = 0;  ///< of functions, in all steps
  std::vector<std::vector<Word>> checkpoints_;
  std::vector<Word> buffer_;
  bool watching_ = false;
  bool tracking_ = false;
  ObjectKey table_ = 0;          ///< of what is declared about ownership; 0: nothing ever is
  bool ownership_read_ = false;  ///< what is declared is in ownership_
  Ownership ownership_;
  bool buried_guard_ = false;  ///< a guard has just gone
  Ownership before_burial_;
  bool pure_ = false;  ///< a predicate is being asked
  std::uint64_t answer_ = 0;
  Footprint footprint_;
  bool checkpointed_ = false;
  static constexpr std::uint8_t unknown_state = 0xff;
  std::vector<std::uint8_t> states_;  ///< ThreadState by component of a record
};

}  // namespace fermata::vm
