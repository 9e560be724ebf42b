// SPDX-License-Identifier: Apache-2.0
// Batches of states: the threads expand one, each with a worker copy of the space, while the search, alone, goes
// through what they have found in the one before, in the order of the states, and numbers what is new.
//
// Expanding is nearly all of the work: making steps, and numbering the parts of a state (store/tree_table.h), which
// threads may do at the same time since the numbers of parts are nobody's concern. The numbers of states are: they
// decide which run is found first, and are given in order. So states, edges, milestones and runs are the same for any
// number of threads, and nothing else in this room knows that there are threads.
//
// What is new is put into the table by whoever finds it first, with the promise of a number (store/pair_table.h),
// which the search keeps when it gets there. So it does not look for anything.
//
// What a worker copy cannot tell, the search asks the space itself when it gets there; also what found no room.
#include "search/lookahead.h"

#include <algorithm>
#include <utility>

#include "base/require.h"
#include "store/spin_wait.h"

namespace fermata::search {

namespace {

constexpr std::uint32_t largest_batch = 1 << 14;
constexpr std::uint32_t pairs_for_a_state = 16;    // more than that many new ones are rare
constexpr std::uint32_t roots_for_a_state = 4;     // likewise
constexpr std::uint32_t provisional_at_hand = 64;  // that nobody else can use
constexpr std::uint32_t pieces = 8;  // of a batch, for each thread: so that all of them end at about the same time
constexpr std::size_t soon = 8;      // so many states before it is needed, memory is fetched
// Long enough that waiting for each other does not matter; short enough that what one thread has written is still near
// when another one reads it. Three times as much, or a third, was slower.
constexpr auto short_batch = std::chrono::milliseconds(3), long_batch = std::chrono::milliseconds(9);

}  // namespace

struct alignas(64) Lookahead::Worker {
  Worker(std::unique_ptr<StateSpace> s, TreeTable& table) : space(std::move(s)), expander(*space, table) {}
  std::unique_ptr<StateSpace> space;
  Expander expander;
};

Lookahead::Lookahead(StateSpace& space, TreeTable& table, const Options& options)
    : space_(space), table_(table), options_(options), smallest_batch_(std::clamp(options.from / 8, 1u, 64u)) {}

Lookahead::~Lookahead() {
  for (Part& part : parts_) part.range = Range{};  // nobody needs the rest
  wait();
  over_ = true;
  round_.fetch_add(1);
  round_.notify_all();
  threads_.clear();
}

std::uint64_t Lookahead::bytes() const {
  std::uint64_t bytes = 0;
  for (const Batch& b : batches_) {
    bytes += b.states.capacity() * sizeof(Expansion);
    for (const Output& o : b.found) bytes += o.states.capacity() * sizeof(State) + o.others.capacity() * sizeof(Target);
  }
  return bytes;
}

const Lookahead::Found* Lookahead::look_at(State state, const Stop& stop) {
  if (options_.threads < 2) return nullptr;
  if (!done_->covers(state)) {
    if (!begun_) {
      if (table_.size() < options_.from || table_.size() - index(state) < smallest_batch_) return nullptr;
      begin(*ahead_, state, stop);
      if (options_.threads < 2) return nullptr;
    }
    finish();
    std::uint32_t promises = 0;
    for (const Output& o : done_->found) promises += o.promises;
    FERMATA_REQUIRE(promises == 0 || table_.kept(done_->round) == promises,
                    "whoever has gone through a batch has kept all promises");
    std::swap(done_, ahead_);
    const State next{index(done_->first) + static_cast<std::uint32_t>(done_->states.size())};
    if (table_.size() - index(next) >= smallest_batch_) begin(*ahead_, next, stop);
  }
  if (!done_->covers(state)) return nullptr;
  const std::size_t at = index(state) - index(done_->first);
  if (at + soon < done_->states.size() && done_->states[at + soon].known)
    for (State later : done_->states[at + soon].states())
      if (TreeTable::is_provisional(later)) table_.prefetch(later);
  const Expansion& expansion = done_->states[at];
  if (!expansion.known) return nullptr;
  targets_.clear();
  for (const Target& target : expansion.others()) {
    if (target.state == leads_to_failure)
      targets_.push_back(target);
    else if (!add(target.state))
      return nullptr;
  }
  for (State target : expansion.states())
    if (!add(target)) return nullptr;
  found_ = {targets_, expansion.input, expansion.ended};
  return &found_;
}

// False: there is no room for its number.
bool Lookahead::add(State state) {
  if (TreeTable::is_provisional(state)) {
    const auto place = table_.keep(state);
    if (!place) return false;
    state = place->state;
  }
  targets_.push_back({state, {}});
  return true;
}

void Lookahead::write_down(std::span<const Target> targets, Expansion& expansion, Output& output) {
  expansion.output = &output;
  expansion.count = static_cast<std::uint32_t>(targets.size());
  expansion.plain = std::ranges::find(targets, leads_to_failure, &Target::state) == targets.end();
  if (expansion.plain) {
    expansion.first = static_cast<std::uint32_t>(output.states.size());
    for (const Target& t : targets) output.states.push_back(t.state);
  } else {
    expansion.first = static_cast<std::uint32_t>(output.others.size());
    output.others.insert(output.others.end(), targets.begin(), targets.end());
  }
}

// Each thread makes its own worker copy, so that what threads write lies in memory far apart.
bool Lookahead::hire() {
  workers_.resize(options_.threads);
  parts_ = std::vector<Part>(options_.threads);
  for (std::size_t worker = 0; worker < workers_.size(); ++worker) {
    auto make = [this, worker] {
      if (auto worker_copy = space_.worker_copy())
        workers_[worker] = std::make_unique<Worker>(std::move(worker_copy), table_);
    };
    if (worker == 0) {
      make();
      if (workers_[0]) continue;
      options_.threads = 0;
      return false;
    }
    working_ = 1;
    threads_.emplace_back([this, worker, make] {
      make();
      for (std::uint32_t round = round_.load();;) {
        if (working_.fetch_sub(1) == 1) working_.notify_all();
        store::wait_while(round_, round);
        round = round_.load();
        if (over_) return;
        work(worker);
      }
    });
    wait();
  }
  return true;
}

// The threads start to work on the batch.
void Lookahead::begin(Batch& batch, State first, const Stop& stop) {
  if (workers_.empty() && !hire()) return;
  // Half of what there is: while the search goes through this batch, there should be something to do for the others.
  const std::uint32_t waiting = table_.size() - index(first);
  const std::uint32_t count = std::min(std::max(waiting / 2, smallest_batch_), next_size_);
  batch.first = first;
  batch.states.assign(count, {});
  batch.found.resize(workers_.size());
  batch.found[0].clear();
  batch.start = std::chrono::steady_clock::now();
  batch.stop = &stop;
  batch.round = table_.begin_round(roots_for_a_state * count + provisional_at_hand * options_.threads);
  table_.begin_room(pairs_for_a_state * count, roots_for_a_state * count);
  for (std::uint32_t i = 0, parts = options_.threads; i < parts; ++i)
    parts_[i].range = Range{count * i / parts, count * (i + 1) / parts};
  working_ = static_cast<std::uint32_t>(threads_.size());
  begun_ = true;
  round_.fetch_add(1);
  round_.notify_all();
  table_.help_to_make_room(stop);
}

// Helps, waits, and lets everybody know what each has learnt.
void Lookahead::finish() {
  rest();
  begun_ = false;
  for (const auto& w : workers_) w->space->settle();
  const auto count = static_cast<std::uint32_t>(ahead_->states.size());
  const auto known = static_cast<std::uint32_t>(std::ranges::count(ahead_->states, true, &Expansion::known));
  const auto time = std::chrono::steady_clock::now() - ahead_->start;
  if (time > long_batch || known < count / 2)
    next_size_ = std::max(next_size_ / 2, smallest_batch_);
  else if (time < short_batch && count == next_size_)
    next_size_ = std::min(next_size_ * 2, largest_batch);
}

// What is begun must be done anyway.
void Lookahead::rest() {
  if (begun_) work(0);
  wait();
}

void Lookahead::wait() {
  for (auto left = working_.load(); left > 0; left = working_.load()) store::wait_while(working_, left);
}

// `some` states, or the last ones: from the beginning for whoever has this part, from the end for others. Nothing: none
// are left.
Lookahead::Range Lookahead::Part::take(std::uint32_t some, bool mine) {
  Range left = range.load(std::memory_order_relaxed);
  while (left.first < left.end) {
    const std::uint32_t count = std::min(some, left.end - left.first);
    const Range taken = mine ? Range{left.first, left.first + count} : Range{left.end - count, left.end};
    const Range rest = mine ? Range{taken.end, left.end} : Range{left.first, taken.first};
    if (range.compare_exchange_weak(left, rest, std::memory_order_relaxed)) return taken;
  }
  return {};
}

// First its own part: what follows from states that one thread has expanded is, for the most part, expanded by the same
// thread, which has in its cache what they have in common.
void Lookahead::work(std::size_t worker) {
  Output& output = ahead_->found[worker];
  if (worker != 0) output.clear();  // the first may come here several times
  table_.help_to_make_room(*ahead_->stop);
  table_.put_numbers();
  const auto count = static_cast<std::uint32_t>(ahead_->states.size());
  const std::uint32_t some = std::clamp(count / (pieces * options_.threads), 4u, Expander::at_once);
  for (std::size_t k = 0; k < parts_.size(); ++k)
    for (Part& part = parts_[(worker + k) % parts_.size()];;) {
      const Range range = part.take(some, k == 0);
      if (range.first == range.end) break;
      if (ahead_->stop->now()) continue;  // nobody needs the rest: the search will not get there
      try {
        expand(range, workers_[worker]->expander, output);
      } catch (const LimitReached&) {
        // None of these states is known, then.
      }
    }
}

void Lookahead::expand(const Range& range, Expander& expander, Output& output) {
  Expansion* expansion = &ahead_->states[range.first];
  for (const Expander::Expansion& e :
       expander.expand(State{index(ahead_->first) + range.first}, range.end - range.first)) {
    expansion->input = e.input;
    expansion->ended = e.ended;
    expansion->known = e.all && e.room && promise(e.targets, expander, output);
    if (expansion->known) write_down(e.targets, *expansion, output);
    ++expansion;
  }
}

// False: there is no room for all.
bool Lookahead::promise(std::span<Target> targets, Expander& expander, Output& output) {
  for (Target& target : targets) {
    if (target.state != leads_beyond) continue;
    const auto place = expander.find_or_reserve(target.root);
    if (!place) return false;
    target.state = place->state;
    output.promises += place->fresh;
  }
  return true;
}

}  // namespace fermata::search
