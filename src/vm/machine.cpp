// SPDX-License-Identifier: Apache-2.0
#include "vm/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/require.h"
#include "vm/machine_impl.h"

namespace fermata::vm {

namespace {

#ifdef FERMATA_CHECK_STEPS
constexpr bool checks_steps = true;
#else
constexpr bool checks_steps = false;
#endif

std::vector<Word> words_of(std::span<const std::uint64_t> script) {
  std::vector<Word> words;
  for (const std::uint64_t choice : script)
    words.insert(words.end(), {static_cast<Word>(choice), static_cast<Word>(choice >> 32)});
  return words;
}

}  // namespace

Machine::Impl::Impl(std::shared_ptr<Shared> s, const Options& o, StepCache c)
    : shared(std::move(s)),
      options(o),
      shape(shape_of(shared->code)),
      counter(shared->code, shared->store),
      interpreter(shared->code, shared->store, shared->footprints, o, shared->noticed),
      cache(std::move(c)),
      parts(shape, shared->store) {
  if (checks_steps) interpreter.track(true);
}

DecisionTree::Key Machine::Impl::step_key(std::span<const Word> state, ThreadId thread,
                                          const ThreadCounts& counts) const {
  static_assert(max_threads < 1 << 10);
  const std::uint32_t rest = counts.others << 22 | shape.threads(state.size()) << 12 | index(thread) << 2 |
                             std::uint32_t{counts.alive < 2} << 1 | std::uint32_t{interpreter.tracking()};
  return {state[shape.thread(index(thread))], rest, 0};
}

void Machine::Impl::step(std::span<const Word> from, ThreadId thread, const ThreadCounts& counts,
                         std::span<const std::uint64_t> script, Step& out) {
  find_or_take(from, thread, counts, script, out);
  if (checks_steps) check(from, thread, script, out);
}

void Machine::Impl::find_or_take(std::span<const Word> from, ThreadId thread, const ThreadCounts& counts,
                                 std::span<const std::uint64_t> script, Step& out) {
  ++asked;
  if (interpreter.watching()) return interpreter.step(from, index(thread), counts, script, out);
  DecisionTree::Key key = step_key(from, thread, counts);
  if (!script.empty()) key.c = static_cast<std::uint32_t>(shared->store.intern(words_of(script)));
  repeatable = found = cache.find(key, from, parts, out);
  if (found) return;
  interpreter.step(from, index(thread), counts, script, out);
  repeatable = interpreter.repeatable();
  reads.clear();
  for (Part part : interpreter.reads())
    if (part != word_part(static_cast<std::uint32_t>(shape.thread(index(thread))))) reads.push_back(part);
  if (repeatable) cache.remember(key, from, reads, index(thread), parts, out, shared->store.stop());
}

void Machine::Impl::each_outcome(std::span<const Word> from, ThreadId thread, const ThreadCounts& counts,
                                 const std::function<bool(Step&)>& visit) {
  std::vector<std::uint64_t> script;
  std::unique_ptr<Step> step = std::move(scratch);  // `visit` may come here again
  if (!step) step = std::make_unique<Step>();
  for (bool more = true; more;) {
    this->step(from, thread, counts, script, *step);
    next_script(*step, script);
    more = visit(*step) && !script.empty();
  }
  scratch = std::move(step);
}

ThreadRecord Machine::Impl::record(std::span<const Word> state, ThreadId thread) const {
  ThreadRecord record;
  unpack(shared->store[Component{state[shape.thread(index(thread))]}], record);
  return record;
}

std::vector<ir::SourcePosition> Machine::Impl::positions(std::span<const Word> state, ThreadId thread) const {
  std::vector<ir::SourcePosition> found;
  const ThreadRecord r = record(state, thread);
  for (std::size_t i = r.frames.size(); i-- > 0;) {
    const FrameHeader header = frame_header(shared->store[r.frames[i]]);
    const ir::SourcePosition& p = shared->code.program()[shared->code.function(header.function).code[header.pc].at];
    if (!p.library && p.line) found.push_back(p);
  }
  return found;
}

std::uint32_t Machine::Impl::line(std::span<const Word> state, ThreadId thread) const {
  const auto all = positions(state, thread);
  return all.empty() ? 0 : all.front().line;
}

/// Does the step touch no more than it says, and does it commute with those of others that it has nothing to do with?
void Machine::Impl::check(std::span<const Word> from, ThreadId thread, std::span<const std::uint64_t> script,
                          const Step& step) {
  const std::string wrong = shared->step_check.left_out(from, thread, step);
  if (!wrong.empty())
    throw InternalError(fmt::format("the step of thread {} at line {} {}", index(thread), line(from, thread), wrong));
  // A step that is remembered was compared when it was new, though beside other steps.
  if (!StepCheck::swappable(step) || (found && asked % 16 != 0)) return;
  // Who keeps a place decides where steps of the heap's thread end, as who makes room does (StepCheck::independent).
  if (options.heap.freers_reuse) return;
  if (!referee) referee = std::make_unique<Impl>(shared, options);
  for (const ThreadId u : thread_ids(shape.threads(from.size())))
    if (const ThreadState state = counter.state_of(from, u); u != thread && is_alive(state))
      check_order(from, thread, script, step, u);
}

void Machine::Impl::check_order(std::span<const Word> from, ThreadId thread, std::span<const std::uint64_t> script,
                                const Step& step, ThreadId other) {
  const StepCheck& check = shared->step_check;
  Step theirs, after, swapped;
  const auto take = [&](std::span<const Word> at, ThreadId t, std::span<const std::uint64_t> how, Step& out) {
    referee->find_or_take(at, t, counter.count(at, t), how, out);
  };
  const auto require = [&](bool same, const char* what, const std::string& why = {}) {
    if (same) return;
    throw InternalError(
        fmt::format("the steps of thread {} at line {} and of thread {} at line {} say that they have nothing to do "
                    "with each other, but {}{}",
                    index(thread), line(from, thread), index(other), line(from, other), what, why));
  };
  take(from, other, {}, theirs);
  const bool moves = StepCheck::swappable(theirs);
  if (!moves && theirs.outcome != Step::Outcome::blocked && theirs.outcome != Step::Outcome::failed) return;
  if (!StepCheck::independent(step, theirs) || check.renames(from, step.target, other)) return;
  if (check.is_asked_about(from, thread, step, theirs) || check.is_asked_about(from, other, theirs, step)) return;
  take(step.target, other, theirs.choices, after);
  require(after.outcome == theirs.outcome && after.choices == theirs.choices,
          "the second one does something else after the first");
  if (!moves || check.renames(from, theirs.target, thread)) return;
  take(theirs.target, thread, script, swapped);
  require(swapped.outcome == step.outcome && swapped.choices == step.choices,
          "the first one does something else after the second");
  const std::string why = check.difference(after.target, swapped.target);
  require(why.empty(), "in the other order ", why);
}

Machine::Machine(const ir::Program& program, const Options& options)
    : Machine(std::make_unique<Impl>(
          std::make_shared<Impl::Shared>(std::make_shared<const Code>(program, options.spin_rules), nullptr),
          options)) {}
Machine::Machine(const ir::Program& program, const Options& options, const Stop& stop)
    : Machine(std::make_unique<Impl>(
          std::make_shared<Impl::Shared>(std::make_shared<const Code>(program, options.spin_rules), &stop), options)) {}
Machine::Machine(const Machine& other, const Options& options, const Stop& stop)
    : Machine(
          std::make_unique<Impl>(std::make_shared<Impl::Shared>(other.impl_->shared->translation, &stop), options)) {}
Machine::Machine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Machine::~Machine() = default;

std::unique_ptr<Machine> Machine::worker_copy() const {
  return std::unique_ptr<Machine>(
      new Machine(std::make_unique<Impl>(impl_->shared, impl_->options, impl_->cache.worker_copy())));
}

std::unique_ptr<Machine> Machine::worker_copy(Options::Clock clock) const {
  Options other = impl_->options;
  other.clock = clock;
  return std::unique_ptr<Machine>(new Machine(std::make_unique<Impl>(impl_->shared, other)));
}

std::unique_ptr<Machine> Machine::worker_copy(Options::Spins spins) const {
  Options other = impl_->options;
  other.spins = spins;
  return std::unique_ptr<Machine>(new Machine(std::make_unique<Impl>(impl_->shared, other)));
}

const ir::Program& Machine::program() const { return impl_->shared->code.program(); }
const Options& Machine::options() const { return impl_->options; }
bool Machine::time_repeated() const { return impl_->shared->noticed.time_repeats.load(std::memory_order_relaxed); }

bool Machine::spins_matter() const { return impl_->shared->noticed.spins_matter.load(std::memory_order_relaxed); }

bool Machine::reuse_matters() const {
  const Noticed& noticed = impl_->shared->noticed;
  return noticed.compares_gone.load(std::memory_order_relaxed) &&
         noticed.frees_for_others.load(std::memory_order_relaxed);
}

std::vector<Word> Machine::initial() { return impl_->interpreter.initial(); }

void Machine::step(std::span<const Word> from, ThreadId thread, std::span<const std::uint64_t> script, Step& out) {
  FERMATA_REQUIRE(index(thread) < threads(from), "a step is taken by a thread that exists");
  impl_->step(from, thread, impl_->counter.count(from, thread), script, out);
  if (impl_->noting) impl_->noting->note(*this);
}

void Machine::each_outcome(std::span<const Word> from, ThreadId thread, const std::function<bool(Step&)>& visit) {
  const ThreadCounts counts = impl_->counter.count(from, thread);
  if (!impl_->noting) return impl_->each_outcome(from, thread, counts, visit);
  impl_->each_outcome(from, thread, counts, [&](Step& step) {
    impl_->noting->note(*this);
    return visit(step);
  });
}

void next_script(const Step& step, std::vector<std::uint64_t>& script) {
  script = step.choices;
  while (!script.empty() && script.back() == step.last[script.size() - 1]) script.pop_back();
  if (!script.empty()) ++script.back();
}

std::uint32_t Machine::threads(std::span<const Word> state) const { return impl_->shape.threads(state.size()); }

bool Machine::alive(std::span<const Word> state, ThreadId thread) const {
  return is_alive(impl_->counter.state_of(state, thread));
}

ThreadRecord Machine::record(std::span<const Word> state, ThreadId thread) const {
  return impl_->record(state, thread);
}

std::vector<SectionInstance> Machine::open_sections(std::span<const Word> state) const {
  std::vector<SectionInstance> open;
  for (const ThreadId t : thread_ids(threads(state)))
    for (const Section& section : record(state, t).sections) open.push_back(instance(section, t));
  return open;
}

std::vector<CallFrame> Machine::frames(std::span<const Word> state, ThreadId thread) const {
  const Code& code = impl_->shared->code;
  std::vector<CallFrame> frames;
  for (Component component : record(state, thread).frames) {
    const FrameHeader header = frame_header(impl_->shared->store[component]);
    const FunctionCode& function = code.function(header.function);
    // The address of a thread-local variable is computed by an instruction that the program does not have.
    Pc pc = header.pc;
    while (!function.origin[pc]) ++pc;
    const ir::Instruction* next = function.origin[pc];
    const auto& blocks = function.source->blocks;
    const auto block = std::ranges::find_if(blocks, [&](const ir::Block& b) {
      const ir::Instruction* first = b.instructions.data();
      return !std::less<>()(next, first) && std::less<>()(next, first + b.instructions.size());
    });
    frames.push_back({.function = ir::FunctionId{header.function},
                      .block = static_cast<std::uint32_t>(block - blocks.begin()),
                      .instruction = static_cast<std::uint32_t>(next - block->instructions.data()),
                      .at = function.code[header.pc].at});
  }
  return frames;
}

void Machine::reclaim() {
  impl_->cache.reclaim();
  impl_->shared->store.reclaim();
}
void Machine::set_limits(const Stop& stop) { impl_->shared->store.set_limits(stop); }
const Stop& Machine::stop() const { return impl_->shared->store.stop(); }
void Machine::watch(bool on) { impl_->interpreter.watch(on); }
void Machine::track(bool on) { impl_->interpreter.track(on || checks_steps); }
std::uint64_t Machine::steps() const { return impl_->asked; }
std::uint64_t Machine::bytes() const {
  return impl_->shared->store.bytes() + impl_->shared->footprints.bytes() + impl_->cache.bytes();
}

}  // namespace fermata::vm
