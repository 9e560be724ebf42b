// SPDX-License-Identifier: Apache-2.0
// The inner loop: plain switch over flat code, registers in one stack of 64-bit slots.
//
// A step does at most one visible operation and then all private work up to the next one. Private
// loops are cut where they come back to where they were, so that a loop which never ends is a cycle
// of the state graph and not a hang of the machine; looking for that costs nothing in the first
// 4,096 rounds.
#include "vm/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "base/require.h"
#include "vm/arithmetic.h"
#include "vm/names.h"

namespace fermata::vm {

namespace {

using ir::Op;

constexpr std::uint32_t wide_bit = 0x80000000;
constexpr std::uint64_t rounds_between_checkpoints = 4096;
constexpr std::size_t most_checkpoints = 64;  // then let the caller look at the clock
constexpr std::uint64_t most_rounds_in_atomic = std::uint64_t{1} << 26;
constexpr std::size_t deepest_stack = 4096;
// So often are the limits looked at inside of a step, besides at allocations: a loop may stand in an atomic block, and
// a recursion needs none.
constexpr std::uint32_t rounds_between_looks = 4096, calls_between_looks = 4096;
constexpr std::size_t operations_between_looks = 4096;
constexpr std::uint64_t many_bytes = 1 << 16;  // to copy or fill

std::uint32_t bytes_of(std::uint32_t width) { return (width + 7) / 8; }

constexpr std::array<std::string_view, 8> failure_kinds{
    "assertion",          "abort", "misuse", "invalid-access", "double-free", "uncaught-exception", "division-by-zero",
    "undefined-behaviour"};

bool is_access(Op op) {
  return op == Op::load || op == Op::store || op == Op::read_modify_write || op == Op::compare_exchange;
}

/// A loop in an atomic block says the same again and again.
bool said_just_now(const std::vector<Access>& accesses, const Access& access) {
  constexpr std::size_t few = 8;
  return std::ranges::find(accesses.end() - static_cast<std::ptrdiff_t>(std::min(few, accesses.size())), accesses.end(),
                           access) != accesses.end();
}

}  // namespace

Interpreter::Interpreter(const Code& code, ComponentStore& store, FootprintStore footprints, const Options& options,
                         std::atomic<bool>& time_repeated)
    : code_(code),
      store_(store),
      footprints_(std::move(footprints)),
      options_(options),
      time_repeated_(time_repeated),
      memory_(code, store, [this](std::uint32_t thread) { return lives(thread); }) {
  shape_.globals = static_cast<std::uint32_t>(code.layout().variables.size());
  find_table();
}

std::vector<Word> Interpreter::initial() {
  std::vector<Word> state{0};
  const auto globals = memory_.initial_globals();
  state.insert(state.end(), globals.begin(), globals.end());
  state.insert(state.end(), {0, 0, 0});
  // Globals may point to one another; none points to a private object yet.
  memory_.load(state);
  const FunctionCode& entry = code_.function(static_cast<std::uint32_t>(code_.program().entry));
  buffer_ = {entry.id, 0, memory_.stack_height(0)};
  buffer_.resize(buffer_.size() + 2 * entry.live_before(0).size());  // what is read and was never assigned is 0
  ThreadRecord main{.state = ThreadState::running, .value = 0, .frames = {store_.intern(buffer_)}, .sections = {}};
  pack(main, buffer_);
  state[shape_.thread(0)] = static_cast<Word>(store_.intern(buffer_));
  return state;
}

Interpreter::Open& Interpreter::open(std::uint32_t thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1);
  Open& o = threads_[thread];
  if (!o.loaded) {
    o.loaded = true;
    o.changed = false;
    const std::size_t word = shape_.thread(thread);
    if (word < from_.size()) memory_.note_read(static_cast<std::uint32_t>(word));
    unpack(word < state_.size() ? store_[Component{state_[word]}] : std::span<const Word>{}, o.record);
  }
  return o;
}

/// While somebody may hold a reference to an open thread: opens none.
bool Interpreter::lives(std::uint32_t thread) {
  ThreadState state = ThreadState::none;
  if (thread < threads_.size() && threads_[thread].loaded) {
    state = threads_[thread].record.state;
  } else if (const std::size_t word = shape_.thread(thread); word < from_.size()) {
    memory_.note_read(static_cast<std::uint32_t>(word));
    state = thread_state(store_[Component{from_[word]}]);
  }
  return state == ThreadState::running || state == ThreadState::detached;
}

ThreadState Interpreter::state_of(std::span<const Word> state, std::uint32_t thread) {
  const Word record = state[shape_.thread(thread)];
  if (record >= states_.size()) states_.resize(std::max<std::size_t>(2 * states_.size(), record + 1), unknown_state);
  if (states_[record] == unknown_state)
    states_[record] = static_cast<std::uint8_t>(thread_state(store_[Component{record}]));
  return static_cast<ThreadState>(states_[record]);
}

Company Interpreter::company(std::span<const Word> state, std::uint32_t thread) {
  Company found;
  const std::uint32_t threads = shape_.threads(state.size());
  for (std::uint32_t t = 0; t < threads; ++t) {
    const ThreadState s = state_of(state, t);
    found.alive += s == ThreadState::running || s == ThreadState::detached;
    found.others += t != thread && s != ThreadState::none;
  }
  return found;
}

Company Interpreter::company(std::span<const Word> state, std::vector<std::uint32_t>& alive) {
  alive.clear();
  std::uint32_t present = 0;
  const std::uint32_t threads = shape_.threads(state.size());
  for (std::uint32_t t = 0; t < threads; ++t) {
    const ThreadState s = state_of(state, t);
    present += s != ThreadState::none;
    if (s == ThreadState::running || s == ThreadState::detached) alive.push_back(t);
  }
  return {static_cast<std::uint32_t>(alive.size()), present - !alive.empty()};
}

void Interpreter::step(std::span<const Word> from, std::uint32_t thread, const Company& company,
                       std::span<const std::uint32_t> script, Step& out) {
  memory_.load(from);
  go(from, thread, company, script, out, no_block);
  if (halt_ != Halt::too_far) return;
  // It had come to a block in which it must wait. Others must be heard before that is tried again: this time it stops
  // there.
  memory_.load_again();
  go(from, thread, company, script, out, blocks_ - 1);
}

void Interpreter::go(std::span<const Word> from, std::uint32_t thread, const Company& company,
                     std::span<const std::uint32_t> script, Step& out, std::uint64_t last_block) {
  from_ = from;
  state_.assign(from.begin(), from.end());
  out_ = &out;
  out.input = out.spurious = false;
  out.cut_short = false;
  out.reasons = 0;
  out.choices.clear();
  out.options.clear();
  out.ended.clear();
  out.events.clear();
  footprint_.clear();
  ownership_read_ = ownership_.known = buried_guard_ = false;
  checkpointed_ = false;
  out.target.clear();
  out.resized = false;
  out.changed.clear();
  script_ = script;
  pure_ = false;  // the last step may have been ended by a limit, wherever it was
  for (Open& o : threads_) o.loaded = o.changed = false;
  to_start_.clear();
  alive_ = company.alive;
  others_ = company.others;
  halt_ = Halt::none;
  moved_ = false;
  executed_ = 0;
  blocks_ = 0;
  last_block_ = last_block;
  inner_block_over_ = false;
  depth_ = 0;
  back_edges_ = 0;
  next_checkpoint_ = rounds_between_checkpoints;
  checkpoints_.clear();

  start_thread(thread);
  run();
  for (std::size_t i = 0; i < to_start_.size() && (halt_ == Halt::stored_point || halt_ == Halt::thread_ended); ++i) {
    leave_thread();
    halt_ = Halt::none;
    moved_ = true;
    depth_ = 0;
    inner_block_over_ = false;
    start_thread(to_start_[i]);
    run();
  }
  if (halt_ == Halt::too_far) return;
  if (memory_.trespassed()) halt_ = Halt::disowned;
  out.footprint = nullptr;
  if (tracking_) {
    footprint_.thread = thread;
    footprint_.blocked = halt_ == Halt::blocked;
    footprint_.publishes = memory_.shared_since() > 0;
    footprint_.ownership_violation = halt_ == Halt::failed && out.failure.kind == ownership_violation;
    out.footprint = footprints_.intern(footprint_);
  }
  switch (halt_) {
    case Halt::blocked: out.outcome = Step::Outcome::blocked; return;
    case Halt::failed: out.outcome = Step::Outcome::failed; return;
    case Halt::unmodelled: out.outcome = Step::Outcome::unmodelled; return;
    case Halt::disowned: out.outcome = Step::Outcome::disowned; return;
    case Halt::process_ended:
      // Nothing follows, so nothing else of the state matters.
      out.outcome = Step::Outcome::moved;
      out.target.assign(1, state_[0]);
      out.resized = true;
      return;
    case Halt::stored_point:
    case Halt::thread_ended: break;
    case Halt::none:
    case Halt::too_far: FERMATA_REQUIRE(false, "a run ends with a reason");
  }
  leave_thread();
  save(state_);
  out.outcome = Step::Outcome::moved;
  out.target = state_;
  out.resized = from.size() != state_.size();
  for (std::uint32_t i = 0; i < from.size() && !out.resized; ++i)
    if (from[i] != state_[i]) out.changed.push_back(i);
}

void Interpreter::start_thread(std::uint32_t thread) {
  self_ = thread;
  memory_.act_as(thread);
  frames_.clear();
  slots_.clear();
  for (Component c : open(thread).record.frames) frames_.push_back({.component = c});
  if (frames_.empty()) {
    halt_ = Halt::blocked;
    return;
  }
  unpack_top();
}

void Interpreter::unpack_top() {
  Frame& frame = frames_.back();
  if (frame.component == Component::nothing) return;
  const auto words = store_[frame.component];
  const FrameHeader header = frame_header(words);
  frame.code = &code_.function(header.function);
  frame.pc = header.pc;
  frame.height = header.height;
  frame.base = slots_.size();
  slots_.resize(frame.base + frame.code->slots());
  std::copy(frame.code->constants.begin(), frame.code->constants.end(),
            slots_.begin() + static_cast<std::ptrdiff_t>(frame.base + frame.code->registers));
  frame.component = Component::nothing;
}

Component Interpreter::pack_frame(const Frame& frame, bool top) {
  const auto live = top ? frame.code->live_before(frame.pc) : frame.code->live_across(frame.pc);
  buffer_.clear();
  buffer_.insert(buffer_.end(), {frame.code->id, frame.pc, frame.height});
  for (std::uint32_t slot : live) {
    const std::uint64_t value = slots_[frame.base + slot];
    buffer_.push_back(static_cast<Word>(value));
    buffer_.push_back(static_cast<Word>(value >> 32));
  }
  return store_.intern(buffer_);
}

void Interpreter::leave_thread() {
  Open& self = open(self_);
  if (halt_ == Halt::thread_ended) return;  // its record is already as it should be
  self.record.frames.clear();
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const Frame& frame = frames_[i];
    self.record.frames.push_back(frame.component != Component::nothing ? frame.component
                                                                       : pack_frame(frame, i + 1 == frames_.size()));
  }
  self.changed = true;
}

void Interpreter::save(std::vector<Word>& state) {
  memory_.save(state);
  for (std::uint32_t t = 0; t < threads_.size(); ++t) {
    if (!threads_[t].loaded || !threads_[t].changed) continue;
    pack(threads_[t].record, buffer_);
    state[shape_.thread(t)] = static_cast<Word>(store_.intern(buffer_));
  }
}

// --- where the user is -------------------------------------------------------------------------

const Instruction& Interpreter::current(const Frame& frame) const {
  if (frame.component == Component::nothing) return frame.code->code[frame.pc];
  const FrameHeader header = frame_header(store_[frame.component]);
  return code_.function(header.function).code[header.pc];
}

ir::PositionId Interpreter::user_at() const {
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const ir::PositionId at = current(frames_[i]).at;
    const ir::SourcePosition& p = code_.program()[at];
    if (!p.library && p.line) return at;
  }
  return {};
}

Position Interpreter::user_position() const {
  const ir::SourcePosition& p = code_.program()[user_at()];
  return {p.file, p.line, p.column};
}

bool Interpreter::fail(std::string kind, std::string text, const Instruction*) {
  halt_ = Halt::failed;
  out_->failure = {std::move(kind), std::move(text), user_position()};
  return false;
}

bool Interpreter::unmodelled(std::string what, const Instruction*) {
  halt_ = Halt::unmodelled;
  out_->failure = {"unmodelled", std::move(what), user_position()};
  return false;
}

void Interpreter::record_event(Event::Kind kind, Address object, std::uint64_t value, std::uint32_t size) {
  Event h{.kind = kind, .text = {}, .object = object, .name = {}, .value = {}, .thread = self_, .at = user_position()};
  if (object > max_threads) {
    h.name = name_of(code_, memory_, object);
    if (kind != Event::Kind::event && h.name.starts_with("__fermata_")) return;  // the runtime's own affair
    if (size) h.value = show_value(code_, memory_, object, value, size);
  }
  out_->events.push_back(std::move(h));
}

std::uint32_t Interpreter::place() const {
  std::uint32_t hash = 2166136261;  // FNV-1a
  for (const Frame& frame : frames_) {
    const bool packed = frame.component != Component::nothing;
    const FrameHeader here = packed ? frame_header(store_[frame.component]) : FrameHeader{frame.code->id, frame.pc, 0};
    for (std::uint32_t word : {here.function, here.pc}) hash = (hash ^ word) * 16777619;
  }
  return hash ? hash : 1;
}

std::string Interpreter::text_at(Address address) {
  std::string text;
  const Object* object = memory_.find(key_of(address));
  if (!object) return text;
  for (std::uint32_t i = offset_in(object->key, address); i < object->size && object->bytes[i]; ++i)
    text.push_back(static_cast<char>(object->bytes[i]));
  return text;
}

// --- memory ------------------------------------------------------------------------------------

bool Interpreter::stop_before() {
  if (depth_ > 0) return false;
  // A thread alone needs no steps, except that a loop with a choice in it would unroll without end.
  if (alive_ < 2 && out_->choices.empty()) return false;
  if (moved_ || alive_ < 2) {
    halt_ = Halt::stored_point;
    return true;
  }
  moved_ = true;
  return false;
}

/// The one that what happens now belongs to. Each operation of the library is one of its own, also in an atomic block
/// of the user's around several of them: what one of them waits for, another one may only have looked at.
Operation& Interpreter::operation() { return inner_block_over_ ? begin_operation() : footprint_.last(); }

Operation& Interpreter::begin_operation() {
  inner_block_over_ = false;
  footprint_.leave_out_repetition();
  if (footprint_.operations().size() % operations_between_looks == operations_between_looks - 1)
    store_.stop().claim(2 * operations_between_looks * sizeof(Operation));
  Operation& operation = footprint_.begin();
  for (const Section& s : open(self_).record.sections)
    if (s.kind == SectionKind::critical)
      operation.held.push_back(s.object);
    else if (s.kind == SectionKind::shared)
      operation.shared.push_back(s.object);
  operation.alone = alive_ < 2;
  return operation;
}

bool Interpreter::track(const Object& object, std::uint32_t offset, std::uint64_t size, bool write,
                        const Instruction& i, bool same_operation) {
  if (others_ == 0 || i.local || !object.shared || region_of(object.key) == Region::constant || code_.quiet(object.key))
    return true;
  const bool allowed = !table_ || may_access(object, offset, size, write ? "writes" : "reads");
  if (!tracking_) return allowed;
  Operation& one = depth_ > 0 || same_operation ? operation() : begin_operation();
  Access access{object.key, object.origin, offset, static_cast<std::uint32_t>(size), write};
  if (i.op != ir::Op::intrinsic) {
    constexpr Access::Sort sorts[] = {Access::Sort::plain, Access::Sort::volatile_, Access::Sort::atomic};
    access.sort = depth_ > 0 ? Access::Sort::atomic : sorts[static_cast<std::size_t>(i.access)];
    access.at = user_origin();
  }
  if (table_)
    note_access(one, access);
  else if (!said_just_now(one.accesses, access))
    one.accesses.push_back(access);
  return allowed;
}

/// What is too late here may come in time if others are slower.
void Interpreter::track_gone(ObjectKey key) {
  const Region region = region_of(key);
  const Object* object = memory_.find(key);
  if (object && !object->shared) object = nullptr;  // what is there now is something else
  if (!tracked() || (object && !object->over) || (region != Region::heap && region != Region::stack)) return;
  Operation& one = depth_ > 0 ? operation() : begin_operation();
  one.accesses.push_back({.object = object ? object->key : key,
                          .origin = object ? object->origin : Access::gone,
                          .size = object ? object->size : 1});
}

/// Whether others can reach a local variable above `height`, and so can see that it goes.
bool Interpreter::others_reach(std::uint32_t height) {
  for (std::uint32_t page = height; page < memory_.stack_height(self_); ++page)
    if (const Object* object = memory_.find(object_key(Region::stack, self_, page));
        object && object->shared && !object->over)
      return true;
  return false;
}

/// Local variables above `height` are about to vanish.
void Interpreter::track_leaving(std::uint32_t height) {
  if (!tracked() || !others_reach(height)) return;
  if (depth_ == 0) begin_operation();
  for (std::uint32_t page = height; page < memory_.stack_height(self_); ++page) {
    const ObjectKey key = object_key(Region::stack, self_, page);
    const Object* object = memory_.find(key);
    if (object && object->key == key && object->shared && !object->over)
      operation().accesses.push_back({key, object->origin, 0, object->size, true});
  }
}

/// The lifetime of a local variable that others can reach begins again or ends. False: not in this step.
bool Interpreter::track_life(const Object& object) {
  if (alive_ > 1 && stop_before()) return false;
  if (!tracked()) return true;
  (depth_ > 0 ? operation() : begin_operation()).accesses.push_back({object.key, object.origin, 0, object.size, true});
  return true;
}

/// A new object is there, for this thread alone. But others may have the address of one that was there before.
void Interpreter::track_fresh(Address address, std::uint64_t size) {
  if (!tracked()) return;
  for (std::uint32_t page = 0; page < pages_for(size); ++page) operation().fresh.push_back(key_of(address) + page);
}

Object* Interpreter::reach(Address address, std::uint64_t size, bool write, const Instruction& i,
                           std::uint32_t& offset) {
  const ObjectKey key = key_of(address);
  Object* object = memory_.find(key);
  offset = object ? offset_in(object->key, address) : 0;
  const Region region = region_of(key);
  if (object && (region == Region::global || region == Region::constant))
    if (const ir::Global* global = code_.missing(key)) {
      unmodelled((global->shown.empty() ? demangled(global->name) : global->shown) +
                     ": it is declared, but none of the files defines it; give one more that does",
                 &i);
      return nullptr;
    }
  const bool over = object && object->over && arena_of(key) != self_;
  if (object && !over && size <= object->size && offset <= object->size - size &&
      !(write && region == Region::constant))
    return object;
  // What is there may still change before this access is really made.
  if (moved_ && alive_ > 1 && depth_ == 0) {
    halt_ = Halt::stored_point;
    return nullptr;
  }
  if (!pure_) track_gone(key);
  if (over) object = nullptr;
  const char* what = write ? "write" : "read";
  std::string text;
  std::string kind = "invalid-access";
  if (address < 4096)
    text = fmt::format("invalid {} of {} bytes through a null pointer", what, size);
  else if (object && write && region == Region::constant)
    text = fmt::format("write of {} bytes to a constant", size);
  else if (object)
    text = fmt::format("{} of {} bytes at offset {} of an object of {} bytes", what, size,
                       static_cast<std::int64_t>(address - address_of(object->key)), object->size);
  else if (region == Region::heap)
    text = fmt::format("{} of {} bytes of memory that was freed", what, size), kind = "use-after-free";
  else if (region == Region::stack)
    text = fmt::format("{} of {} bytes of a {} variable that is gone", what, size,
                       code_.layout().thread_local_pages.at(page_of(key)) ? "thread-local" : "local"),
    kind = "use-after-return";
  else
    text = fmt::format("invalid {} of {} bytes: the pointer does not point to an object", what, size);
  fail(std::move(kind), std::move(text), &i);
  return nullptr;
}

bool Interpreter::visible(const Object& object, const Instruction& i) {
  if (i.local) return false;
  if (!object.shared) {
    if (object.owner != self_) {
      // As in reach, something else may be there when this access is really made; not if it was given to its owner, who
      // need not tell us when it is freed.
      if (moved_ && alive_ > 1 && depth_ == 0 && object.owner == arena_of(object.key)) {
        halt_ = Halt::stored_point;
        return false;
      }
      track_gone(object.key);
      halt_ = Halt::disowned;
    }
    return false;
  }
  return depth_ == 0 && alive_ > 1 && region_of(object.key) != Region::constant && !code_.quiet(object.key);
}

bool Interpreter::load(const Instruction& i) {
  const std::uint64_t* r = slots_.data() + frames_.back().base;
  const Address address = r[i.a];
  const std::uint32_t size = bytes_of(i.width);
  std::uint32_t offset;
  const Object* object = reach(address, size, false, i, offset);
  if (!object) return false;
  const bool seen = !pure_ && visible(*object, i);
  if (halt_ != Halt::none || (seen && stop_before())) return false;
  if (pure_ ? !glance(*object, offset, size) : !track(*object, offset, size, false, i)) return false;
  std::uint64_t value[2] = {0, 0};
  std::memcpy(value, object->bytes + offset, size);
  if (i.width < 64) value[0] &= mask(i.width);
  std::uint64_t* w = slots_.data() + frames_.back().base;
  w[i.d] = value[0];
  if (i.width > 64) w[i.d + 1] = value[1] & mask(i.width - 64u);
  if (watching_ && seen) record_event(Event::Kind::read, address, value[0], size);
  return true;
}

bool Interpreter::store(const Instruction& i) {
  if (pure_) return impure("writes to memory");
  const std::uint64_t* r = slots_.data() + frames_.back().base;
  const Address address = r[i.b];
  const std::uint32_t size = bytes_of(i.width);
  std::uint32_t offset;
  Object* object = reach(address, size, true, i, offset);
  if (!object) return false;
  const bool seen = visible(*object, i);
  if (halt_ != Halt::none || (seen && stop_before())) return false;
  if (!track(*object, offset, size, true, i)) return false;
  const std::uint64_t value[2] = {r[i.a], i.width > 64 ? r[i.a + 1] : 0};
  std::memcpy(memory_.write(*object) + offset, value, size);
  memory_.published(*object, offset, size);
  if (watching_ && seen) record_event(Event::Kind::write, address, value[0], size);
  return settle(*object, offset, size);
}

bool Interpreter::read_modify_write(const Instruction& i) {
  if (pure_) return impure("writes to memory");
  const std::uint64_t* r = slots_.data() + frames_.back().base;
  const Address address = r[i.a];
  const std::uint32_t size = bytes_of(i.width);
  std::uint32_t offset;
  Object* object = reach(address, size, true, i, offset);
  if (!object) return false;
  const bool seen = visible(*object, i);
  if (halt_ != Halt::none || (seen && stop_before())) return false;
  if (!track(*object, offset, size, true, i)) return false;
  std::uint64_t old[2] = {0, 0};
  std::memcpy(old, object->bytes + offset, size);
  std::uint64_t fresh[2] = {0, 0};
  const auto how = static_cast<ir::Modify>(i.sub);
  if (i.width <= 64) {
    old[0] &= mask(i.width);
    fresh[0] = modified(how, old[0], r[i.b], i.width) & mask(i.width);
  } else {
    const Wide n = modified(how, Wide{old[1]} << 64 | old[0], Wide{r[i.b + 1]} << 64 | r[i.b]);
    fresh[0] = static_cast<std::uint64_t>(n);
    fresh[1] = static_cast<std::uint64_t>(n >> 64);
  }
  std::memcpy(memory_.write(*object) + offset, fresh, size);
  memory_.published(*object, offset, size);
  std::uint64_t* w = slots_.data() + frames_.back().base;
  w[i.d] = old[0];
  if (i.width > 64) w[i.d + 1] = old[1];
  if (watching_ && seen) record_event(Event::Kind::update, address, fresh[0], size);
  return settle(*object, offset, size);
}

bool Interpreter::compare_exchange(const Instruction& i) {
  if (pure_) return impure("writes to memory");
  const std::uint64_t* r = slots_.data() + frames_.back().base;
  const Address address = r[i.a];
  const std::uint32_t size = bytes_of(i.width);
  std::uint32_t offset;
  Object* object = reach(address, size, true, i, offset);
  if (!object) return false;
  const bool seen = visible(*object, i);
  if (halt_ != Halt::none || (seen && stop_before())) return false;
  if (!track(*object, offset, size, true, i)) return false;
  std::uint64_t old[2] = {0, 0}, expected[2] = {r[i.b], i.width > 64 ? r[i.b + 1] : 0},
                desired[2] = {r[i.c], i.width > 64 ? r[i.c + 1] : 0};
  std::memcpy(old, object->bytes + offset, size);
  bool same = std::memcmp(old, expected, size) == 0;
  if (same && i.weak && options_.spurious_failures) same = choose(2, Why::spurious) == 0;
  if (same) {
    std::memcpy(memory_.write(*object) + offset, desired, size);
    memory_.published(*object, offset, size);
  }
  std::uint64_t* w = slots_.data() + frames_.back().base;
  w[i.d] = old[0];
  if (i.width > 64) w[i.d + 1] = old[1];
  w[i.d2] = same;
  if (watching_ && seen)
    record_event(same ? Event::Kind::update : Event::Kind::read, address, same ? desired[0] : old[0], size);
  return !same || settle(*object, offset, size);
}

bool Interpreter::copy_bytes(const Instruction& i) {
  if (pure_) return impure("writes to memory");
  const std::uint64_t* r = slots_.data() + frames_.back().base;
  const Address to = r[i.a], from = r[i.b];
  const std::uint64_t size = r[i.c];
  if (size == 0) return true;
  if (size > many_bytes) store_.stop().enforce();
  std::uint32_t to_offset, from_offset;
  const Object* source = reach(from, size, false, i, from_offset);
  if (!source) return false;
  Object* target = reach(to, size, true, i, to_offset);
  if (!target) return false;
  const bool seen = visible(*source, i) | visible(*target, i);
  if (halt_ != Halt::none || (seen && stop_before())) return false;
  footprint_.leave_out_repetition();
  const std::size_t operations = footprint_.operations().size();
  if (!track(*source, from_offset, size, false, i)) return false;
  if (!track(*target, to_offset, size, true, i, footprint_.operations().size() > operations)) return false;
  std::uint8_t* bytes = memory_.write(*target);
  std::memmove(bytes + to_offset, source->bytes + from_offset, size);
  memory_.published(*target, to_offset, static_cast<std::uint32_t>(size));
  if (watching_ && seen) record_event(Event::Kind::write, to, 0, 0);
  return settle(*target, to_offset, size);
}

bool Interpreter::fill_bytes(const Instruction& i) {
  if (pure_) return impure("writes to memory");
  const std::uint64_t* r = slots_.data() + frames_.back().base;
  const Address to = r[i.a];
  const std::uint64_t size = r[i.c];
  if (size == 0) return true;
  if (size > many_bytes) store_.stop().enforce();
  std::uint32_t offset;
  Object* target = reach(to, size, true, i, offset);
  if (!target) return false;
  const bool seen = visible(*target, i);
  if (halt_ != Halt::none || (seen && stop_before())) return false;
  if (!track(*target, offset, size, true, i)) return false;
  std::memset(memory_.write(*target) + offset, static_cast<int>(r[i.b] & 0xff), size);
  if (watching_ && seen) record_event(Event::Kind::write, to, r[i.b] & 0xff, 0);
  return settle(*target, offset, size);
}

/// An alloca. The variable is found again through its instruction: names.cpp.
bool Interpreter::allocate_local(const Instruction& i) {
  if (pure_) return impure("keeps a variable in memory");
  std::uint64_t* r = slots_.data() + frames_.back().base;
  const Address address = memory_.push(self_, r[i.a], i.list);
  if (!address) return fail("stack-overflow", "there is no room for another local variable", &i);
  track_fresh(address, r[i.a]);
  r[i.d] = address;
  return true;
}

bool Interpreter::begin_lifetime(Address variable) {
  Object* object = memory_.find(key_of(variable));
  if (!object || !object->over) return true;
  if (!track_life(*object)) return false;
  memory_.write(*object);
  object->over = false;
  return true;
}

bool Interpreter::end_lifetime(Address variable) {
  Object* object = memory_.find(key_of(variable));
  if (!object || region_of(object->key) != Region::stack) return true;
  if (object->shared && !object->over && !track_life(*object)) return false;
  if (table_ && object->shared && !bury(*object, "ends the life of")) return false;
  std::memset(memory_.write(*object), 0, object->size);
  object->over = object->shared;
  return !table_ || buried();
}

// --- calls -------------------------------------------------------------------------------------

bool Interpreter::call(const Instruction& i) {
  const std::uint64_t* r = slots_.data() + frames_.back().base;
  const auto function = code_.function_at(r[i.a]);
  if (!function)
    return fail("invalid-access",
                r[i.a] < 4096 ? "call through a null function pointer" : "call of something that is not a function",
                &i);
  const FunctionCode& callee = code_.function(*function);
  if (callee.code.empty()) return unmodelled(demangled(callee.source->name), &i);
  if (frames_.size() >= deepest_stack)
    return fail("stack-overflow", fmt::format("more than {} calls inside one another", deepest_stack), &i);
  if (++calls_ % calls_between_looks == 0) store_.stop().enforce();
  const auto arguments = code_.list(i.list);
  const std::size_t caller = frames_.back().base, base = slots_.size();
  slots_.resize(base + callee.slots());
  std::copy(callee.constants.begin(), callee.constants.end(),
            slots_.begin() + static_cast<std::ptrdiff_t>(base + callee.registers));
  for (std::size_t k = 0; k < arguments.size() && k < callee.parameter_slots.size(); ++k) {
    const std::uint32_t from = arguments[k] & ~wide_bit;
    slots_[base + callee.parameter_slots[k]] = slots_[caller + from];
    if (callee.parameter_wide[k])
      slots_[base + callee.parameter_slots[k] + 1] = arguments[k] & wide_bit ? slots_[caller + from + 1] : 0;
  }
  frames_.push_back({.code = &callee, .pc = 0, .height = pure_ ? 0 : memory_.stack_height(self_), .base = base});
  return true;
}

bool Interpreter::do_return(const Instruction& i) {
  const Frame frame = frames_.back();
  const auto values = code_.list(i.list);
  auto& kept = returned_;
  kept.clear();
  for (std::uint32_t v : values) {
    const std::uint32_t slot = v & ~wide_bit;
    kept.push_back(slots_[frame.base + slot]);
    kept.push_back(v & wide_bit ? slots_[frame.base + slot + 1] : 0);
  }
  const std::uint64_t first = kept.empty() ? 0 : kept[0];
  if (pure_ && frames_.size() == 1) {
    answer_ = first;
    halt_ = Halt::stored_point;
    return false;
  }
  if (frames_.size() == 1) {  // a thread's own function
    if (self_ != 0) return end_thread(first);
    if (stop_before()) return false;
    state_[0] = 1 | static_cast<Word>(first & 0xff) << 8;
    halt_ = Halt::process_ended;
    return false;
  }
  if (!pure_ && !leave_locals(frame.height)) return false;
  frames_.pop_back();
  slots_.resize(frame.base);
  if (frames_.back().component != Component::nothing) {
    const Component packed = frames_.back().component;
    unpack_top();
    Frame& caller = frames_.back();
    const auto words = store_[packed];
    std::size_t at = 3;
    for (std::uint32_t slot : caller.code->live_across(caller.pc)) {
      slots_[caller.base + slot] = words[at] | std::uint64_t{words[at + 1]} << 32;
      at += 2;
    }
  }
  Frame& caller = frames_.back();
  const auto results = code_.list(caller.code->code[caller.pc].d);
  kept.resize(std::max(kept.size(),
                       2 * results.size()));  // through a pointer of another type, fewer may come back than are awaited
  for (std::size_t k = 0; k < results.size(); ++k) {
    slots_[caller.base + (results[k] & ~wide_bit)] = kept[2 * k];
    if (results[k] & wide_bit) slots_[caller.base + (results[k] & ~wide_bit) + 1] = kept[2 * k + 1];
  }
  ++caller.pc;
  return true;
}

/// Local variables above `height` vanish: their function returns, or the scope of an array of variable length ends.
bool Interpreter::leave_locals(std::uint32_t height) {
  if (alive_ > 1 && others_reach(height) && stop_before()) return false;
  track_leaving(height);
  if (table_ && !bury_locals(height)) return false;
  memory_.pop_to(self_, height);
  return !table_ || buried();
}

bool Interpreter::end_thread(std::uint64_t value) {
  if (depth_ > 0) {
    fail("misuse", "this atomic block is still open when its thread ends", nullptr);
    const ir::SourcePosition& p = code_.program()[block_at_];
    out_->failure.at = {p.file, p.line, p.column};
    return false;
  }
  for (std::size_t k = 0; k + 1 < frames_.size(); ++k)
    if (current(frames_[k]).target2)
      return unmodelled("ending a thread inside a scope whose destructors would have to run", nullptr);
  if ((code_.sees_ends() || (alive_ > 1 && others_reach(0))) && stop_before()) return false;
  memory_.publish(value);
  track_leaving(0);
  if (table_ && !bury_locals(0)) return false;
  memory_.clear_stack(self_);
  if (table_ && !(forget_declarations_of(self_) && buried())) return false;
  Open& self = open(self_);
  if (tracking_) {
    footprint_.ends_thread = true;
    footprint_.ends_detached |= self.record.state == ThreadState::detached;
  }
  // A lock it still holds stays held: the number is not given to another thread before that ends.
  const bool gone = self.record.state == ThreadState::detached && self.record.sections.empty();
  self.record.state = gone ? ThreadState::none : ThreadState::finished;
  self.record.value = gone ? 0 : value;
  self.record.frames.clear();
  self.changed = true;
  if (gone) memory_.forget_thread(self_);
  --alive_;
  if (alive_ == 0) {
    state_[0] = 1;
    halt_ = Halt::process_ended;
  } else {
    halt_ = Halt::thread_ended;
  }
  return false;
}

bool Interpreter::jump_back() {
  if (pure_) return impure("does not come to an end");
  if (depth_ > 0) {  // look as soon as the block has ended
    if (back_edges_ % rounds_between_looks == 0) store_.stop().enforce();
    if (back_edges_ > next_checkpoint_ + most_rounds_in_atomic)
      return unmodelled("an atomic block that does not end", nullptr);
    return true;
  }
  store_.stop().enforce();
  next_checkpoint_ = back_edges_ + rounds_between_checkpoints;
  checkpointed_ = true;
  // Have we been here before? Then this is a private loop that may never end.
  leave_thread();
  std::vector<Word> now = state_;
  save(now);
  const bool again = std::ranges::equal(now, from_) || std::ranges::find(checkpoints_, now) != checkpoints_.end();
  checkpoints_.push_back(std::move(now));
  if (!again && checkpoints_.size() < most_checkpoints) return true;
  out_->cut_short = !again;
  halt_ = Halt::stored_point;
  return false;
}

void Interpreter::run() {
  if (halt_ != Halt::none) return;
  {  // the innermost frame keeps what is live before its pc
    Frame& top = frames_.back();
    const auto words = store_[open(self_).record.frames.back()];
    std::size_t at = 3;
    for (std::uint32_t slot : top.code->live_before(top.pc)) {
      slots_[top.base + slot] = words[at] | std::uint64_t{words[at + 1]} << 32;
      at += 2;
    }
  }
  loop();
}

// --- the loop ----------------------------------------------------------------------------------

void Interpreter::loop() {
  while (halt_ == Halt::none) {
    // Locals for the inner loop; anything that calls or returns comes back here.
    Frame& frame = frames_.back();
    const Instruction* const code = frame.code->code.data();
    std::uint64_t* const r = slots_.data() + frame.base;
    Pc pc = frame.pc;
    std::uint64_t executed = executed_;
    // Where the run may halt, or others look at where it is.
    const auto sync = [&] [[gnu::always_inline]] { frame.pc = pc, executed_ = executed; };
    // False: the run has halted.
    const auto jump = [&] [[gnu::always_inline]] (Pc to) {
      ++executed;
      const bool back = to <= pc;
      pc = to;
      if (!back || ++back_edges_ < next_checkpoint_) return true;
      sync();
      return jump_back();
    };
    for (bool same_frame = true; same_frame;) {
      const Instruction& i = code[pc];
      const std::uint32_t w = i.width;
      if (w > 64 && !is_access(i.op)) {
        frame.pc = pc;
        if (!execute_wide(i, r)) return;
        ++pc, ++executed;
        continue;
      }
      switch (i.op) {
        case Op::add: r[i.d] = integer(Op::add, r[i.a], r[i.b], w); break;
        case Op::sub: r[i.d] = integer(Op::sub, r[i.a], r[i.b], w); break;
        case Op::mul: r[i.d] = integer(Op::mul, r[i.a], r[i.b], w); break;
        case Op::and_: r[i.d] = integer(Op::and_, r[i.a], r[i.b], w); break;
        case Op::or_: r[i.d] = integer(Op::or_, r[i.a], r[i.b], w); break;
        case Op::xor_: r[i.d] = integer(Op::xor_, r[i.a], r[i.b], w); break;
        case Op::shl: r[i.d] = integer(Op::shl, r[i.a], r[i.b], w); break;
        case Op::lshr: r[i.d] = integer(Op::lshr, r[i.a], r[i.b], w); break;
        case Op::ashr: r[i.d] = integer(Op::ashr, r[i.a], r[i.b], w); break;
        case Op::umin: r[i.d] = integer(Op::umin, r[i.a], r[i.b], w); break;
        case Op::umax: r[i.d] = integer(Op::umax, r[i.a], r[i.b], w); break;
        case Op::smin: r[i.d] = integer(Op::smin, r[i.a], r[i.b], w); break;
        case Op::smax: r[i.d] = integer(Op::smax, r[i.a], r[i.b], w); break;
        case Op::eq: r[i.d] = integer(Op::eq, r[i.a], r[i.b], w); break;
        case Op::ne: r[i.d] = integer(Op::ne, r[i.a], r[i.b], w); break;
        case Op::ult: r[i.d] = integer(Op::ult, r[i.a], r[i.b], w); break;
        case Op::ule: r[i.d] = integer(Op::ule, r[i.a], r[i.b], w); break;
        case Op::ugt: r[i.d] = integer(Op::ugt, r[i.a], r[i.b], w); break;
        case Op::uge: r[i.d] = integer(Op::uge, r[i.a], r[i.b], w); break;
        case Op::slt: r[i.d] = integer(Op::slt, r[i.a], r[i.b], w); break;
        case Op::sle: r[i.d] = integer(Op::sle, r[i.a], r[i.b], w); break;
        case Op::sgt: r[i.d] = integer(Op::sgt, r[i.a], r[i.b], w); break;
        case Op::sge: r[i.d] = integer(Op::sge, r[i.a], r[i.b], w); break;
        case Op::ctpop: r[i.d] = integer(Op::ctpop, r[i.a], 0, w); break;
        case Op::ctlz: r[i.d] = integer(Op::ctlz, r[i.a], 0, w); break;
        case Op::cttz: r[i.d] = integer(Op::cttz, r[i.a], 0, w); break;
        case Op::bswap: r[i.d] = integer(Op::bswap, r[i.a], 0, w); break;
        case Op::bitreverse: r[i.d] = integer(Op::bitreverse, r[i.a], 0, w); break;
        case Op::abs: r[i.d] = integer(Op::abs, r[i.a], 0, w); break;
        case Op::udiv:
        case Op::urem:
        case Op::sdiv:
        case Op::srem:
          if (const DivisionFault fault = division_fault(i.op, r[i.a], r[i.b], w); fault != DivisionFault::none) {
            frame.pc = pc;
            fail_division(fault);
            return;
          }
          r[i.d] = divided(i.op, r[i.a], r[i.b], w);
          break;
        case Op::uaddo:
        case Op::saddo:
        case Op::usubo:
        case Op::ssubo:
        case Op::umulo:
        case Op::smulo: {
          const Overflowing result = overflowing(i.op, r[i.a], r[i.b], w);
          r[i.d] = result.value;
          r[i.d2] = result.overflow;
          break;
        }
        case Op::fadd:
        case Op::fsub:
        case Op::fmul:
        case Op::fdiv:
        case Op::frem:
        case Op::fmin:
        case Op::fmax:
        case Op::foeq:
        case Op::fone:
        case Op::folt:
        case Op::fole:
        case Op::fogt:
        case Op::foge:
        case Op::ford:
        case Op::fueq:
        case Op::fune:
        case Op::fult:
        case Op::fule:
        case Op::fugt:
        case Op::fuge:
        case Op::funo: r[i.d] = floating(i.op, r[i.a], r[i.b], w); break;
        case Op::fneg:
        case Op::fabs:
        case Op::fsqrt:
        case Op::ffloor:
        case Op::fceil:
        case Op::ftrunc:
        case Op::fround:
        case Op::frint: r[i.d] = floating(i.op, r[i.a], 0, w); break;
        case Op::zext: r[i.d] = r[i.a]; break;
        case Op::sext: r[i.d] = static_cast<std::uint64_t>(sign_extended(r[i.a], i.from)) & mask(w); break;
        case Op::trunc: r[i.d] = r[i.a] & mask(w); break;
        case Op::fptosi:
        case Op::fptoui:
        case Op::sitofp:
        case Op::uitofp:
        case Op::fpext:
        case Op::fptrunc: r[i.d] = converted(i.op, r[i.a], i.from, w); break;
        case Op::copy: r[i.d] = i.sub == 1 ? address_of(object_key(Region::stack, self_, i.b)) + i.c : r[i.a]; break;
        case Op::select: r[i.d] = r[i.a] & 1 ? r[i.b] : r[i.c]; break;
        case Op::offset: {
          const auto l = code_.list(i.list);
          const std::uint64_t scale = l[0] | std::uint64_t{l[1]} << 32, shift = l[2] | std::uint64_t{l[3]} << 32;
          r[i.d] = r[i.a] + static_cast<std::uint64_t>(sign_extended(r[i.b], i.from)) * scale + shift;
          break;
        }
        case Op::fence: break;
        case Op::jump:
          if (!jump(i.target)) return;
          continue;
        case Op::branch:
          if (!jump(r[i.a] & 1 ? i.target : i.target2)) return;
          continue;
        case Op::switch_: {
          const auto table = code_.list(i.list);
          Pc to = i.target;
          for (std::size_t k = 0; k < table.size(); k += 3)
            if ((table[k] | std::uint64_t{table[k + 1]} << 32) == r[i.a]) {
              to = table[k + 2];
              break;
            }
          if (!jump(to)) return;
          continue;
        }
        case Op::load:
          sync();
          if (!load(i)) return;
          break;
        case Op::store:
          sync();
          if (!store(i)) return;
          break;
        case Op::read_modify_write:
          sync();
          if (!read_modify_write(i)) return;
          break;
        case Op::compare_exchange:
          sync();
          if (!compare_exchange(i)) return;
          break;
        case Op::copy_bytes:
          sync();
          if (!copy_bytes(i)) return;
          break;
        case Op::fill_bytes:
          sync();
          if (!fill_bytes(i)) return;
          break;
        case Op::alloca_:
          sync();
          if (!allocate_local(i)) return;
          break;
        case Op::lifetime_begin:
          sync();
          if (!begin_lifetime(r[i.a])) return;
          break;
        case Op::lifetime_end:
          sync();
          if (!end_lifetime(r[i.a])) return;
          break;
        case Op::stack_save: r[i.d] = pure_ ? 0 : memory_.stack_height(self_); break;
        case Op::stack_restore:
          sync();
          if (!pure_ && !leave_locals(std::max(frame.height, static_cast<std::uint32_t>(r[i.a])))) return;
          break;
        case Op::call:
          sync();
          if (!call(i)) return;
          ++executed_;
          same_frame = false;
          continue;
        case Op::ret:
          ++executed;
          sync();
          if (!do_return(i)) return;
          same_frame = false;
          continue;
        case Op::intrinsic:
          sync();
          if (!intrinsic(i)) return;
          break;
        case Op::landing:
        case Op::resume:
          sync();
          unmodelled("a C++ exception", &i);
          return;
        case Op::unreachable:
          sync();
          fail("undefined-behaviour", "code that the compiler holds to be unreachable", &i);
          return;
      }
      ++pc;
      ++executed;
    }
  }
}

bool Interpreter::fail_division(DivisionFault fault) {
  if (fault == DivisionFault::by_zero) return fail("division-by-zero", "division by zero", nullptr);
  return fail("overflow", "the most negative number divided by -1", nullptr);
}

/// Integers of more than 64 bits take two slots. Rare: kept out of the inner loop.
bool Interpreter::execute_wide(const Instruction& i, std::uint64_t* r) {
  const auto value = [&](std::uint32_t slot) { return Wide{r[slot + 1]} << 64 | r[slot]; };
  const bool divides = i.op == Op::udiv || i.op == Op::urem || i.op == Op::sdiv || i.op == Op::srem;
  if (divides && value(i.b) == 0) return fail_division(DivisionFault::by_zero);
  const bool converts = i.op >= Op::zext && i.op <= Op::fptrunc && i.op != Op::trunc && i.op != Op::copy;
  const bool from_one_slot = converts && i.from <= 64;
  const Wide a = i.op == Op::select ? value(r[i.a] & 1 ? i.b : i.c) : from_one_slot ? Wide{r[i.a]} : value(i.a);
  const std::optional<Wide> result = wide(i.op, a, value(i.b), i.width, i.from);
  if (!result) return unmodelled("this operation on integers of more than 64 bits", &i);
  r[i.d] = static_cast<std::uint64_t>(*result);
  const bool one_bit = i.op >= Op::eq && i.op <= Op::sge;
  if (!one_bit) r[i.d + 1] = static_cast<std::uint64_t>(*result >> 64);
  return true;
}

// --- intrinsics --------------------------------------------------------------------------------

std::uint32_t Interpreter::choose(std::uint32_t n, Why why) {
  if (n <= 1) return 0;
  const std::size_t k = out_->choices.size();
  const std::uint32_t taken = k < script_.size() ? std::min(script_[k], n - 1) : 0;
  out_->choices.push_back(taken);
  out_->options.push_back(n);
  if (why == Why::input) out_->input = true;
  if (why == Why::spurious && taken != 0) out_->spurious = true;
  note_reason(why);
  return taken;
}

void Interpreter::end_section(SectionKind kind, Address object, std::uint32_t thread) {
  const Section section{kind, object};
  auto close = [&](std::uint32_t t) {
    Open& o = open(t);
    auto it = std::ranges::find(o.record.sections, section);
    if (it == o.record.sections.end()) return false;
    o.record.sections.erase(it);
    o.changed = true;
    // The number of a thread that has gone was kept only for its open section.
    out_->ended.push_back({section, t});
    return true;
  };
  if (thread < shape_.threads(state_.size())) {
    close(thread);
    return;
  }
  if (close(self_)) return;
  for (std::uint32_t t = 0; t < shape_.threads(state_.size()); ++t)
    if (t != self_ && close(t)) return;
}

bool Interpreter::spawn(const Instruction& i) {
  const std::uint64_t* r = slots_.data() + frames_.back().base;
  const auto function = code_.function_at(r[i.a]);
  const std::uint64_t argument = r[i.b];
  if (!function || code_.function(*function).code.empty())
    return fail("invalid-access", "a thread is started with something that is not a function", &i);
  if (stop_before()) return false;
  std::uint32_t t = shape_.threads(state_.size());
  if (others_ + 1 < t)
    for (t = 1; open(t).record.state != ThreadState::none;) ++t;
  if (t >= max_threads) return unmodelled(fmt::format("more than {} threads at a time", max_threads), &i);
  if (t == shape_.threads(state_.size())) state_.insert(state_.end(), {0, 0, 0});
  memory_.clear_stack(t);
  if (options_.hand_over)
    memory_.hand_over(argument, self_, t);
  else
    memory_.publish(argument);
  const FunctionCode& entry = code_.function(*function);
  buffer_ = {entry.id, 0, memory_.stack_height(t)};
  for (std::uint32_t slot : entry.live_before(0)) {
    const bool is_argument = !entry.parameter_slots.empty() && slot == entry.parameter_slots[0];
    buffer_.push_back(is_argument ? static_cast<Word>(argument) : 0);
    buffer_.push_back(is_argument ? static_cast<Word>(argument >> 32) : 0);
  }
  const Component frame = store_.intern(buffer_);
  Open& o = open(t);
  o.record = {.state = ThreadState::running, .value = 0, .frames = {frame}, .sections = {}};
  o.changed = true;
  ++alive_;
  ++others_;
  if (tracking_) operation().starts = true;
  moved_ = true;  // from here on the new thread may be faster than this one
  to_start_.push_back(t);
  slots_[frames_.back().base + i.d] = t;
  return true;
}

bool Interpreter::intrinsic(const Instruction& i) {
  std::uint64_t* r = slots_.data() + frames_.back().base;
  const auto which = static_cast<ir::Intrinsic>(i.sub);
  if (pure_ && which != ir::Intrinsic::self) return impure("does more than to look");
  switch (which) {
    case ir::Intrinsic::atomic_begin:
      if (depth_ == 0) {
        block_at_start_ = executed_ == 0;
        if (stop_before()) return false;
        if (blocks_++ == last_block_) {
          halt_ = Halt::stored_point;
          return false;
        }
        block_at_ = i.at;
        if (tracked()) begin_operation();
      } else if (depth_ == 1 && tracked() && !operation().empty()) {
        begin_operation();
      }
      if (++depth_ > deepest_stack)
        return fail("misuse", fmt::format("more than {} atomic blocks inside one another", deepest_stack), &i);
      return true;
    case ir::Intrinsic::atomic_end:
      if (depth_ == 0) return !stop_before() && fail("misuse", "the end of an atomic block that was not begun", &i);
      --depth_;
      inner_block_over_ = depth_ == 1;
      return true;
    case ir::Intrinsic::block_until: {
      if (r[i.a] & mask(32)) {
        if (tracked()) operation().waits = true;
        return true;
      }
      if (depth_ == 0) return unmodelled("block_until outside of an atomic block", &i);
      if (!block_at_start_) {
        halt_ = Halt::too_far;
        return false;
      }
      if (tracked())  // to wait for a lock is a section that began before
        for (const Section& s : open(self_).record.sections) {
          if (s.kind == SectionKind::mutex) operation().acquired.push_back(s.object);
          if (s.kind == SectionKind::rwlock || s.kind == SectionKind::semaphore) operation().taken.push_back(s.object);
        }
      halt_ = Halt::blocked;
      return false;
    }
    case ir::Intrinsic::choose: {
      const auto why = static_cast<Why>(r[i.b] & 3);
      if (depth_ == 0) {
        // An input is a step of its own; of other choices a step makes one.
        if (why == Why::input ? executed_ > 0 : !out_->choices.empty()) {
          halt_ = Halt::stored_point;
          return false;
        }
        moved_ = true;
      }
      const auto n = static_cast<std::uint32_t>(r[i.a]);
      // Inputs are chosen by the environment, the rest by the scheduler: one step cannot be both.
      if (n > 1 && !out_->choices.empty() && out_->input != (why == Why::input))
        return unmodelled("an input and another choice in one step", &i);
      r[i.d] = choose(n, why);
      if (watching_ && why == Why::input)
        record_event(Event::Kind::event, 0, r[i.d], 0), out_->events.back().text = fmt::format("input is {}", r[i.d]);
      return true;
    }
    case ir::Intrinsic::spawn: return spawn(i);
    case ir::Intrinsic::thread_exit: return end_thread(r[i.a]);
    case ir::Intrinsic::thread_state: {
      const auto t = static_cast<std::uint32_t>(r[i.a]);
      r[i.d] = t < shape_.threads(state_.size()) ? static_cast<std::uint64_t>(open(t).record.state) : 0;
      if (tracked()) operation().sees_threads = true;
      return true;
    }
    case ir::Intrinsic::ended: {
      const auto t = static_cast<std::uint32_t>(r[i.a]);
      r[i.d] = t < shape_.threads(state_.size()) && open(t).record.state == ThreadState::finished;
      if (tracked()) operation().sees_ends = true;
      return true;
    }
    case ir::Intrinsic::reap:
    case ir::Intrinsic::detach: {
      const auto t = static_cast<std::uint32_t>(r[i.a]);
      if (t >= shape_.threads(state_.size())) return fail("misuse", "there is no such thread", &i);
      Open& o = open(t);
      o.changed = true;
      if (tracked()) (which == ir::Intrinsic::reap ? operation().joins : operation().detaches) = true;
      if (which == ir::Intrinsic::reap) {
        if (o.record.state != ThreadState::finished)
          return fail("misuse", "only a thread that has finished can be joined", &i);
        r[i.d] = o.record.value;
      }
      if (o.record.state == ThreadState::finished) {
        // A lock that it still holds keeps its number taken.
        if (o.record.sections.empty()) {
          o.record = {};
          memory_.forget_thread(t);
          --others_;
        }
      } else {
        o.record.state = ThreadState::detached;
      }
      return true;
    }
    case ir::Intrinsic::self: r[i.d] = self_; return true;
    case ir::Intrinsic::section_begin: {
      const Section section{static_cast<SectionKind>(r[i.a]), r[i.b]};
      Open& self = open(self_);
      if (std::ranges::find(self.record.sections, section) == self.record.sections.end()) {
        self.record.sections.push_back(section);
        self.changed = true;
      }
      return true;
    }
    case ir::Intrinsic::section_end:
      end_section(static_cast<SectionKind>(r[i.a]), r[i.b], static_cast<std::uint32_t>(r[i.c]));
      return true;
    case ir::Intrinsic::next_in_section: {
      // No part of the footprint: whoever asks also touches the object, and a thread that waits for it stands where its
      // transaction ends.
      const Section section{static_cast<SectionKind>(r[i.a]), r[i.b]};
      const auto after = static_cast<std::int32_t>(r[i.c]);
      r[i.d] = mask(32);
      for (auto t = static_cast<std::uint32_t>(std::max(after, -1) + 1); t < shape_.threads(state_.size()); ++t) {
        const auto& sections = open(t).record.sections;
        if (std::ranges::find(sections, section) == sections.end()) continue;
        r[i.d] = t;
        break;
      }
      return true;
    }
    case ir::Intrinsic::acquired:
      if (tracked()) operation().acquired.push_back(r[i.a]);
      return true;
    case ir::Intrinsic::released:
      if (tracked()) operation().released.push_back(r[i.a]);
      return true;
    case ir::Intrinsic::taken:
      if (tracked()) operation().taken.push_back(r[i.a]);
      return true;
    case ir::Intrinsic::given:
      if (tracked()) operation().given.push_back(r[i.a]);
      return true;
    case ir::Intrinsic::observed:
      if (tracked()) operation().observed.push_back(r[i.a]);
      return true;
    case ir::Intrinsic::settled:
      if (tracked())
        for (Access& a : operation().accesses)
          a.settled |= !a.write && r[i.a] - address_of(a.object, a.offset) < a.size;
      return true;
    case ir::Intrinsic::time_repeats: time_repeated_.store(true, std::memory_order_relaxed); return true;
    case ir::Intrinsic::event:
      if (watching_) {
        std::string text = text_at(r[i.a]);
        record_event(Event::Kind::event, r[i.b], 0, 0);
        out_->events.back().text = std::move(text);
      }
      return true;
    case ir::Intrinsic::fail: {
      const std::uint64_t kind = r[i.a] & mask(32);
      const Address text = r[i.b];
      if (stop_before()) return false;
      return fail(std::string(failure_kinds[std::min<std::uint64_t>(kind, failure_kinds.size() - 1)]), text_at(text),
                  &i);
    }
    case ir::Intrinsic::alloc: {
      const Address address = memory_.allocate(self_, r[i.a], user_origin());
      if (!address)
        return unmodelled(
            fmt::format(
                "an allocation of {} bytes (a thread has 32 GiB of addresses, for at most {} objects of at most 2 GiB)",
                r[i.a], max_pages),
            &i);
      track_fresh(address, r[i.a]);
      r[i.d] = address;
      return true;
    }
    case ir::Intrinsic::free: {
      if (r[i.a] == 0) return true;
      const ObjectKey key = key_of(r[i.a]);
      Object* object = memory_.find(key);
      const bool good = object && region_of(key) == Region::heap && address_of(object->key) == r[i.a];
      if (good) {
        const bool seen = visible(*object, i);
        if (halt_ != Halt::none || (seen && stop_before())) return false;
        if (!track(*object, 0, object->size, true, i)) return false;
        if (table_ && object->shared && !bury(*object, "frees")) return false;
        memory_.release(*object);
        return !table_ || buried();
      }
      if (stop_before()) return false;
      track_gone(key);
      if (region_of(key) == Region::heap && !object)
        return fail("double-free", "memory that was freed before is freed again", &i);
      return fail("invalid-free", "free of something that is not the start of a heap object", &i);
    }
    case ir::Intrinsic::object_size: {
      const Object* object = memory_.find(key_of(r[i.a]));
      const bool good = object && region_of(object->key) == Region::heap && address_of(object->key) == r[i.a];
      const bool seen = good ? visible(*object, i) : region_of(key_of(r[i.a])) == Region::heap;
      if (halt_ != Halt::none || (seen && stop_before())) return false;
      if (!good) track_gone(key_of(r[i.a]));
      if (good && !track(*object, 0, 1, false, i)) return false;
      r[i.d] = good ? object->size : ~std::uint64_t{0};
      return true;
    }
    case ir::Intrinsic::exit_process: {
      const auto code = static_cast<Word>(r[i.a] & 0xff);
      if (stop_before()) return false;
      state_[0] = 1 | code << 8;
      halt_ = Halt::process_ended;
      return false;
    }
    case ir::Intrinsic::print:
      if (watching_) {
        std::string text;
        if (const Object* object = memory_.find(key_of(r[i.a]))) {
          const std::uint64_t begin = offset_in(object->key, r[i.a]),
                              end = std::min<std::uint64_t>(begin + r[i.b], object->size);
          for (std::uint64_t k = begin; k < end; ++k) text.push_back(static_cast<char>(object->bytes[k]));
        }
        record_event(Event::Kind::print, 0, 0, 0);
        out_->events.back().text = std::move(text);
      }
      return true;
    case ir::Intrinsic::unmodelled: return unmodelled(text_at(r[i.a]), &i);
    case ir::Intrinsic::option:
      switch (r[i.a]) {
        case 0: r[i.d] = options_.spurious_wakeups, note_reason(Why::spurious); break;
        case 1: r[i.d] = static_cast<std::uint64_t>(options_.timeouts), note_reason(Why::timeout); break;
        case 2: r[i.d] = options_.spurious_failures; break;
        case 3: r[i.d] = static_cast<std::uint64_t>(options_.clock); break;
        case 4: r[i.d] = code_.reads_clock(); break;
        default: r[i.d] = 0;
      }
      return true;
    case ir::Intrinsic::owns: return declare(i);
    case ir::Intrinsic::place: r[i.d] = place(); return true;
  }
  return true;
}

}  // namespace fermata::vm
