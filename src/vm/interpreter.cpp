// SPDX-License-Identifier: Apache-2.0
// A step: at most one visible operation, and then all private work up to the next one.
//
// A thread that is started in a step runs in the same step, up to its first visible operation. A private loop is cut
// where it comes back to a state it has been in, so that a loop which never ends is a cycle of the state graph and not
// a hang of the machine; the first 256 rounds cost nothing but counting.
#include "vm/interpreter.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/require.h"
#include "vm/names.h"

namespace fermata::vm {

namespace {

// Checkpoints of a private loop lie twice as far from the beginning as the one before, then equally far from each
// other: a thread that spins alone is noticed soon (R. Brent, "An improved Monte Carlo factorization algorithm", BIT
// 1980), and a loop over an array is over before the first one.
constexpr std::uint64_t first_checkpoint = 256, rounds_between_checkpoints = 4096;
constexpr std::size_t most_checkpoints = 64;  // then let the caller look at the clock
constexpr std::uint64_t most_rounds_in_atomic = std::uint64_t{1} << 26;
constexpr std::size_t deepest_stack = 4096;
// So often are the limits looked at inside of a step, besides at allocations: a loop may be inside an atomic block, and
// a recursion has no back edge.
constexpr std::uint32_t rounds_between_looks = 4096, calls_between_looks = 4096;

}  // namespace

Interpreter::Interpreter(const Code& code, ComponentStore& store, FootprintStore footprints, const Options& options,
                         Noticed& noticed)
    : code_(code),
      store_(store),
      options_(options),
      noticed_(noticed),
      memory_(code, store, [this](std::uint32_t thread) { return threads_.lives(thread); }),
      threads_(code, store, memory_),
      stack_(code, store),
      footprint_(std::move(footprints), store, memory_, threads_, blocks_),
      ownership_(code, options.ownership, memory_, threads_, footprint_, *this) {}

std::vector<Word> Interpreter::initial() {
  if (watching_) numbers_ = {};
  std::vector<Word> state{0};
  const auto globals = memory_.initial_globals();
  state.insert(state.end(), globals.begin(), globals.end());
  state.resize(shape_of(code_).thread(1));
  // Globals may point to one another; none points to a private object yet.
  memory_.load(state);
  const FunctionCode& entry = code_.function(static_cast<std::uint32_t>(code_.program().entry));
  const Component frame = stack_.first_frame(entry, memory_.stack_height(0), 0);
  std::vector<Word> words;
  pack({.state = ThreadState::running, .value = 0, .sleeps_on = 0, .frames = {frame}, .sections = {}, .freed = {}},
       words);
  state[shape_of(code_).thread(0)] = static_cast<Word>(store_.intern(words));
  return state;
}

// --- a step ------------------------------------------------------------------------------------

void Interpreter::step(std::span<const Word> from, std::uint32_t thread, const ThreadCounts& counts,
                       std::span<const std::uint64_t> script, Step& out) {
  memory_.load(from);
  attempt(from, thread, counts, script, out, AtomicBlocks::none);
  if (step_.halt != Halt::too_far) return;
  // It has come to an atomic block in which it must wait. Before that is tried, the work up to the block must be kept
  // and other threads must have their turn: this time the step ends before the block.
  memory_.load_again();
  attempt(from, thread, counts, script, out, blocks_.begun - 1);
}

/// Up to the end of the step, or until it is found that the step should have ended before the last atomic block.
void Interpreter::attempt(std::span<const Word> from, std::uint32_t thread, const ThreadCounts& counts,
                          std::span<const std::uint64_t> script, Step& out, std::uint64_t last_block) {
  out.input = out.spurious = out.breaks = out.chooses = out.cut_short = out.resized = false;
  out.reasons = 0;
  out.choices.clear();
  out.last.clear();
  out.ended.clear();
  out.events.clear();
  out.target.clear();
  out.changed.clear();
  step_.from = from;
  step_.script = script;
  step_.out = &out;
  step_.halt = Halt::none;
  step_.moved = false;
  step_.shows = false;
  step_.executed = 0;
  step_.acted_in = 0;
  step_.to_start.clear();
  threads_.load(from, counts);
  blocks_.begin_step(last_block);
  footprint_.begin_step();
  ownership_.begin_step();
  loops_.begin_step();
  pure_.active = false;  // the last step may have been ended by a limit, wherever it was

  run(thread);
  for (std::size_t i = 0; i < step_.to_start.size(); ++i) {
    if (step_.halt != Halt::stored_point && step_.halt != Halt::thread_ended) break;
    leave_thread();
    step_.halt = Halt::none;
    step_.moved = true;
    step_.acted_in = 0;
    blocks_.depth = 0;
    footprint_.begin_thread();
    run(step_.to_start[i]);
  }
  if (step_.halt != Halt::too_far) conclude(thread);
}

/// Lets the thread run from where the state has it until it halts.
void Interpreter::run(std::uint32_t thread) {
  threads_.run(thread);
  memory_.act_as(thread);
  const std::vector<Component>& frames = threads_[thread].frames;
  if (frames.empty()) {
    halt(Halt::blocked);
    return;
  }
  stack_.load(frames);
  loop();
}

void Interpreter::leave_thread() {
  if (step_.halt == Halt::thread_ended) return;  // its record is already as it should be
  stack_.save(threads_.change(threads_.self()).frames);
}

/// The state as it is now.
void Interpreter::save(std::vector<Word>& state) {
  state.assign(step_.from.begin(), step_.from.end());
  state.resize(shape_of(code_).thread(threads_.size()));
  memory_.save(state);
  threads_.save(state);
}

/// Says how the step ended.
void Interpreter::conclude(std::uint32_t thread) {
  Step& out = *step_.out;
  if (memory_.trespassed()) step_.halt = Halt::disowned;
  out.footprint = footprint_.end_step(ThreadId{thread}, step_.halt == Halt::blocked,
                                      step_.halt == Halt::failed && out.failure.kind == ownership_violation);
  switch (step_.halt) {
    case Halt::blocked: out.outcome = Step::Outcome::blocked; return;
    case Halt::failed: out.outcome = Step::Outcome::failed; return;
    case Halt::unmodelled: out.outcome = Step::Outcome::unmodelled; return;
    case Halt::disowned: out.outcome = Step::Outcome::disowned; return;
    case Halt::process_ended:
      // Nothing follows, so nothing else of the state matters.
      out.outcome = Step::Outcome::moved;
      out.target.assign(1, step_.status);
      out.resized = true;
      return;
    case Halt::stored_point:
    case Halt::thread_ended: break;
    case Halt::none:
    case Halt::too_far: FERMATA_REQUIRE(false, "a run ends with a reason");
  }
  leave_thread();
  save(out.target);
  out.outcome = Step::Outcome::moved;
  out.resized = step_.from.size() != out.target.size();
  for (std::uint32_t i = 0; i < step_.from.size() && !out.resized; ++i)
    if (step_.from[i] != out.target[i]) out.changed.push_back(i);
}

/// At a visible operation: true if the step ends before it.
bool Interpreter::stop_before() {
  if (blocks_.inside()) return false;
  // A thread alone needs no steps, except that a loop with a choice in it would unroll without end.
  if (threads_.alive() < 2 && !step_.out->chooses) return false;
  if (step_.moved || threads_.alive() < 2) {
    end_attempt(role_here());  // the next step begins without knowing of this one
    halt(Halt::stored_point);
    return true;
  }
  step_.moved = true;
  begin_attempt(role_here());
  return false;
}

// --- bounded spins -----------------------------------------------------------------------------

/// Where a thread goes at the end of a round. If it has tried in vain, once is enough.
Pc Interpreter::go_back(const Spin& spin) {
  return has_attempted() && !blocks_.inside() && check_attempt() ? spin.exit : spin.header;
}

/// Here is the next thing that others can see, or that they could if it were theirs.
void Interpreter::begin_attempt(SpinRole role) {
  end_attempt(role);
  step_.acted_as = role;
  step_.acted_in = stack_.size();
  step_.changed = options_.spins == Options::Spins::all || stack_.top().code->spins.empty();
}

/// The same round goes on with another access, and what the last one has changed is about to be forgotten.
void Interpreter::end_attempt(SpinRole next) {
  if (has_attempted() && (step_.acted_as == SpinRole::idle_attempt || next == SpinRole::idle_attempt)) check_attempt();
}

/// In this step, and in this frame.
bool Interpreter::has_attempted() {
  return step_.acted_as != SpinRole::none && step_.acted_in == stack_.size() && options_.spins == Options::Spins::once;
}

/// The round goes on. False: although something has changed.
bool Interpreter::check_attempt() {
  if (!step_.changed || !options_.spin_rules.changes_nothing) return true;
  noticed_.spins_matter.store(true, std::memory_order_relaxed);
  return false;
}

// --- private loops -----------------------------------------------------------------------------

void Interpreter::PrivateLoops::begin_step() {
  back_edges = 0;
  next_checkpoint = first_checkpoint;
  states.clear();
  ended_step = false;
}

/// At a back edge, where a checkpoint is due.
bool Interpreter::check_private_loop() {
  if (pure_.active) return impure("does not come to an end");
  if (blocks_.inside()) {  // look as soon as the block has ended
    if (loops_.back_edges % rounds_between_looks == 0) store_.stop().enforce();
    if (loops_.back_edges > loops_.next_checkpoint + most_rounds_in_atomic)
      return unmodelled("an atomic block that does not end");
    return true;
  }
  store_.stop().enforce();
  loops_.next_checkpoint = loops_.back_edges + std::min(loops_.back_edges, rounds_between_checkpoints);
  leave_thread();
  std::vector<Word> now;
  save(now);
  const bool again =
      std::ranges::equal(now, step_.from) || std::ranges::find(loops_.states, now) != loops_.states.end();
  loops_.states.push_back(std::move(now));
  if (!again && loops_.states.size() < most_checkpoints) return true;
  step_.out->cut_short = !again;
  loops_.ended_step = true;
  return halt(Halt::stored_point);
}

// --- calls -------------------------------------------------------------------------------------

bool Interpreter::call(const Instruction& i) {
  const std::uint64_t callee_address = stack_.registers()[i.a];
  const auto function = code_.function_at(callee_address);
  if (!function)
    return fail("invalid-access", callee_address < 4096 ? "call through a null function pointer"
                                                        : "call of something that is not a function");
  const FunctionCode& callee = code_.function(*function);
  if (callee.code.empty()) return unmodelled(known_as(callee.source->name));
  if (stack_.size() >= deepest_stack)
    return fail("stack-overflow", fmt::format("more than {} calls inside one another", deepest_stack));
  if (++calls_ % calls_between_looks == 0) store_.stop().enforce();
  stack_.call(callee, code_.list(i.list), pure_.active ? 0 : memory_.stack_height(threads_.self()));
  return true;
}

bool Interpreter::do_return(const Instruction& i) {
  const auto values = code_.list(i.list);
  if (stack_.size() > 1) {
    if (!pure_.active && !leave_locals(stack_.top().height)) return false;
    stack_.return_to_caller(values);
    return true;
  }
  const std::uint64_t value = values.empty() ? 0 : stack_.registers()[values[0] & ~wide_bit];
  if (pure_.active) {
    pure_.result = value;
    return halt(Halt::stored_point);
  }
  if (threads_.self() != 0) return end_thread(value);
  return !stop_before() && end_process(value);
}

/// Local variables above `height` vanish: their function returns, or the scope of an array of variable length ends.
bool Interpreter::leave_locals(std::uint32_t height) {
  const std::uint32_t self = threads_.self();
  if (threads_.alive() > 1 && others_reach_locals(memory_, self, height) && stop_before()) return false;
  footprint_.locals_vanish(height);
  if (ownership_.is_on() && !ownership_.locals_vanish(height)) return false;
  memory_.pop_to(self, height);
  return !ownership_.is_on() || ownership_.vanished();
}

bool Interpreter::end_thread(std::uint64_t value) {
  if (blocks_.inside()) {
    fail("misuse", "this atomic block is still open when its thread ends");
    const ir::SourcePosition& p = code_.program()[blocks_.begins_at];
    step_.out->failure.at = {p.file, p.line, p.column};
    return false;
  }
  if (stack_.would_unwind()) return unmodelled("ending a thread inside a scope whose destructors would have to run");
  const std::uint32_t self = threads_.self();
  const bool visible = code_.sees_ends() || (threads_.alive() > 1 && others_reach_locals(memory_, self, 0));
  if (visible && stop_before()) return false;
  memory_.publish(value);
  footprint_.locals_vanish(0);
  if (ownership_.is_on() && !ownership_.locals_vanish(0)) return false;
  memory_.clear_stack(self);
  if (ownership_.is_on() && !(ownership_.thread_ends() && ownership_.vanished())) return false;
  footprint_.thread_ends(threads_[self].state == ThreadState::detached);
  const auto freed = threads_[self].freed;
  if (threads_.end(value)) memory_.free_pages_of(freed, options_.heap.freers_reuse);
  return threads_.alive() == 0 ? end_process(0) : halt(Halt::thread_ended);
}

bool Interpreter::end_process(std::uint64_t code) {
  step_.status = 1 | static_cast<Word>(code & 0xff) << 8;
  return halt(Halt::process_ended);
}

// --- what a step says --------------------------------------------------------------------------

bool Interpreter::halt(Halt why) {
  step_.halt = why;
  return false;
}

bool Interpreter::fail(std::string kind, std::string text) {
  step_.out->failure = {std::move(kind), std::move(text), user_position()};
  if (watching_) note_calls(step_.out->failure);
  return halt(Halt::failed);
}

bool Interpreter::unmodelled(std::string what) {
  step_.out->failure = {"unmodelled", std::move(what), user_position()};
  note_calls(step_.out->failure);
  return halt(Halt::unmodelled);
}

void Interpreter::note_calls(Failure& failure) const {
  for (const ir::PositionId id : stack_.user_positions()) {
    const ir::SourcePosition& p = code_.program()[id];
    failure.calls.push_back(
        {p.function, {p.file, p.line, p.column}, p.outermost == p.function ? std::string() : p.outermost});
  }
}

Position Interpreter::user_position() const {
  const ir::SourcePosition& p = code_.program()[stack_.user_position()];
  return {p.file, p.line, p.column};
}

void Interpreter::record_event(Event::Kind kind, Address object, std::uint64_t value, std::uint32_t size,
                               std::string text) {
  Event event{.kind = kind,
              .text = std::move(text),
              .object = object,
              .name = {},
              .value = {},
              .thread = ThreadId{threads_.self()},
              .at = user_position()};
  if (object > max_threads) {
    event.name = name_of(code_, memory_, object, &numbers_);
    if (kind != Event::Kind::event && event.name.starts_with("__fermata_")) return;  // a variable of the runtime's
    if (size) event.value = show_value(code_, memory_, object, value, size, &numbers_);
  }
  if (kind == Event::Kind::event) event.verb = ir::verb_named(event.text);
  step_.out->events.push_back(std::move(event));
}

}  // namespace fermata::vm
