// SPDX-License-Identifier: Apache-2.0
// Executes instructions of one thread, from one stored point to the next.
//
//   interpreter.cpp    a step as a whole: threads it runs, frames, calls, how it ends
//   loop.cpp           the dispatch loop
//   accesses.cpp       loads, stores, and what of them others can see
//   atomic_blocks.cpp  atomic blocks and waiting in them
//   intrinsics.cpp     what the runtime asks of the machine
//   unwinding.cpp      exceptions: which callers have a handler, and how frames end without returning
//   pure_calls.cpp     predicates of ownership, called in the middle of a step
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/thread_id.h"
#include "vm/arithmetic.h"
#include "vm/atomic_blocks.h"
#include "vm/call_stack.h"
#include "vm/code.h"
#include "vm/footprint_recorder.h"
#include "vm/memory.h"
#include "vm/names.h"
#include "vm/ownership_monitor.h"
#include "vm/step.h"
#include "vm/stored.h"
#include "vm/thread_table.h"

namespace fermata::vm {

/// What steps have noticed that matters beyond them; of a machine and its worker copies.
struct Noticed {
  std::atomic<bool> time_repeats = false;      ///< the clock has gone back
  std::atomic<bool> spins_matter = false;      ///< a bounded spin is none
  std::atomic<bool> compares_gone = false;     ///< an address was compared whose object is gone
  std::atomic<bool> frees_for_others = false;  ///< a thread has freed what is in the heap of another
};

class Interpreter final : private OwnershipMonitor::Host {
 public:
  Interpreter(const Code& code, ComponentStore& store, FootprintStore footprints, const Options& options,
              Noticed& noticed);
  Interpreter(const Interpreter&) = delete;  // its parts know one another

  std::vector<Word> initial();
  /// `counts` are those of the state.
  void step(std::span<const Word> from, std::uint32_t thread, const ThreadCounts& counts,
            std::span<const std::uint64_t> script, Step& out);
  /// The step that was just taken depended on nothing but its thread's words, the parts it read, and the counts.
  /// (Passing a checkpoint does not: a state in the middle of a step differs from an earlier one only in parts that the
  /// step has read.)
  bool repeatable() const { return !loops_.ended_step; }
  /// The parts of the state that it read, in that order.
  std::span<const Part> reads() const { return memory_.reads(); }

  void watch(bool on) { watching_ = on; }
  /// Of the heap objects that were made while it watched, since it was last asked for the initial state.
  const ObjectNumbers& numbers() const { return numbers_; }
  bool watching() const { return watching_; }
  void track(bool on) { footprint_.turn(on); }
  bool tracking() const { return footprint_.is_on(); }
  Memory& memory() { return memory_; }

 private:
  /// Why no more instructions are executed.
  enum class Halt : std::uint8_t {
    none,
    stored_point,  ///< the step ends here
    blocked,
    thread_ended,
    process_ended,
    failed,
    unmodelled,
    disowned,
    too_far,  ///< it should have ended before the last atomic block
  };

  /// One attempt at a step.
  struct Attempt {
    std::span<const Word> from;
    std::span<const std::uint64_t> script;
    Step* out = nullptr;
    Halt halt = Halt::none;
    bool moved = false;                  ///< a visible operation was done: stop before the next
    SpinRole acted_as = SpinRole::none;  ///< that operation, or a private attempt since; in the frame with this number
    std::size_t acted_in = 0;
    bool changed = false;        ///< something outside of registers, since then; or nobody asks
    bool shows = false;          ///< something has changed that others can see; known if anything is assumed
    std::uint64_t executed = 0;  ///< instructions
    Word status = 0;             ///< of the process, once it has ended
    std::vector<std::uint32_t>
        to_start;  ///< threads that it has started, which run up to their first visible operation
  };

  /// Finds loops without a visible operation, which would keep the machine in one step for ever. The first rounds are
  /// only counted; after that, states are compared at every checkpoint.
  struct PrivateLoops {
    std::uint64_t back_edges = 0;
    std::uint64_t next_checkpoint = 0;  ///< in back edges
    std::vector<std::vector<Word>> states;
    bool ended_step = false;  ///< at a checkpoint
    void begin_step();
  };

  /// A predicate of ownership that is being called: it may only read, and the step goes on as if it had not been.
  struct PureCall {
    bool active = false;
    std::uint64_t result = 0;
  };

  // interpreter.cpp. Where a function gives a bool here and below, false means: halted.
  void attempt(std::span<const Word> from, std::uint32_t thread, const ThreadCounts& counts,
               std::span<const std::uint64_t> script, Step& out, std::uint64_t last_block);
  void run(std::uint32_t thread);
  void leave_thread();
  void save(std::vector<Word>& state);
  void conclude(std::uint32_t thread);
  bool stop_before();
  bool check_private_loop();
  Pc go_back(const Spin& spin);
  SpinRole role_here() { return stack_.top().code->code[stack_.top().pc].role; }
  void begin_attempt(SpinRole role);
  void end_attempt(SpinRole next);
  bool has_attempted();
  bool check_attempt();
  bool call(const Instruction& i);
  bool do_return(const Instruction& i);
  bool leave_locals(std::uint32_t height);
  bool end_thread(std::uint64_t value);
  bool end_process(std::uint64_t code);
  bool halt(Halt why);
  bool fail(std::string kind, std::string text);
  void note_calls(Failure& failure) const;
  bool unmodelled(std::string what);
  Position user_position() const;
  void record_event(Event::Kind kind, Address object, std::uint64_t value, std::uint32_t size, std::string text = {});

  // loop.cpp
  void loop();
  bool execute_wide(const Instruction& i, std::uint64_t* r);
  bool fail_division(DivisionFault fault);

  // accesses.cpp
  Object* reach(Address address, std::uint64_t size, bool write, std::uint32_t& offset);
  bool visible(const Object& object, const Instruction& i);
  bool track(const Object& object, std::uint32_t offset, std::uint64_t size, bool write, const Instruction& i,
             bool same_operation = false);
  bool written(const Object& object, std::uint32_t offset, std::uint64_t size);
  void note_change(Object& object, std::uint32_t offset, const void* bytes, std::uint32_t size);
  bool load(const Instruction& i);
  bool store(const Instruction& i);
  bool read_modify_write(const Instruction& i);
  bool compare_exchange(const Instruction& i);
  void compared(Address a, Address b) {
    if (a != b && in_heap(a) && in_heap(b)) look_whether_gone(a, b);
  }
  void look_whether_gone(Address a, Address b);
  bool copy_bytes(const Instruction& i);
  bool fill_bytes(const Instruction& i);
  bool allocate_local(const Instruction& i);
  bool begin_lifetime(Address variable);
  bool end_lifetime(Address variable);
  bool track_lifetime(const Object& object);
  bool allocate(const Instruction& i);
  bool release(const Instruction& i);
  bool object_size(const Instruction& i);

  // atomic_blocks.cpp
  bool begin_block(const Instruction& i);
  bool end_block(const Instruction& i);
  bool block_until(bool condition);

  // intrinsics.cpp
  bool intrinsic(const Instruction& i);
  bool spawn(const Instruction& i);
  bool join(std::uint32_t thread, std::uint64_t& result);
  bool detach(std::uint32_t thread);
  bool release_finished(std::uint32_t thread);
  bool may_choose(Why why, std::uint64_t n);
  bool make_choice(const Instruction& i);
  bool take_input(const Instruction& i);
  bool break_assumption();
  bool choose_sleeper(const Instruction& i);
  void sleep_on(std::uint32_t thread, Address object);
  std::uint32_t choose(std::uint32_t n, Why why);
  void note_reason(Why why);
  std::uint64_t option(std::uint64_t which);
  void end_section(const Section& section, std::uint32_t thread);
  bool declare_ownership(const Instruction& i);

  // unwinding.cpp
  std::uint64_t clause(std::uint64_t caller, std::uint64_t number) const;
  bool unwind(std::uint64_t caller, std::uint64_t number, std::uint64_t exception);

  // For the ownership monitor: pure_calls.cpp
  bool ask(const Declaration& declaration, bool& holds) override;
  bool fail_ownership(Address about, std::string text, ThreadId other) override;
  bool too_many_declarations(std::size_t most) override;
  void tell_owner(Address byte, ThreadId owner) override;
  bool impure(const char* what);
  bool read_in_predicate(const Object& object, std::uint32_t offset, std::uint32_t size);

  const Code& code_;
  ComponentStore& store_;
  const Options options_;
  Noticed& noticed_;
  bool watching_ = false;
  std::uint32_t calls_ = 0;  ///< in all steps

  Memory memory_;
  ThreadTable threads_;
  CallStack stack_;
  AtomicBlocks blocks_;
  FootprintRecorder footprint_;
  OwnershipMonitor ownership_;
  Attempt step_;
  PrivateLoops loops_;
  PureCall pure_;
  ObjectNumbers numbers_;  ///< while it watches
};

}  // namespace fermata::vm
