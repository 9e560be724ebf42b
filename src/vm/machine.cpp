// SPDX-License-Identifier: Apache-2.0
#include "vm/machine.h"

#include <fmt/format.h>

#include "base/require.h"
#include "vm/check_steps.h"
#include "vm/code.h"
#include "vm/interpreter.h"
#include "vm/names.h"
#include "vm/step_cache.h"

namespace fermata::vm {

namespace {

#ifdef FERMATA_CHECK_STEPS
constexpr bool checks_steps = true;
#else
constexpr bool checks_steps = false;
#endif

}  // namespace

struct Machine::Impl {
  /// What a machine has in common with its worker copies.
  struct Shared {
    Shared(const ir::Program& program, const Stop* stop) : code(program) {
      if (stop) store.set_limits(*stop);
    }
    const Code code;
    ComponentStore store;
    FootprintStore footprints;
    std::atomic<bool> time_repeated = false;
    const StepCheck step_check{code, store};
  };
  Impl(std::shared_ptr<Shared> s, const Options& o, StepCache c = {})
      : shared(std::move(s)),
        options(o),
        interpreter(shared->code, shared->store, shared->footprints, o, shared->time_repeated),
        cache(std::move(c)) {
    if (checks_steps) interpreter.track(true);
  }

  DecisionTree::Key situation(std::span<const Word> state, std::uint32_t thread, const Company& company) const {
    const StateShape& shape = interpreter.shape();
    const std::size_t own = shape.thread(thread);
    static_assert(max_threads < 1 << 10);
    const std::uint32_t rest = company.others << 22 | shape.threads(state.size()) << 12 | thread << 2 |
                               std::uint32_t{company.alive < 2} << 1 | std::uint32_t{interpreter.tracking()};
    return {state[own], state[own + 1], state[own + 2], rest, 0};
  }

  void step(std::span<const Word> from, std::uint32_t thread, const Company& company,
            std::span<const std::uint32_t> script, Step& out) {
    find_or_take(from, thread, company, script, out);
    if (checks_steps) check(from, thread, script, out);
  }

  void find_or_take(std::span<const Word> from, std::uint32_t thread, const Company& company,
                    std::span<const std::uint32_t> script, Step& out) {
    if (interpreter.watching()) return interpreter.step(from, thread, company, script, out);
    DecisionTree::Key how = situation(from, thread, company);
    if (!script.empty()) how.e = static_cast<std::uint32_t>(shared->store.intern(script));
    repeatable = found = cache.find(how, from, out);
    if (found) return;
    interpreter.step(from, thread, company, script, out);
    repeatable = interpreter.repeatable();
    const std::size_t own = interpreter.shape().thread(thread);
    reads.clear();
    for (std::uint32_t word : interpreter.reads())
      if (word < own || word >= own + 3) reads.push_back(word);
    if (repeatable) cache.remember(how, from, reads, out, shared->store.stop());
  }

  // With FERMATA_CHECK_STEPS:
  void check(std::span<const Word> from, std::uint32_t thread, std::span<const std::uint32_t> script, const Step& step);
  void check_order(std::span<const Word> from, std::uint32_t thread, std::span<const std::uint32_t> script,
                   const Step& step, std::uint32_t other);
  std::uint32_t line(std::span<const Word> state, std::uint32_t thread) const;

  std::shared_ptr<Shared> shared;
  Options options;
  Interpreter interpreter;
  StepCache cache;
  std::vector<std::uint32_t> reads;  ///< by the last step, if it was not found in the cache
  bool repeatable = false, found = false;
  std::unique_ptr<Step> scratch;  ///< for its memory
  std::unique_ptr<Impl> referee;  ///< takes steps in another order, to compare
  std::uint64_t looked_up = 0;    ///< steps
};

/// Does the step touch no more than it says, and does it commute with those of others that it has nothing to do with?
void Machine::Impl::check(std::span<const Word> from, std::uint32_t thread, std::span<const std::uint32_t> script,
                          const Step& step) {
  const std::string wrong = shared->step_check.left_out(from, thread, step);
  if (!wrong.empty())
    throw InternalError(fmt::format("the step of thread {} at line {} {}", thread, line(from, thread), wrong));
  // A step that is remembered was compared when it was new, though beside other steps.
  if (!StepCheck::swappable(step) || (found && ++looked_up % 16 != 0)) return;
  if (!referee) referee = std::make_unique<Impl>(shared, options);
  for (std::uint32_t u = 0; u < interpreter.shape().threads(from.size()); ++u)
    if (const ThreadState state = interpreter.state_of(from, u);
        u != thread && (state == ThreadState::running || state == ThreadState::detached))
      check_order(from, thread, script, step, u);
}

void Machine::Impl::check_order(std::span<const Word> from, std::uint32_t thread, std::span<const std::uint32_t> script,
                                const Step& step, std::uint32_t other) {
  const StepCheck& check = shared->step_check;
  Step theirs, after, swapped;
  const auto take = [&](std::span<const Word> at, std::uint32_t t, std::span<const std::uint32_t> how, Step& out) {
    referee->find_or_take(at, t, interpreter.company(at, t), how, out);
  };
  const auto require = [&](bool same, const char* what, const std::string& why = {}) {
    if (same) return;
    throw InternalError(
        fmt::format("the steps of thread {} at line {} and of thread {} at line {} say that they have nothing to do "
                    "with each other, but {}{}",
                    thread, line(from, thread), other, line(from, other), what, why));
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
    : Machine(std::make_unique<Impl>(std::make_shared<Impl::Shared>(program, nullptr), options)) {}
Machine::Machine(const ir::Program& program, const Options& options, const Stop& stop)
    : Machine(std::make_unique<Impl>(std::make_shared<Impl::Shared>(program, &stop), options)) {}
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

bool Machine::time_repeated() const { return impl_->shared->time_repeated.load(std::memory_order_relaxed); }

std::vector<Word> Machine::initial() { return impl_->interpreter.initial(); }

void Machine::step(std::span<const Word> from, std::uint32_t thread, std::span<const std::uint32_t> script, Step& out) {
  FERMATA_REQUIRE(thread < threads(from), "a step is taken by a thread that exists");
  impl_->step(from, thread, impl_->interpreter.company(from, thread), script, out);
}

void Machine::each_outcome(std::span<const Word> from, std::uint32_t thread, const std::function<bool(Step&)>& visit) {
  each_outcome(from, thread, impl_->interpreter.company(from, thread), visit);
}

Company Machine::company(std::span<const Word> state, std::vector<std::uint32_t>& alive) {
  return impl_->interpreter.company(state, alive);
}

void Machine::each_outcome(std::span<const Word> from, std::uint32_t thread, const Company& company,
                           const std::function<bool(Step&)>& visit) {
  std::vector<std::uint32_t> script;
  std::unique_ptr<Step> step = std::move(impl_->scratch);  // `visit` may come here again
  if (!step) step = std::make_unique<Step>();
  for (bool more = true; more;) {
    impl_->step(from, thread, company, script, *step);
    next_script(*step, script);
    more = visit(*step) && !script.empty();
  }
  impl_->scratch = std::move(step);
}

void next_script(const Step& step, std::vector<std::uint32_t>& script) {
  script = step.choices;
  while (!script.empty() && script.back() + 1 >= step.options[script.size() - 1]) script.pop_back();
  if (!script.empty()) ++script.back();
}

std::uint32_t Machine::threads(std::span<const Word> state) const {
  return impl_->interpreter.shape().threads(state.size());
}

bool Machine::alive(std::span<const Word> state, std::uint32_t thread) const {
  const ThreadState s = impl_->interpreter.state_of(state, thread);
  return s == ThreadState::running || s == ThreadState::detached;
}

ThreadRecord Machine::record(std::span<const Word> state, std::uint32_t thread) const {
  ThreadRecord record;
  unpack(impl_->shared->store[Component{state[impl_->interpreter.shape().thread(thread)]}], record);
  return record;
}

std::vector<ir::SourcePosition> Machine::positions(std::span<const Word> state, std::uint32_t thread) const {
  std::vector<ir::SourcePosition> found;
  const ThreadRecord r = record(state, thread);
  for (std::size_t i = r.frames.size(); i-- > 0;) {
    const FrameHeader header = frame_header(impl_->shared->store[r.frames[i]]);
    const ir::SourcePosition& p =
        impl_->shared->code.program()[impl_->shared->code.function(header.function).code[header.pc].at];
    if (!p.library && p.line) found.push_back(p);
  }
  return found;
}

ir::SourcePosition Machine::position(std::span<const Word> state, std::uint32_t thread) const {
  auto all = positions(state, thread);
  return all.empty() ? ir::SourcePosition{.library = true} : all.front();
}

std::uint32_t Machine::Impl::line(std::span<const Word> state, std::uint32_t thread) const {
  ThreadRecord record;
  unpack(shared->store[Component{state[interpreter.shape().thread(thread)]}], record);
  for (std::size_t i = record.frames.size(); i-- > 0;) {
    const FrameHeader header = frame_header(shared->store[record.frames[i]]);
    const ir::SourcePosition& p = shared->code.program()[shared->code.function(header.function).code[header.pc].at];
    if (!p.library && p.line) return p.line;
  }
  return 0;
}

std::string Machine::name(std::span<const Word> state, Address address) {
  impl_->interpreter.memory().load(state);
  return name_of(impl_->shared->code, impl_->interpreter.memory(), address);
}

std::string Machine::name(ObjectKey object, std::uint32_t origin, std::uint32_t offset) const {
  return name_of(impl_->shared->code, object, origin, offset);
}

std::string Machine::show(std::span<const Word> state, Address address, std::uint64_t value, std::uint32_t size) {
  impl_->interpreter.memory().load(state);
  return show_value(impl_->shared->code, impl_->interpreter.memory(), address, value, size);
}

void Machine::pieces(std::span<const Word> state, std::vector<Piece>& out) const {
  out.clear();
  if (ended(state)) return;
  const StateShape& shape = impl_->interpreter.shape();
  const Layout& layout = impl_->shared->code.layout();
  for (std::uint32_t g = 0; g < shape.globals; ++g)
    out.push_back({false, layout.key[static_cast<std::size_t>(layout.variables[g])], state[1 + g]});
  for (std::uint32_t t = 0; t < threads(state); ++t) {
    out.push_back({true, t, state[shape.thread(t)]});
    for (Region region : {Region::heap, Region::stack}) {
      const auto pages =
          impl_->shared->store[Component{state[region == Region::heap ? shape.heap(t) : shape.stack(t)]}];
      for (std::uint32_t page = 0; page < pages.size(); ++page)
        if (Memory::begins_object(pages[page])) out.push_back({false, object_key(region, t, page), pages[page]});
    }
  }
}

std::span<const std::uint8_t> Machine::bytes_of(const Piece& object) const {
  return Memory::bytes_of(impl_->shared->store[Component{object.content}]);
}

bool Machine::is_shared_data(const Piece& object) const {
  if (region_of(object.which) != Region::global)
    return Memory::is_shared(impl_->shared->store[Component{object.content}]);
  const Code& code = impl_->shared->code;
  return !code.program()[*code.layout().global_at(object.which)].name.starts_with("__fermata_");
}

void Machine::prefetch(std::span<const Word> from, std::uint32_t thread, const Company& company) const {
  impl_->cache.prefetch(impl_->situation(from, thread, company));
}

DecisionTree::Key Machine::situation(std::span<const Word> state, std::uint32_t thread, const Company& company) const {
  return impl_->situation(state, thread, company);
}
std::optional<std::span<const std::uint32_t>> Machine::reads() const {
  if (!impl_->repeatable) return std::nullopt;
  return impl_->found ? impl_->cache.reads() : impl_->reads;
}

void Machine::reclaim() { impl_->cache.reclaim(); }
void Machine::heed(const Stop& stop) { impl_->shared->store.set_limits(stop); }
const Stop& Machine::stop() const { return impl_->shared->store.stop(); }
void Machine::watch(bool on) { impl_->interpreter.watch(on); }
void Machine::track(bool on) { impl_->interpreter.track(on || checks_steps); }
std::uint64_t Machine::bytes() const {
  return impl_->shared->store.bytes() + impl_->shared->footprints.bytes() + impl_->cache.bytes();
}

}  // namespace fermata::vm
