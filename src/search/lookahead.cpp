// SPDX-License-Identifier: Apache-2.0
// A pipeline of batches: workers expand a batch of states, each with a worker copy of the space, while the thread of
// the search goes through the results of the batch before, in the order of the states, and numbers new states.
//
// Expanding is nearly all of the work: making steps, and numbering the nodes of the tree of a state
// (store/tree_table.h). Threads may number nodes at the same time, since these numbers are never seen. The numbers of
// states are: they decide which run is found first, so one thread gives them, in order. States, edges, milestones and
// runs are therefore the same for any number of threads, and no other file in this room knows that there are threads.
//
// The worker that first finds a new state inserts it under a provisional id (store/pair_table.h), which the search
// resolves when it gets there. So the search looks up nothing.
//
// A state that a worker copy cannot expand, or whose targets found no room, is expanded by the search itself, with the
// space, when it gets there.
#include "search/lookahead.h"

#include <algorithm>
#include <utility>

#include "base/require.h"
#include "store/spin_wait.h"

namespace fermata::search {

namespace {

constexpr std::uint32_t largest_batch = 1 << 14;
constexpr std::uint32_t nodes_for_a_state = 16;       // more new ones are rare
constexpr std::uint32_t roots_for_a_state = 4;        // likewise
constexpr std::uint32_t provisional_per_thread = 64;  // allocated to a writer, and perhaps not used
constexpr std::uint32_t pieces = 8;           // of a share: small, so that all threads end at about the same time
constexpr std::size_t prefetch_distance = 8;  // states
// Long enough that waiting for each other does not matter; short enough that what one thread has written is still in a
// cache when another one reads it. Three times as long, or a third, was slower.
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
  for (Share& share : shares_) share.range = Range{};  // the rest of the batch is not needed
  wait();
  ending_ = true;
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

const Lookahead::Found* Lookahead::expansion_of(State state, const Stop& stop) {
  if (options_.threads < 2) return nullptr;
  if (!done_->covers(state)) {
    if (!begun_) {
      if (table_.size() < options_.from || table_.size() - index(state) < smallest_batch_) return nullptr;
      begin(*ahead_, state, stop);
      if (options_.threads < 2) return nullptr;
    }
    finish();
    std::uint32_t provisional = 0;
    for (const Output& o : done_->found) provisional += o.provisional;
    FERMATA_REQUIRE(provisional == 0 || table_.resolved(done_->round) == provisional,
                    "a search that has gone through a batch has resolved all provisional ids");
    std::swap(done_, ahead_);
    const State next{index(done_->first) + static_cast<std::uint32_t>(done_->states.size())};
    if (table_.size() - index(next) >= smallest_batch_) begin(*ahead_, next, stop);
  }
  if (!done_->covers(state)) return nullptr;
  const std::size_t at = index(state) - index(done_->first);
  if (at + prefetch_distance < done_->states.size() && done_->states[at + prefetch_distance].known)
    for (State later : done_->states[at + prefetch_distance].states())
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

// False: there is no number left for it.
bool Lookahead::add(State state) {
  if (TreeTable::is_provisional(state)) {
    const auto place = table_.resolve(state);
    if (!place) return false;
    state = place->state;
  }
  targets_.push_back({state, {}});
  return true;
}

void Lookahead::record(std::span<const Target> targets, Expansion& expansion, Output& output) {
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

// Each thread makes its own worker copy, so that what different threads write lies in different cache lines.
bool Lookahead::start_workers() {
  workers_.resize(options_.threads);
  shares_ = std::vector<Share>(options_.threads);
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
    running_ = 1;
    threads_.emplace_back([this, worker, make] {
      make();
      for (std::uint32_t round = round_.load();;) {
        if (running_.fetch_sub(1) == 1) running_.notify_all();
        store::wait_while(round_, round);
        round = round_.load();
        if (ending_) return;
        work(worker);
      }
    });
    wait();
  }
  return true;
}

// Starts the threads on a batch.
void Lookahead::begin(Batch& batch, State first, const Stop& stop) {
  if (workers_.empty() && !start_workers()) return;
  // At most half of the queue, so that there is another batch for the threads while the search goes through this one.
  const std::uint32_t queued = table_.size() - index(first);
  const std::uint32_t count = std::min(std::max(queued / 2, smallest_batch_), next_size_);
  batch.first = first;
  batch.states.assign(count, {});
  batch.found.resize(workers_.size());
  batch.found[0].clear();
  batch.start = std::chrono::steady_clock::now();
  batch.stop = &stop;
  batch.round = table_.begin_round(roots_for_a_state * count + provisional_per_thread * options_.threads);
  table_.begin_resize(nodes_for_a_state * count, roots_for_a_state * count);
  for (std::uint32_t i = 0, shares = options_.threads; i < shares; ++i)
    shares_[i].range = Range{count * i / shares, count * (i + 1) / shares};
  running_ = static_cast<std::uint32_t>(threads_.size());
  begun_ = true;
  round_.fetch_add(1);
  round_.notify_all();
  table_.help_resize(stop);
}

// Ends the batch and chooses the size of the next one.
void Lookahead::finish() {
  quiesce();
  begun_ = false;
  for (const auto& w : workers_) w->space->reclaim();
  const auto count = static_cast<std::uint32_t>(ahead_->states.size());
  const auto known = static_cast<std::uint32_t>(std::ranges::count(ahead_->states, true, &Expansion::known));
  const auto time = std::chrono::steady_clock::now() - ahead_->start;
  if (time > long_batch || known < count / 2)
    next_size_ = std::max(next_size_ / 2, smallest_batch_);
  else if (time < short_batch && count == next_size_)
    next_size_ = std::min(next_size_ * 2, largest_batch);
}

// Works on the batch instead of only waiting: it must be finished anyway.
void Lookahead::quiesce() {
  if (begun_) work(0);
  wait();
}

void Lookahead::wait() {
  for (auto left = running_.load(); left > 0; left = running_.load()) store::wait_while(running_, left);
}

// At most so many states: the owner takes from the front, others steal from the back. Empty: none are left.
Lookahead::Range Lookahead::Share::take(std::uint32_t most, bool owner) {
  Range left = range.load(std::memory_order_relaxed);
  while (left.first < left.end) {
    const std::uint32_t count = std::min(most, left.end - left.first);
    const Range taken = owner ? Range{left.first, left.first + count} : Range{left.end - count, left.end};
    const Range rest = owner ? Range{taken.end, left.end} : Range{left.first, taken.first};
    if (range.compare_exchange_weak(left, rest, std::memory_order_relaxed)) return taken;
  }
  return {};
}

// Work stealing, own share first: successors are then mostly expanded by the thread that has expanded their
// predecessors, and has in its cache what they share.
void Lookahead::work(std::size_t worker) {
  Output& output = ahead_->found[worker];
  if (worker != 0) output.clear();  // the first worker calls this several times for a batch
  table_.help_resize(*ahead_->stop);
  table_.replace_provisional();
  const auto count = static_cast<std::uint32_t>(ahead_->states.size());
  const std::uint32_t most = std::clamp(count / (pieces * options_.threads), 4u, Expander::batch_size);
  for (std::size_t k = 0; k < shares_.size(); ++k)
    for (Share& share = shares_[(worker + k) % shares_.size()];;) {
      const Range range = share.take(most, k == 0);
      if (range.first == range.end) break;
      if (ahead_->stop->now()) continue;  // the search will not get to the rest
      try {
        expand(range, workers_[worker]->expander, output);
      } catch (const LimitReached&) {
        // These states stay unknown.
      }
    }
}

void Lookahead::expand(const Range& range, Expander& expander, Output& output) {
  Expansion* expansion = &ahead_->states[range.first];
  for (const Expander::Expansion& e :
       expander.expand(State{index(ahead_->first) + range.first}, range.end - range.first)) {
    expansion->input = e.input;
    expansion->ended = e.ended;
    expansion->known = e.all && e.room && find_or_reserve(e.targets, expander, output);
    if (expansion->known) record(e.targets, *expansion, output);
    ++expansion;
  }
}

// False: there is no room for all.
bool Lookahead::find_or_reserve(std::span<Target> targets, Expander& expander, Output& output) {
  for (Target& target : targets) {
    if (target.state != leads_beyond) continue;
    const auto place = expander.find_or_reserve(target.root);
    if (!place) return false;
    target.state = place->state;
    output.provisional += place->fresh;
  }
  return true;
}

}  // namespace fermata::search
